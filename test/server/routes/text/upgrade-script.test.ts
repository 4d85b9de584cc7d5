// Drafts of migration scripts: Python that can be parsed, with calls for what nobody covers.
import { afterAll, expect, test } from "vitest";
import { findFirstError, parsePython } from "../../../../builder/parse/python/tree.js";
import { parseMigrationFile } from "../../../../builder/parse/python/migration/migration-file.js";
import { findUpgrade } from "../../../../server/compare/upgrade/find-upgrade.js";
import type { ModuleUpgrade } from "../../../../server/contract/shape/migration/upgrade.js";
import { renderScripts } from "../../../../server/routes/text/upgrade/script.js";
import { makeTemporaryFolder } from "../../../support/temporary-folder.js";
import { openParsedModules } from "../../../support/world.js";
import { RENTAL_UPGRADE } from "../../compare/upgrade/rental-upgrade.js";

const snapshot = await openParsedModules(makeTemporaryFolder(), RENTAL_UPGRADE);
afterAll(() => snapshot.close());

const modules = ["rental", "rental_extra", "rental_more"];
const { modules: analysed } = await findUpgrade(
  { from: snapshot, to: snapshot },
  {
    from: { platformVersion: "16.0", modules },
    to: { platformVersion: "17.0", modules },
  },
);

function expectPython(text: string): void {
  const root = parsePython(text);
  expect(root && findFirstError(root)).toBeUndefined();
}

test("are Python, and name what nobody covers", () => {
  const text = renderScripts(analysed.filter(({ module }) => module === "rental"));
  expectPython(text);
  expect(text).toMatch(/^# rental\/migrations\/17\.0\.1\.0\.0\/pre-migration\.py\n# DRAFT /);
  const bytes = new TextEncoder().encode(text);
  const { steps } = parseMigrationFile(bytes).value;
  expect(steps.map(({ call, names }) => `${call} ${names.join(" ")}`)).toEqual(
    ["rename_tables rental_old", "delete_records_safely_by_xml_id rental.gone"].slice(
      0,
      steps.length,
    ),
  );
  expect(text).not.toMatch(/rename_columns|rental_lease"/);
});

test("a module that asks for nothing has none", () => {
  expect(renderScripts([])).toBe("# Nothing asks for a migration script.\n");
});

test("what names hold stays text", () => {
  const [first] = analysed;
  const change = { class: "data_lost" as const, code: "column_removed" as const };
  const hostile: ModuleUpgrade = {
    ...(first as ModuleUpgrade),
    models: [],
    records: [],
    fields: [
      {
        model: 'a"]\nimport os',
        field: "b\\",
        type: "char",
        definitions: { from: [], to: [] },
        changes: [
          {
            ...change,
            kind: "removed",
            renamed: {
              model: 'a"]\nimport os',
              field: "c",
              evidence: [{ kind: "string", value: "x\ny" }],
            },
          },
          { ...change, kind: "removed" },
          { class: "may_fail", code: "now_required", kind: "required" },
        ],
      },
    ],
  };
  const text = renderScripts([hostile]);
  expectPython(text);
  expect(text).not.toMatch(/^import os/m);
});
