// Commits that moved a module to another folder.
import { describe, expect, test } from "vitest";
import { findMoves, type FileChange } from "../../../../builder/source/commits/moves.js";

const NOTHING = "0".repeat(40);

/** `-sale_a/x 1` deletes content 1, `+` adds it, `~` changes it. */
function toFiles(...lines: readonly string[]): readonly FileChange[] {
  return lines.map((line) => {
    const [path = "", content = ""] = line.slice(1).split(" ");
    const id = content.repeat(40);
    return {
      change: {
        written: path,
        isFolder: false,
        objectId: line.startsWith("-") ? NOTHING : id,
        previousId: line.startsWith("+") ? NOTHING : id,
      },
      unit: path.includes("/") ? `${path.split("/")[0]}/` : path,
    };
  });
}

/** One line a move. */
function outline(...lines: readonly string[]): readonly string[] {
  return findMoves(toFiles(...lines)).map(
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

  test.each<[string, readonly string[]]>([
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
      Array.from({ length: 21 }, (_, at) => [`-m${at}/__manifest__.py 1`, `+n${at}/a 1`]).flat(),
    ],
  ])("but not where it is %s", (_, lines) => {
    expect(outline(...lines)).toEqual([]);
  });
});
