// Declared rows as they are packed: their objects of free keys as maps, see packing.ts. A row of which keys may be
// missing is one too.
import type { Properties, Property, RowType } from "../../declared/words.js";

type Conversion = (value: unknown) => unknown;

/** Does each row of the type have keys of its own? */
export function isFree({ properties }: RowType): boolean {
  return Object.values(properties).some(({ isOptional }) => isOptional === true);
}

/** What makes rows with these properties packable. */
export function createPackable(properties: Properties): Conversion {
  return findConversion({ type: "row", row: { properties } }) ?? ((row) => row);
}

/** `undefined` for values that are packed as they are. */
function findConversion({ type, row }: Property<unknown>): Conversion | undefined {
  if (type === "map" || type === "sources" || type === "lists") return toMap;
  if (row === undefined) return undefined;
  const inner = convertRow(row);
  if (type === "row" || inner === undefined) return inner;
  return (rows) => (rows as readonly unknown[]).map(inner);
}

function convertRow(row: RowType): Conversion | undefined {
  const conversions = Object.entries(row.properties).flatMap(([name, property]) => {
    const convert = findConversion(property);
    return convert === undefined ? [] : [{ name, convert }];
  });
  if (conversions.length === 0) return isFree(row) ? toMap : undefined;
  const convertProperties: Conversion = (given) => {
    const packable = { ...(given as Readonly<Record<string, unknown>>) };
    for (const { name, convert } of conversions) {
      const value = packable[name];
      if (value !== null && value !== undefined) packable[name] = convert(value);
    }
    return packable;
  };
  return isFree(row) ? (given) => toMap(convertProperties(given)) : convertProperties;
}

function toMap(object: unknown): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(object as Readonly<Record<string, unknown>>));
}
