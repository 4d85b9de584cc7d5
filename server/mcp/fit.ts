// Fits answers for agents into so many characters of JSON.
import { fitValue as fitLevels, type Cut } from "../contract/bounded.js";

interface Fitted<T> {
  readonly value: T;
  /** One sentence part for each list or text that was cut; empty when nothing was. */
  readonly cut: readonly string[];
}

/** The most that is left of every list and of every text, tried in this order. */
const LEVELS = [
  { items: 200, chars: 4_000 },
  { items: 100, chars: 2_000 },
  { items: 50, chars: 1_000 },
  { items: 25, chars: 500 },
  { items: 12, chars: 250 },
  { items: 6, chars: 120 },
  { items: 3, chars: 60 },
  { items: 1, chars: 30 },
] as const;

/** Cuts at the first level at which it fits; at the last one, whether it fits or not. */
export function fitValue<T>(value: T, maxChars: number): Fitted<T> {
  const fitted = fitLevels(value, { maxChars, levels: LEVELS });
  return { value: fitted.value, cut: describeCuts(fitted.cuts) };
}

/** Shortest row that tells something. */
const LEAST_ROW = 150;

/**
 * Rows that fit, each cut to a quarter of the room, or to its share of it, so that more rows stay: a row says more than the
 * rest of a long one. At least one.
 */
export function fitRows<T>(rows: readonly T[], maxChars: number): Fitted<readonly T[]> {
  const whole = takeRows(rows, maxChars, maxChars / 4);
  if (whole.value.length === rows.length) return whole;
  return takeRows(rows, maxChars, Math.max(maxChars / rows.length, LEAST_ROW));
}

function takeRows<T>(rows: readonly T[], maxChars: number, rowChars: number): Fitted<readonly T[]> {
  const kept: T[] = [];
  const cut = new Set<string>();
  let chars = 0;
  for (const row of rows) {
    const fitted = fitValue(row, rowChars);
    chars += measure(fitted.value);
    if (chars > maxChars && kept.length > 0) break;
    kept.push(fitted.value);
    for (const part of fitted.cut) cut.add(part);
  }
  return { value: kept, cut: [...cut] };
}

export function measure(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0;
}

/** More would be as long as what was cut. */
const MOST_NOTES = 12;

function describeCuts(cuts: readonly Cut[]): readonly string[] {
  const notes = cuts.map(
    ({ name, kept, of, unit }) => `${name}: at most ${kept} of up to ${of} ${unit}`,
  );
  if (notes.length <= MOST_NOTES) return notes;
  return [...notes.slice(0, MOST_NOTES), `${notes.length - MOST_NOTES} more`];
}
