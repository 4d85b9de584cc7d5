// Differences of two texts: pieces that turn one into the other, and no shorter ones.
import { array, assert, constantFrom, property } from "fast-check";
import { expect, test } from "vitest";
import { diffTexts } from "../../../builder/port/hunks.js";
import { squash } from "../../../builder/port/squashed-text.js";

const LINES = array(constantFrom("aa", "bb", "cc", "dd"), { maxLength: 12 });

/** Lines that two lists have in common, in their order, at most. */
function countCommon(left: readonly string[], right: readonly string[]): number {
  const [first, ...rest] = left;
  if (first === undefined) return 0;
  const at = right.indexOf(first);
  const without = countCommon(rest, right);
  return at < 0 ? without : Math.max(without, 1 + countCommon(rest, right.slice(at + 1)));
}

test("hunks make the new text of the old one, and there are no shorter ones", () => {
  assert(
    property(LINES, LINES, (old, now) => {
      const hunks = diffTexts(squash("a.txt", old.join("\n")), squash("a.txt", now.join("\n")));
      const made: string[] = [];
      let at = 0;
      for (const { oldFrom, oldTo, newFrom, newTo } of hunks) {
        made.push(...old.slice(at, oldFrom), ...now.slice(newFrom, newTo));
        at = oldTo;
      }
      expect([...made, ...old.slice(at)]).toEqual(now);
      const edits = hunks.map((one) => one.oldTo - one.oldFrom + (one.newTo - one.newFrom));
      const common = countCommon(old, now);
      expect(edits.reduce((sum, one) => sum + one, 0)).toBe(old.length + now.length - 2 * common);
    }),
  );
});
