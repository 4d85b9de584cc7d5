// Manifests as text and back, and those that ship.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import {
  formatManifestTable,
  parseManifestTable,
  type PlatformManifest,
  getPlatformManifests,
} from "../../../data/platform/manifest-table.js";
import { findPlatformEdition } from "../../../data/platform/module-names.js";
import { ROOT } from "../../../docs/tools/project-root.js";

const MOST_BYTES = 100_000;

const base: PlatformManifest = manifest("base", []);

function manifest(
  name: string,
  depends: readonly string[],
  changes: Partial<PlatformManifest> = {},
): PlatformManifest {
  return { name, depends, triggers: undefined, countries: [], excludes: [], ...changes };
}

function tableOf(
  lists: Readonly<Record<string, readonly PlatformManifest[]>>,
): ReadonlyMap<string, ReadonlyMap<string, PlatformManifest>> {
  return new Map(
    Object.entries(lists).map(([version, list]) => [
      version,
      new Map(list.map((one) => [one.name, one])),
    ]),
  );
}

const TABLE = tableOf({
  "10.0": [base, manifest("a", ["base"]), manifest("b", ["a"], { triggers: ["a"] })],
  "9.0": [base, manifest("a", ["base"]), manifest("gone", [], { triggers: [] })],
  "11.0": [
    base,
    manifest("a", ["base", "b"], { triggers: ["b"], countries: ["BE", "FR"], excludes: ["c-d"] }),
    manifest("b", ["a"], { triggers: [] }),
    manifest("gone", [], { triggers: [] }),
  ],
});

const TEXT = `# A table.
#
9.0 10.0 11.0
a 9.0-10.0 base
a 11.0- base,b auto=b countries=BE,FR excludes=c-d
b 10.0 a auto
b 11.0- a auto=
base 9.0- -
gone 9.0 - auto
gone 11.0- - auto
`;

test("manifests become lines by name, and are read again", () => {
  expect(formatManifestTable(TABLE, ["A table.", ""])).toBe(TEXT);
  expect(parseManifestTable(TEXT)).toEqual(TABLE);
});

test.each(["", "a b", "a,b", "#"])("the name %o is refused", (name) => {
  expect(() => formatManifestTable(tableOf({ "9.0": [manifest(name, [])] }), [])).toThrow(
    RangeError,
  );
});

test.each(["a", "a 8.0 -", "a 10.0-9.0 -"])("the line %o is refused", (line) => {
  expect(() => parseManifestTable(`9.0 10.0\n${line}\n`)).toThrow(RangeError);
});

test.each(["14.0", "16.0", "17.0", "18.0", "19.0"])("what ships is whole at %s", (version) => {
  const shipped = getPlatformManifests(version);
  expect(shipped.get("base")).toMatchObject({ depends: [], triggers: [] });
  expect(shipped.get("sale_stock")?.triggers).toEqual(["sale", "stock_account"]);
  expect(shipped.size).toBeGreaterThan(350);
  const all = [...shipped.values()];
  expect(all.filter(({ name }) => findPlatformEdition(name, version) !== "core")).toEqual([]);
  // Odoo has test_data_module in its tests, and no list of its modules does.
  const needs = all.flatMap(({ depends }) => depends).filter((need) => need !== "test_data_module");
  expect(needs.filter((need) => !shipped.has(need))).toEqual([]);
});

test("of a version without a table nothing is known", () => {
  expect(getPlatformManifests("15.0").size).toBe(0);
});

test("the file is small, and carries its sources", () => {
  const text = readFileSync(path.join(ROOT, "data", "platform", "module-manifests.txt"), "utf8");
  expect(text.length).toBeLessThan(MOST_BYTES);
  expect(text).toMatch(/^# Source: Odoo Community \(LGPL-3\.0\)/m);
  expect(text).toMatch(/^# 17\.0: https:\/\/github\.com\/\S+\.git, commit [0-9a-f]{40}$/m);
});
