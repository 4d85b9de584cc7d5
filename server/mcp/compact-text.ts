// A JSON value as few lines for those who read text: a line for each element of a list, below a head where all elements
// have short values alone; keys without quotes, nothing that is empty.
import { isObject } from "../../data/json.js";

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
