// Texts that anyone may have written: every part is looked at before one of them is believed.
import { foreignArchive } from "../ship-error.js";

/** Pattern of a text, expected value, or predicate. */
type Check = RegExp | number | string | ((value: unknown) => boolean);

export const SHA256 = /^[0-9a-f]{64}$/;

/** True if each part of an object passes its check. Parts without a check are ignored. */
export function hasParts<T>(value: unknown, checks: Readonly<Record<keyof T, Check>>): value is T {
  if (typeof value !== "object" || value === null) return false;
  const parts = value as Readonly<Record<string, unknown>>;
  return Object.entries<Check>(checks).every(([name, check]) => passes(parts[name], check));
}

function passes(part: unknown, check: Check): boolean {
  if (check instanceof RegExp) return typeof part === "string" && check.test(part);
  return typeof check === "function" ? check(part) : part === check;
}

/** @param what it should be, for the message @throws ShipError `archive_foreign` */
export function parseJson(text: string, label: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw foreignArchive(label, `a ${what} that is not JSON`);
  }
}

/** @throws ShipError `archive_foreign` for anything but what `encode` writes */
export function parseWritten<T>(
  text: string,
  label: string,
  what: string,
  checks: Readonly<Record<keyof T, Check>>,
  encode: (value: T) => string,
): T {
  const value = parseJson(text, label, what);
  if (!hasParts<T>(value, checks)) throw foreignArchive(label, `a ${what} of another shape`);
  if (text !== encode(value)) throw foreignArchive(label, `a ${what} written otherwise`);
  return value;
}
