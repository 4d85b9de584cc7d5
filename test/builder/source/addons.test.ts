// Module folders of a tree.
import { describe, expect, test } from "vitest";
import { findModuleFolders, isPlainFile } from "../../../builder/source/addons.js";
import type { TreeRow } from "../../../builder/source/git/trees.js";

const LINK = "120000";
const SUBMODULE = "160000";

function toRow(path: string, mode = "100644"): TreeRow {
  return { mode, objectId: `object of ${path}`, sizeBytes: 1, path };
}

function find(paths: readonly string[], addons: readonly string[] = ["."]): readonly string[] {
  return findModuleFolders(
    paths.map((path) => toRow(path)),
    addons,
  ).modules.map(({ folder }) => folder);
}

describe("a module folder", () => {
  test("is one with a manifest of any of its names", () => {
    expect(find(["a/__manifest__.py", "b/__openerp__.py", "c/__terp__.py", "d/README.md"])).toEqual(
      ["a", "b", "c"],
    );
  });

  test("with both names has the new one as its manifest, in whatever order", () => {
    for (const names of [
      ["__manifest__.py", "__openerp__.py"],
      ["__openerp__.py", "__manifest__.py"],
    ]) {
      const rows = names.map((name) => toRow(`a/${name}`));
      expect(findModuleFolders(rows, ["."]).modules.map(({ manifest }) => manifest)).toEqual([
        "__manifest__.py",
      ]);
    }
  });

  test("has the rows of all that is under it and of nothing else", () => {
    const paths = ["README.md", "a/__manifest__.py", "a/b/c/d/e.py", "ab/__manifest__.py"];
    expect(
      findModuleFolders(
        paths.map((path) => toRow(path)),
        ["."],
      ).modules.map(({ folder, rows }) => `${folder}: ${rows.map(({ path }) => path).join(" ")}`),
    ).toEqual(["a: a/__manifest__.py a/b/c/d/e.py", "ab: ab/__manifest__.py"]);
  });

  test("is at most three levels deep", () => {
    expect(find(["a/__manifest__.py", "b/a/__manifest__.py", "c/b/a/__manifest__.py"])).toEqual([
      "a",
      "b/a",
      "c/b/a",
    ]);
    expect(find(["d/c/b/a/__manifest__.py"])).toEqual([]);
  });

  test("is never inside another module", () => {
    expect(find(["a/__manifest__.py", "a/b/__manifest__.py", "a-b/__manifest__.py"])).toEqual([
      "a",
      "a-b",
    ]);
    expect(find(["a/b/__manifest__.py", "a/z/__manifest__.py"])).toEqual(["a/b", "a/z"]);
  });

  test("is never under the packaging folder setup of the repository", () => {
    const paths = ["setup/a/__manifest__.py", "setup/b/odoo/__manifest__.py"];
    expect(find([...paths, "x/setup/__manifest__.py", "setup_b/__manifest__.py"])).toEqual([
      "x/setup",
      "setup_b",
    ]);
  });

  test("may be the repository itself, and then is the only one", () => {
    expect(find(["__manifest__.py", "a/__manifest__.py"])).toEqual([""]);
  });

  test.each([LINK, SUBMODULE])("has no manifest of mode %s", (mode) => {
    const rows = [toRow("a/__manifest__.py", mode), toRow("b/__manifest__.py", "100755")];
    expect(findModuleFolders(rows, ["."]).modules.map(({ folder }) => folder)).toEqual(["b"]);
  });
});

describe("the folders that are searched", () => {
  const paths = [
    "__manifest__.py",
    "addons/a/__manifest__.py",
    "addons/x/y/b/__manifest__.py",
    "addons/x/y/z/c/__manifest__.py",
    "other/d/__manifest__.py",
    "addons_extra/e/__manifest__.py",
  ];

  test("are those of the list; depth counts from each", () => {
    expect(find(paths, ["addons"])).toEqual(["addons/a", "addons/x/y/b"]);
    expect(find(paths, ["addons/x", "other"])).toEqual([
      "addons/x/y/b",
      "addons/x/y/z/c",
      "other/d",
    ]);
  });

  test("may be modules themselves", () => {
    expect(find(paths, ["addons/a"])).toEqual(["addons/a"]);
  });

  test("may not be there", () => expect(find(paths, ["nowhere"])).toEqual([]));
});

test("plain files are those that are no link and no submodule", () => {
  const modes = ["100644", "100755", LINK, SUBMODULE];
  expect(modes.filter((mode) => isPlainFile(toRow("a", mode)))).toEqual(["100644", "100755"]);
});
