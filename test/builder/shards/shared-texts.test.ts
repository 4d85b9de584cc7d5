// Sharing changes where texts are in memory, and nothing that can be seen of a value.
import { deserialize, serialize } from "node:v8";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createSharedTexts } from "../../../builder/shards/shard-file.js";

test("values stay as they are, whatever came before", () => {
  const value = fc.object({
    key: fc.string(),
    values: [fc.string(), fc.integer(), fc.constant(null)],
  });
  fc.assert(
    fc.property(fc.array(value), (values) => {
      const share = createSharedTexts();
      for (const one of values) {
        const copy = deserialize(serialize(one)) as unknown;
        expect(share(copy)).toBe(copy);
        expect(copy).toEqual(deserialize(serialize(one)));
      }
    }),
  );
});

test("a text, a list and nothing are values too", () => {
  const share = createSharedTexts();
  expect([share("a"), share(["a", null, 1]), share(null)]).toEqual(["a", ["a", null, 1], null]);
});
