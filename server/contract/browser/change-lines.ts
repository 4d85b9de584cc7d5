// Changes of a module between two snapshots, in words.
import type { ChangeRow } from "../shape/changes.js";

/** `version: 1.0.0 → 1.1.0`, then what becomes of its tables; empty for a module that came or went. */
export function listChangeLines({ changes, schema }: ChangeRow): readonly string[] {
  return [
    ...changes.map(({ key, from, to }) => `${key}: ${String(from)} → ${String(to)}`),
    ...(schema ?? []).map(({ code, subject }) => `${code}: ${subject}`),
  ];
}
