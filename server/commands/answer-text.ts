// Rows of an answer as a table of a terminal, where they are flat enough.
import { formatTable } from "../../settings/text-table.js";

/** `undefined` for what is no list of rows, or has rows too deep for a table. */
export function formatRows(body: unknown): string | undefined {
  if (!Array.isArray(body)) return undefined;
  if (body.length === 0) return "Nothing found.";
  const objects = body as readonly Readonly<Record<string, unknown>>[];
  if (!objects.every((row) => Object.values(row).every(isFlat))) return undefined;
  const rows = objects.map((row) => Object.values(row).map(toCell));
  const header = Object.keys(objects[0] ?? {});
  return formatTable([header, ...rows]).join("\n");
}

function isScalar(value: unknown): boolean {
  return typeof value !== "object" || value === null;
}

/** A value, a list of values, or values and lists by name. */
function isFlat(value: unknown): boolean {
  if (isScalar(value)) return true;
  if (Array.isArray(value)) return value.every(isScalar);
  return Object.values(value as object).every((one) => [one].flat().every(isScalar));
}

function toCell(value: unknown): string {
  if (Array.isArray(value)) return value.join(" ");
  if (typeof value === "object" && value !== null) {
    return Object.entries(value)
      .map(([key, values]) => `${key}: ${[values].flat().join(" ")}`)
      .join("; ");
  }
  return String(value);
}
