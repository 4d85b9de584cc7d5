// A JSON value as few lines for those who read text: one for each element of a list, keys without
// quotes, nothing that is empty.
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
    return [`${indent}${key}:`, ...renderLines(inner, `${indent}  `)];
  });
}

/** Its short details in one line, what is longer below. */
function renderElement(element: unknown, indent: string): readonly string[] {
  if (!isObject(element)) return [`${indent}- ${renderFlat(element)}`];
  const entries = Object.entries(element).filter(([, inner]) => !isEmpty(inner));
  const short = entries.filter(([, inner]) => isShort(inner));
  const long = entries.filter(([, inner]) => !isShort(inner));
  const line = short.map(([key, inner]) => `${key}: ${renderFlat(inner)}`).join("; ");
  return [`${indent}- ${line}`, ...renderLines(Object.fromEntries(long), `${indent}  `)];
}

/** What is longer has a line of its own. */
const SHORT_CHARS = 160;

function isShort(value: unknown): boolean {
  return isFlat(value) && renderFlat(value).length <= SHORT_CHARS;
}

function renderFlat(value: unknown): string {
  return Array.isArray(value) ? value.map(renderScalar).join(", ") : renderScalar(value);
}

function renderScalar(value: unknown): string {
  if (typeof value === "string") return value.replaceAll(/\s*\n\s*/g, " ⏎ ");
  return JSON.stringify(value);
}

function isFlat(value: unknown): boolean {
  return Array.isArray(value) ? value.every((inner) => !isObject(inner)) : !isObject(value);
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === "") return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.values(value).every(isEmpty);
}
