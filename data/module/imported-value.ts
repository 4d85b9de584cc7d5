// Values that names of other files are part of: what they are once it is known what these names mean.
import type { BoundValue, ImportedName, LiteralValue } from "./loaded-module.js";

/** Items that lists which are joined may have together, and characters that texts may have. */
const JOINED_LIMIT_UNITS = 10_000;

/** Deeper values are none: what selections need has three levels. */
const DEPTH_LIMIT_LEVELS = 8;

/**
 * The value with other values for its names; `undefined` where one of them has none, or where what is joined is
 * neither texts alone nor lists alone.
 */
export function bindNames(
  value: BoundValue,
  bind: (name: ImportedName) => BoundValue | undefined,
  depth = 0,
): BoundValue | undefined {
  if (isLiteral(value)) return value;
  if (depth > DEPTH_LIMIT_LEVELS) return undefined;
  if ("name" in value) return bind(value);
  const bound: BoundValue[] = [];
  for (const one of "items" in value ? value.items : value.parts) {
    const known = bindNames(one, bind, depth + 1);
    if (known === undefined) return undefined;
    bound.push(known);
  }
  if (!bound.every(isLiteral)) return "items" in value ? { items: bound } : { parts: bound };
  return "items" in value ? bound : join(bound);
}

/** The names that a value has, wherever in it. */
export function listNamesOf(value: BoundValue): readonly ImportedName[] {
  const names: ImportedName[] = [];
  bindNames(value, (name) => {
    names.push(name);
    return name;
  });
  return names;
}

export function isLiteral(value: BoundValue): value is LiteralValue {
  return typeof value !== "object" || value === null || Array.isArray(value);
}

function join(parts: readonly LiteralValue[]): LiteralValue | undefined {
  const units = parts.reduce((sum: number, part) => sum + countUnits(part), 0);
  if (units > JOINED_LIMIT_UNITS) return undefined;
  if (parts.every((part) => typeof part === "string")) return parts.join("");
  const lists = parts.filter((part) => Array.isArray(part));
  return lists.length === parts.length ? lists.flat(1) : undefined;
}

function countUnits(part: LiteralValue): number {
  return typeof part === "string" || Array.isArray(part) ? part.length : 0;
}
