// Fields of answers that had another name once. The former one stays beside it through 1.x, with the same value.
import type { Shape } from "../../../data/shape.js";

/** The present name, and the former one. */
const FORMER_NAMES = {
  required_by: "because",
  providers: "carriers",
  providers_from: "carriers_from",
  providers_to: "carriers_to",
} as const;

type Renamed = keyof typeof FORMER_NAMES;
type BothNames<Name extends Renamed, Value> = {
  readonly [N in Name | (typeof FORMER_NAMES)[Name]]: Value;
};

/** Properties of a shape for a field under both names. */
export function declareRenamed<Name extends Renamed, S extends Shape>(
  name: Name,
  shape: S,
): BothNames<Name, S> {
  const former = { ...shape, description: `Former name of \`${name}\`.`, deprecated: true };
  return { [name]: shape, [FORMER_NAMES[name]]: former } as BothNames<Name, S>;
}

/** A field of a value under both names. */
export function toRenamed<Name extends Renamed, Value>(
  name: Name,
  value: Value,
): BothNames<Name, Value> {
  return { [name]: value, [FORMER_NAMES[name]]: value } as BothNames<Name, Value>;
}

const FORMER = new Map<string, string>(
  Object.entries(FORMER_NAMES).map(([name, former]) => [former, name]),
);

/** Removes former names, for readers that know the present ones alone; what has none stays what it is. */
export function omitFormerNames(value: unknown): unknown {
  return hasFormerName(value) ? copyWithout(value) : value;
}

function hasFormerName(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasFormerName);
  if (value === null || typeof value !== "object") return false;
  for (const name in value) {
    if (FORMER.has(name) || hasFormerName(value[name as keyof typeof value])) return true;
  }
  return false;
}

function copyWithout(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyWithout);
  if (value === null || typeof value !== "object") return value;
  const rows = Object.entries(value).flatMap(([name, one]) => {
    const present = FORMER.get(name);
    return present !== undefined && present in value ? [] : [[name, copyWithout(one)] as const];
  });
  return Object.fromEntries(rows);
}
