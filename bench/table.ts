// Figures as they are measured, one after the other, and as a table for people, with two programs side by side.
import { formatTable } from "../data/settings/text-table.js";
import type { Row } from "./measurement.js";

export interface Figures {
  /** @param program the name of that which was measured */
  add(what: string, unit: string, program: string, ...numbers: readonly number[]): void;
  /** In the order in which each was first added to. */
  list(): readonly Row[];
}

export function createFigures(): Figures {
  const rows = new Map<string, Row & { readonly figures: Record<string, number[]> }>();
  return {
    add(what, unit, program, ...numbers) {
      const row = rows.get(what) ?? { what, unit, figures: {} };
      rows.set(what, row);
      (row.figures[program] ??= []).push(...numbers);
    },
    list: () => [...rows.values()],
  };
}

/** The least of the numbers that this share of them does not exceed (nearest rank); NaN where there are none. */
export function pickPercentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN;
}

/** @param names of the programs; of two the last column has the first one's median by the other's */
export function formatRows(rows: readonly Row[], names: readonly string[]): readonly string[] {
  const [own = "", other] = names;
  const heads = ["what", "unit", ...names, ...(other === undefined ? [] : [`${own}/${other}`])];
  const cells = rows.map(({ what, unit, figures }) => {
    const values = names.map((name) => showNumbers(figures[name] ?? []));
    const ratio = toMedian(figures[own]) / toMedian(figures[other ?? ""]);
    return [what, unit, ...values, ...(other === undefined ? [] : [showNumber(ratio)])];
  });
  const columns = heads.map((_, at) => ({
    align: at < 2 ? ("left" as const) : ("right" as const),
  }));
  return formatTable([heads, ...cells], { columns });
}

/** One number as it is, of several the least, the median and the 99th percentile. */
function showNumbers(numbers: readonly number[]): string {
  if (numbers.length < 2) return showNumber(numbers[0] ?? NaN);
  return [0, 0.5, 0.99].map((share) => showNumber(pickPercentile(numbers, share))).join(" / ");
}

function toMedian(numbers: readonly number[] = []): number {
  return pickPercentile(numbers, 0.5);
}

/** Three digits that count; what was not measured is a dash. */
function showNumber(value: number): string {
  if (!Number.isFinite(value)) return "–";
  if (Number.isInteger(value)) return String(value);
  const digits = [100, 10, 1].filter((least) => Math.abs(value) < least).length;
  return value.toFixed(digits);
}
