// Cases that the first tier leaves to `make test-all`; and settings of properties, loaded once in each process of tests: the
// same cases each time, with the path of a failing one, and any character.
import { configureGlobal } from "fast-check";
import * as fc from "fast-check";
import { test } from "vitest";

const HAS_ALL = process.env["ALL_CASES"] !== undefined;

/** The first tier tries a tenth of the cases, those that come first, and four at least. */
export function countCases(all: number): number {
  return HAS_ALL ? all : Math.min(all, Math.max(4, Math.ceil(all / 10)));
}

/** The first tier tries every fourth of a table, by default from the first on. @throws RangeError for an empty table */
export function sampleCases<const Case>(all: readonly Case[], from = 0): readonly Case[] {
  if (all.length === 0) throw new RangeError("there are no cases");
  const first = from % Math.min(4, all.length);
  return HAS_ALL ? all : all.filter((_, at) => at % 4 === first);
}

/** A test that takes long by its nature: the first tier has none of it. */
export function testLong(name: string, look: () => Promise<void> | void): void {
  if (HAS_ALL) test(name, look);
}

configureGlobal({ seed: 20_240_101, numRuns: countCases(100) });

const FIRST_HALF = 0xd800;
const HALVES = 0x800;

/** Any code point but halves of surrogate pairs: for `fc.string({ unit: anyCharacter })`. */
export const anyCharacter: fc.Arbitrary<string> = fc
  .nat(0x10_ffff - HALVES)
  .map((number) => String.fromCodePoint(number < FIRST_HALF ? number : number + HALVES), toNumber);

/** With it texts that are wrong in many programs, such as `__proto__`, are among those that are tried. */
function toNumber(character: unknown): number {
  if (typeof character !== "string") throw new TypeError("no text");
  const point = character.codePointAt(0) ?? FIRST_HALF;
  const isHalf = point >= FIRST_HALF && point < FIRST_HALF + HALVES;
  if (isHalf || character !== String.fromCodePoint(point)) throw new Error("no single character");
  return point < FIRST_HALF ? point : point - HALVES;
}
