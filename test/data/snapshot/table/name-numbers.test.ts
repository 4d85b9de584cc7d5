// Names that get numbers as they are met.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { NameNumbers } from "../../../../data/snapshot/table/name-numbers.js";

test("each name has one number, which leads to its place in order", () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (all) => {
      const numbers = new NameNumbers();
      const given = all.map((name) => numbers.add(name));
      const { names, sorted } = numbers.list();
      expect(names).toEqual([...new Set(all)].toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
      expect(given.map((number) => names[sorted[number] ?? -1])).toEqual(all);
    }),
  );
});
