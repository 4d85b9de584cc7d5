// Commits that moved a module to another folder.
import { describe, expect, test } from "vitest";
import type { Change } from "../../../../builder/source/commits/log.js";
import { findMoves } from "../../../../builder/source/commits/moves.js";
import { createPaths } from "../../../../builder/source/commits/paths.js";
import { testLong } from "../../../support/properties.js";

const NOTHING = "0".repeat(40);
const describePath = createPaths(["."], []);

/** `-sale_a/x 1` deletes content 1, `+` adds it, `~` changes it. */
function toChanges(lines: readonly string[]): readonly Change[] {
  return lines.map((line) => {
    const [written = "", content = ""] = line.slice(1).split(" ");
    const id = content.repeat(40);
    return {
      path: describePath(written),
      isFolder: false,
      objectId: line.startsWith("-") ? NOTHING : id,
      previousId: line.startsWith("+") ? NOTHING : id,
    };
  });
}

/** One line a move. */
function outline(...lines: readonly string[]): readonly string[] {
  return findMoves(toChanges(lines)).map(
    ({ from, to, deletedFiles, addedFiles, samePaths, sameBlobs }) =>
      `${from} ${deletedFiles} > ${to} ${addedFiles}: ${samePaths} paths, ${sameBlobs} blobs`,
  );
}

describe("a module is moved", () => {
  test("where its files come with their paths, the name of the folder replaced", () => {
    expect(
      outline(
        "-sale_old/__manifest__.py 1",
        "-sale_old/models/sale_old.py 2",
        "+sale_new/__manifest__.py 3",
        "+sale_new/models/sale_new.py 4",
      ),
    ).toEqual(["sale_old/ 2 > sale_new/ 2: 2 paths, 0 blobs"]);
  });

  test("where its contents come under other paths", () => {
    expect(
      outline(
        "-sale_old/__openerp__.py 1",
        "-sale_old/a.py 2",
        "+sale_new/b.py 2",
        "+sale_new/c.py 3",
        "+sale_new/d.py 4",
      ),
    ).toEqual(["sale_old/ 2 > sale_new/ 3: 0 paths, 1 blobs"]);
  });

  test("where it is split", () => {
    expect(
      outline(
        "-sale_old/__manifest__.py 1",
        "-sale_old/a.py 2",
        "+sale_one/__manifest__.py 3",
        "+sale_two/a.py 2",
      ),
    ).toEqual([
      "sale_old/ 2 > sale_one/ 1: 1 paths, 0 blobs",
      "sale_old/ 2 > sale_two/ 1: 1 paths, 1 blobs",
    ]);
  });

  test("in part, where some of its files come to another module", () => {
    const files = ["a", "b", "c", "d", "e", "f", "g"];
    expect(
      outline(
        "-old/__manifest__.py 0",
        ...files.map((name) => `-old/${name} ${name}`),
        "+new/a a",
        "+new/b b",
        "+new/x 9",
      ),
    ).toEqual(["old/ 8 > new/ 3: 2 paths, 2 blobs"]);
  });

  test.each<[string, readonly string[]]>([
    [
      "one whose manifest has another name",
      ["-old/__openerp__.py 1", "+old/__manifest__.py 1", "-old/a 2", "+new/a 2"],
    ],
    ["only deleted", ["-sale_old/__manifest__.py 1", "-sale_old/a.py 2"]],
    [
      "deleted where other files come",
      ["-sale_old/__manifest__.py 1", "-sale_old/a.py 2", "+sale_new/x.py 3", "+y.txt 2"],
    ],
    ["changed alone", ["~sale_old/__manifest__.py 1", "-sale_old/a.py 2", "+sale_new/a.py 2"]],
    [
      "no module at the top of the folder",
      ["-sale_old/sub/__manifest__.py 1", "+sale_new/sub/__manifest__.py 1"],
    ],
    [
      "one of very many",
      Array.from({ length: 41 }, (_, at) => [`-m${at}/__manifest__.py 1`, `+n${at}/a 1`]).flat(),
    ],
  ])("but not where it is %s", (_, lines) => {
    expect(outline(...lines)).toEqual([]);
  });

  testLong("is looked for in time in proportion to the files", () => {
    const files = Array.from({ length: 40_000 }, (_, at) => [`-sale/${at}.py 1`, `+n${at}/x.py 2`]);
    expect(outline("-sale/__manifest__.py 1", ...files.flat())).toEqual([]);
  });
});
