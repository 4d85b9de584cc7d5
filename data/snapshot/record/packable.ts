// Declared rows as they are packed: their objects of free keys as maps, see packing.ts. A row of which keys may be
// missing is one too.
import { findProperties, isOptional, type Properties, type Shape } from "../../shape.js";

type Conversion = (value: unknown) => unknown;

/** Does each row with these properties have keys of its own? */
export function isFree(properties: Properties): boolean {
  return Object.values(properties).some(isOptional);
}

/** What makes rows with these properties packable. */
export function createPackable(properties: Properties): Conversion {
  return convertRow(properties) ?? ((row) => row);
}

/** `undefined` for values that are packed as they are. */
function findConversion(shape: Shape): Conversion | undefined {
  if (shape["additionalProperties"] !== undefined) return toMap;
  const properties = findProperties(shape);
  const convert = properties && convertRow(properties);
  if (convert === undefined || shape["items"] === undefined) return convert;
  return (rows) => (rows as readonly unknown[]).map(convert);
}

function convertRow(properties: Properties): Conversion | undefined {
  const conversions = Object.entries(properties).flatMap(([name, shape]) => {
    const convert = findConversion(shape);
    return convert === undefined ? [] : [{ name, convert }];
  });
  if (conversions.length === 0) return isFree(properties) ? toMap : undefined;
  const convertProperties: Conversion = (given) => {
    const packable = { ...(given as Readonly<Record<string, unknown>>) };
    for (const { name, convert } of conversions) {
      const value = packable[name];
      if (value !== null && value !== undefined) packable[name] = convert(value);
    }
    return packable;
  };
  return isFree(properties) ? (given) => toMap(convertProperties(given)) : convertProperties;
}

function toMap(object: unknown): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(object as Readonly<Record<string, unknown>>));
}
