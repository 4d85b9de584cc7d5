// Files as large as their limits allow, and larger.
import { expect, test } from "vitest";
import { NODE_LIMIT } from "../../../builder/parse/xml/markup.js";
import { parseTree } from "../../../builder/parse/xml/tree.js";

test("a tree stops at a number of elements", () => {
  const { fault, roots } = parseTree(`<r>${"<a/>".repeat(NODE_LIMIT)}</r>`);
  expect(fault?.kind).toBe("too_large");
  expect(roots.map(({ isComplete }) => isComplete)).toEqual([false]);
});
