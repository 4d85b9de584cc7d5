// Modules as rows: the whole in parts, and lists of names.

import { describe, expect, test } from "vitest";

import type { ModuleRecord } from "../../../../data/module/records.js";
import { listModuleRows, listNamedRows } from "../../../../server/lookup/module/module-rows.js";
import { openSnapshot } from "../../../../data/snapshot/decode.js";
import { createRecord } from "../../../support/module-records.js";
import { writeRecords } from "../../../support/written-snapshot.js";
import { listRecords } from "../../../support/fixture-snapshot.js";
import { openSharedSnapshot } from "../../../support/shared-snapshot.js";

const snapshot = openSharedSnapshot();
const records = listRecords(snapshot);

const identify = (
  row: Pick<ModuleRecord, "technical_name" | "platform_version" | "organization">,
) => `${row.technical_name} ${row.platform_version} ${row.organization}`;

/** At any version, those of a name once. */
function countDependents(name: string): number {
  const those = records.filter((record) => record.declared_dependencies.platform.includes(name));
  return new Set(those.map((record) => record.technical_name)).size;
}

describe("listModuleRows", () => {
  test.each([undefined, "8.0", "16.0", "17.0", "99.0"])(
    "parts of %s put together are the whole, in its order",
    (platform_version) => {
      const expected = records.filter(
        (record) => platform_version === undefined || record.platform_version === platform_version,
      );
      const seen: string[] = [];
      for (let offset = 0; offset <= expected.length; offset += 7) {
        const page = listModuleRows(snapshot, { platform_version, offset, limit: 7 });
        expect(page.total).toBe(expected.length);
        seen.push(...page.rows.map(identify));
      }
      expect(seen).toEqual(expected.map(identify));
    },
  );

  test("a row says what the record says", () => {
    const { rows } = listModuleRows(snapshot, {
      platform_version: undefined,
      offset: 0,
      limit: 99,
    });
    expect(rows).toHaveLength(records.length);
    rows.forEach((row, at) => {
      const { found, providers, carriers, dependents, ...facts } = row;
      expect(found).toBe(true);
      expect(dependents).toBe(countDependents(row.technical_name));
      expect(records[at]).toMatchObject(facts);
      expect(carriers).toEqual(providers);
      expect(providers).toContain(`${row.organization}/${row.repository}`);
    });
  });

  test("beyond the end there is nothing", () => {
    const query = { platform_version: undefined, offset: 1_000_000, limit: 5 };
    expect(listModuleRows(snapshot, query)).toEqual({ rows: [], total: records.length });
  });
});

describe("listNamedRows", () => {
  const all = { offset: 0, limit: 500 };

  test("answers each name in its place, at the newest version that has it", () => {
    const names = ["vat_check", "no_such_module", "leave_calendar", "", "__proto__"];
    const { rows, total } = listNamedRows(snapshot, names, { ...all, platform_version: undefined });
    expect(total).toBe(5);
    expect(rows.map((row) => [row.technical_name, row.found && row.platform_version])).toEqual([
      ["vat_check", "17.0"],
      ["no_such_module", false],
      ["leave_calendar", "16.0"],
      ["", false],
      ["__proto__", false],
    ]);
  });

  test("says where a module is that is not at the version", () => {
    const { rows } = listNamedRows(snapshot, ["gift_card", "nothing"], {
      ...all,
      platform_version: "17.0",
    });
    expect(rows).toEqual([
      {
        technical_name: "gift_card",
        found: false,
        available_versions: ["16.0"],
        kind: "unknown",
        near: [],
      },
      {
        technical_name: "nothing",
        found: false,
        available_versions: [],
        kind: "unknown",
        near: [],
      },
    ]);
  });

  test("says whose a module is that is one of the platform", () => {
    const names = ["sale", "web_studio", "hr_contract"];
    const at = (platform_version: string | undefined) =>
      listNamedRows(snapshot, names, { ...all, platform_version }).rows.map((row) =>
        row.found ? "found" : row.kind,
      );
    expect(at("17.0")).toEqual(["core", "enterprise", "core"]);
    expect(at("19.0")).toEqual(["core", "enterprise", "unknown"]);
    expect(at(undefined)).toEqual(["core", "enterprise", "core"]);
  });

  test("gives of several providers the one that a plan takes", async () => {
    const core = { organization: "odoo", repository: "odoo" };
    const both = openSnapshot(
      await writeRecords([
        createRecord({ technical_name: "base", ...core }),
        createRecord({ technical_name: "tool", organization: "aaa" }),
        createRecord({ technical_name: "tool", ...core }),
      ]),
    );
    const { rows } = listNamedRows(both, ["tool"], { ...all, platform_version: undefined });
    expect(rows).toMatchObject([core]);
    both.close();
  });

  test("gives the first of several providers, and names all", () => {
    const { rows } = listNamedRows(snapshot, ["delivery_window"], {
      ...all,
      platform_version: "16.0",
    });
    expect(rows).toMatchObject([
      {
        organization: "harbor-works",
        carriers: ["harbor-works/retail", "northwind-addons/retail"],
      },
    ]);
  });
});
