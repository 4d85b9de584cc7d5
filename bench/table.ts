// Figures as a table for people, with two programs side by side, and as JSON.
import { formatTable } from "../data/settings/text-table.js";
import type { Row } from "./measurement.js";

export interface Spread {
  readonly minimum: number;
  readonly median: number;
  /** The 99th percentile; of fewer than a hundred numbers the largest. */
  readonly p99: number;
}

export function toSpread(numbers: readonly number[]): Spread {
  return {
    minimum: pickPercentile(numbers, 0),
    median: pickPercentile(numbers, 0.5),
    p99: pickPercentile(numbers, 0.99),
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
    const ratio = toSpread(figures[own] ?? []).median / toSpread(figures[other ?? ""] ?? []).median;
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
  const { minimum, median, p99 } = toSpread(numbers);
  return [minimum, median, p99].map(showNumber).join(" / ");
}

/** Three digits that count; what was not measured is a dash. */
function showNumber(value: number): string {
  if (!Number.isFinite(value)) return "–";
  if (Number.isInteger(value)) return String(value);
  const digits = [100, 10, 1].filter((least) => Math.abs(value) < least).length;
  return value.toFixed(digits);
}

/** Rows with the spread of their figures in place of each of them. */
export function summariseRows(rows: readonly Row[]): readonly unknown[] {
  return rows.map(({ what, unit, figures }) => ({
    what,
    unit,
    figures: Object.fromEntries(
      Object.entries(figures).map(([name, numbers]) => [name, toSpread(numbers)]),
    ),
  }));
}
