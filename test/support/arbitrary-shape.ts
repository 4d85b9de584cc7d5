// Any value of a declared shape, as the builder could make it.
import * as fc from "fast-check";
import { toTimestamp } from "../../data/snapshot/record/record-head.js";
import type { Properties, Shape, ValueOf } from "../../data/shape.js";
import { anyCharacter } from "./properties.js";

/** Any text that can come out of UTF-8: the empty one, names that objects know, every script. */
export const anyText = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.constantFrom("", "__proto__", "constructor", "toString", "é\u0000", "模块", "\u{1f600}"),
);

/** Seconds since 1970, as a snapshot keeps them. */
export const anyTimestamp = fc.nat({ max: 0xffff_ffff }).map(toTimestamp);

/** Objects of given keys. */
export function arbitraryObject<P extends Properties>(
  properties: P,
  required: readonly string[] = Object.keys(properties),
): fc.Arbitrary<{ readonly [K in keyof P]: ValueOf<P[K]> }> {
  const keys = Object.entries(properties).map(([key, shape]) => [key, arbitraryOf(shape)]);
  const model = Object.fromEntries(keys) as Record<string, fc.Arbitrary<unknown>>;
  return fc.record(model, {
    noNullPrototype: true,
    requiredKeys: [...required],
  }) as fc.Arbitrary<never>;
}

function arbitraryOf(shape: Shape): fc.Arbitrary<unknown> {
  const { type, items, properties, pattern } = shape;
  if (Array.isArray(type)) {
    const [first, second] = type as readonly string[];
    const one = arbitraryOf({ ...shape, type: first });
    return second === "null"
      ? fc.option(one)
      : fc.oneof(one, arbitraryOf({ ...shape, type: second }));
  }
  if (Array.isArray(shape["enum"])) return fc.constantFrom(...(shape["enum"] as unknown[]));
  switch (type) {
    case "string":
      return pattern === undefined ? anyText : anyTimestamp;
    case "boolean":
      return fc.boolean();
    case "integer":
      return shape["minimum"] === 0 ? fc.maxSafeNat() : fc.maxSafeInteger();
    case "array":
      return fc.array(arbitraryOf(items as Shape), { maxLength: 3 });
    case "object":
      return properties === undefined
        ? freeKeys(arbitraryOf(shape["additionalProperties"] as Shape))
        : arbitraryObject(properties as Properties, (shape["required"] ?? []) as readonly string[]);
    default:
      throw new Error(`no values of ${JSON.stringify(shape)}`);
  }
}

/** Objects whose keys are anyone's, made as `Object.fromEntries` makes them. */
function freeKeys(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .array(fc.tuple(anyText, value), { maxLength: 3 })
    .map((rows) => Object.fromEntries(rows) as unknown);
}
