// Loaded once in each process of tests: what is deeply the same is compared by Node.js. Vitest itself takes microseconds for
// each byte of a buffer. Where something differs, or a matcher stands in a value, it compares and reports as always.
import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";

expect.addEqualityTesters([
  (left: unknown, right: unknown) =>
    typeof left === "object" && isDeepStrictEqual(left, right) ? true : undefined,
]);
