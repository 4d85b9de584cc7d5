// Settings of properties, loaded once in each process of tests: the same cases each time, with the path of a failing one;
// and any character.
import { configureGlobal } from "fast-check";
import * as fc from "fast-check";

/** The first tier tries a third of the cases, those that come first; `make test-all` tries all of them. */
export function countCases(all: number): number {
  return process.env["ALL_CASES"] === undefined ? Math.ceil(all / 3) : all;
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
