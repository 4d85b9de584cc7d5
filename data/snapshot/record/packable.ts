// Declared rows as they are packed, and back: their objects of free keys are maps then, see packing.ts. A row of which
// keys may be missing is one too. What was added to rows after they were packed gets the value that is declared for it.
import { findAdded, findProperties, isFree, type Properties, type Shape } from "../../shape.js";
import { isObject } from "../../json.js";
import { toObjects } from "./packing.js";

type Conversion = (value: unknown) => unknown;

/** Converter that makes rows with these properties packable. */
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

/** Converter that restores unpacked rows in place. A damaged snapshot's wrong value stays. */
export function createUnpacked(properties: Properties): Conversion {
  return unpackRow(properties) ?? ((row) => row);
}

function findUnpacking(shape: Shape): Conversion | undefined {
  const properties = findProperties(shape);
  if (properties === undefined) {
    return shape["additionalProperties"] === undefined ? undefined : toObjects;
  }
  const unpack = unpackRow(properties);
  if (unpack === undefined || shape["items"] === undefined) return unpack;
  return (rows) => {
    if (!Array.isArray(rows)) return rows;
    for (let at = 0; at < rows.length; at++) rows[at] = unpack(rows[at]);
    return rows;
  };
}

/** `undefined` for rows that stay as they were unpacked. */
function unpackRow(properties: Properties): Conversion | undefined {
  if (isFree(properties)) return toObjects;
  const unpackings = Object.entries(properties).flatMap(([name, shape]) => {
    const unpack = findUnpacking(shape);
    const missing = findAdded(shape)?.missing;
    return unpack === undefined && missing === undefined ? [] : [{ name, unpack, missing }];
  });
  if (unpackings.length === 0) return undefined;
  return (row) => {
    if (!isObject(row)) return row;
    const known = row as Record<string, unknown>;
    for (const { name, unpack, missing } of unpackings) {
      const value = known[name];
      if (value === undefined && missing !== undefined) known[name] = missing;
      else if (value !== undefined && value !== null && unpack !== undefined) {
        known[name] = unpack(value);
      }
    }
    return known;
  };
}
