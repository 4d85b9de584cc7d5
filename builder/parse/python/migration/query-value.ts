// Computes names in a migration script: texts of SQL with names inserted, names in the wrappers of
// psycopg2.
import { createComputation } from "../literal/computation.js";
import { UNKNOWN, type Literal } from "../literal/literal-value.js";
import type { Computation } from "../literal/literal.js";

/**
 * Functions that give a name, or a query, back as it is. The name under which a column is kept (`get_legacy_name`) stands
 * for the column itself.
 */
const WRAPPERS = new Set(["SQL", "Identifier", "AsIs", "get_legacy_name"]);

/** `{}`, `{0}` or `{name}`; other forms are not known. */
const PLACE = /\{(\w*)\}/g;
/** Longer ones are data. */
export const QUERY_LIMIT_UNITS = 50_000;

/** For one file. A name that is not known leaves a blank, so that the rest of a query can be read. */
export function createQueryComputation(): Computation {
  return createComputation(
    () => undefined,
    (name, getOwner, getGiven) => {
      if (WRAPPERS.has(name)) return getGiven().positional[0] ?? UNKNOWN;
      const owner = name === "format" ? getOwner() : UNKNOWN;
      if (owner.kind !== "str") return undefined;
      const { positional, named } = getGiven();
      let next = 0;
      let left = QUERY_LIMIT_UNITS - owner.value.length;
      const value = owner.value.replaceAll(PLACE, (_, key: string) => {
        if (key === "") next += 1;
        const put = toQueryText(
          key === "" ? positional[next - 1] : (named.get(key) ?? positional[+key]),
        );
        left -= put.length;
        return left < 0 ? "" : put;
      });
      return left < 0 ? UNKNOWN : { kind: "str", value };
    },
  );
}

function toQueryText(value: Literal | undefined): string {
  return value?.kind === "str" ? value.value : " ";
}
