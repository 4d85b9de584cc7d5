// A build of branches without their history: known facts of modules, and unknown ones.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSnapshot, type Snapshot } from "../../data/snapshot/decode.js";
import { compareEntry } from "../../server/compare/unported/compare-entry.js";
import { findUnported } from "../../server/compare/unported/unported.js";
import { listDatedModules } from "../../server/lookup/module/dated-names.js";
import { build } from "../support/builds.js";
import { makeSources } from "../support/world.js";
import { makeTemporaryFolder } from "../support/temporary-folder.js";

const root = makeTemporaryFolder();
let snapshot: Snapshot;

beforeAll(async () => {
  const files = {
    "__manifest__.py": '{"name": "Sale", "depends": []}',
    "__init__.py": "",
    "models.py": "x = 1",
    "modèle.py": "from odoo import models\nclass A(models.Model):\n    _name = 'a'\n",
  };
  const { sales } = makeSources(root, {
    sales: { "17.0": { sale: files }, "16.0": { sale: files, gone: files } },
  });
  const out = `${root}/out`;
  const known = await build([sales], { out });
  expect(known.parsed).toBe(3);
  // The same cache: a reading with a history does not count.
  const { folder } = await build([{ ...sales, withoutHistory: true }], { out });
  snapshot = openSnapshot(folder);
});

afterAll(() => snapshot.close());

describe("modules that are read without history", () => {
  test("have no dates and no people, but all else", () => {
    expect(snapshot.readRecord(0)).toMatchObject({
      technical_name: "gone",
      update_date: null,
      last_code_change: null,
      committers: [],
      name: "Sale",
    });
    expect(listDatedModules(snapshot, 0, 1)).toEqual([{ name: "gone", date: undefined }]);
  });

  test("have what stands in files with names that git quotes", () => {
    expect(snapshot.readRecord(0).models.map(({ file }) => file)).toEqual(["modèle.py"]);
  });

  test("are compared with no other branch", () => {
    expect(compareEntry(snapshot, 0, { platformVersion: "17.0" })).toMatchObject({
      process: "not_compared",
      lacking: [],
    });
  });

  test("have no time of their branch", () => {
    const filter = { from: "16.0", to: "17.0", org: undefined, repo: undefined, all: false };
    const side = { branch: expect.any(String), commit: expect.any(String), committed: null };
    expect(findUnported(snapshot, "gone", filter)).toMatchObject({
      value: { from: side, to: side },
    });
  });

  test("are no diagnostics", () => {
    expect(snapshot.readDiagnostics()).toEqual([]);
  });
});
