// Answers for agents as they are sent: made to fit into so many characters of JSON, and as text of few lines: one for each element of a
// list, below a head where all elements have short values alone; keys without quotes, nothing that is empty.
import { fitValue as fitLevels, type Cut } from "../contract/bounded.js";
import { isObject } from "../../data/json.js";

interface Fitted<T> {
  readonly value: T;
  /** One sentence part for each list or text that was cut; empty when nothing was. */
  readonly cut: readonly string[];
}

/** The most that is left of every list and of every text, most first. */
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

/** Ends without a line feed. */
export function renderCompact(value: unknown): string {
  return renderLines(value, "").join("\n");
}

function renderLines(value: unknown, indent: string): readonly string[] {
  if (Array.isArray(value)) {
    return value.flatMap((element: unknown) => renderElement(element, indent));
  }
  if (!isObject(value)) return [`${indent}${renderScalar(value)}`];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (isEmpty(inner)) return [];
    if (isFlat(inner)) return [`${indent}${key}: ${renderFlat(inner)}`];
    const keys = findColumns(inner);
    if (keys === undefined) return [`${indent}${key}:`, ...renderLines(inner, `${indent}  `)];
    const rows = (inner as readonly Readonly<Record<string, unknown>>[]).map((row) =>
      keys.map((one) => (isEmpty(row[one]) ? "" : renderFlat(row[one]))).join(" | "),
    );
    return [`${indent}${key}: ${keys.join(" | ")}`, ...rows.map((row) => `${indent}- ${row}`)];
  });
}

/** Keys of rows whose values are all short. */
function findColumns(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value) || value.length < 2) return undefined;
  const isTable = value.every(
    (row: unknown) =>
      isObject(row) && Object.values(row).every((one) => isEmpty(one) || isShort(one)),
  );
  if (!isTable) return undefined;
  const rows = value as readonly Readonly<Record<string, unknown>>[];
  return [...new Set(rows.flatMap(Object.keys))].filter((key) =>
    rows.some((row) => !isEmpty(row[key])),
  );
}

/** Short details in one line, longer ones below. */
function renderElement(element: unknown, indent: string): readonly string[] {
  if (!isObject(element)) return [`${indent}- ${renderFlat(element)}`];
  const entries = Object.entries(element).filter(([, inner]) => !isEmpty(inner));
  const short = entries.filter(([, inner]) => isShort(inner));
  const long = entries.filter(([, inner]) => !isShort(inner));
  const line = short.map(([key, inner]) => `${key}: ${renderFlat(inner)}`).join("; ");
  return [`${indent}- ${line}`, ...renderLines(Object.fromEntries(long), `${indent}  `)];
}

/** Longer values get a line of their own. */
const SHORT_CHARS = 160;

function isShort(value: unknown): boolean {
  return isFlat(value) && renderFlat(value).length <= SHORT_CHARS;
}

function renderFlat(value: unknown): string {
  if (isObject(value)) {
    const told = Object.entries(value).filter(([, one]) => !isEmpty(one));
    return told.map(([key, one]) => `${key}: ${renderScalar(one)}`).join(", ");
  }
  return Array.isArray(value) ? value.map(renderScalar).join(", ") : renderScalar(value);
}

function renderScalar(value: unknown): string {
  if (typeof value === "string") return value.replaceAll(/\s*\n\s*/g, " ⏎ ");
  return JSON.stringify(value);
}

/** A value, a list of values, or values by name. */
function isFlat(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  return Object.values(value).every((inner) => typeof inner !== "object" || inner === null);
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === "") return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.values(value).every(isEmpty);
}
