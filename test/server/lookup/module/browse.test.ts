// Lists with counts: each is what counting the records by hand gives.

import { describe, expect, test } from "vitest";

import type { ModuleRecord } from "../../../../data/module/records.js";
import { openSnapshot } from "../../../../data/snapshot/decode.js";
import {
  listAuthors,
  listCategories,
  listLicenses,
  listRepositories,
  listVersionCounts,
} from "../../../../server/lookup/module/browse.js";
import type { EntryCounts, EntryTotal } from "../../../../server/contract/shape/browse.js";
import { listRecords } from "../../../support/fixture-snapshot.js";
import { createRecord } from "../../../support/module-records.js";
import { openForFile } from "../../../support/written-snapshot.js";
import { getSharedSnapshot, openSharedSnapshot } from "../../../support/shared-snapshot.js";

const snapshot = openSharedSnapshot();
const records = listRecords(snapshot);

function countRecords(counted: readonly ModuleRecord[]): EntryCounts {
  const installable = counted.filter((record) => record.installable);
  return { ...countTotal(counted), installable: countTotal(installable) };
}

function countTotal(counted: readonly ModuleRecord[]): EntryTotal {
  const versions: Record<string, number> = {};
  for (const { platform_version } of counted) {
    versions[platform_version] = (versions[platform_version] ?? 0) + 1;
  }
  return {
    modules: new Set(counted.map((record) => record.technical_name)).size,
    entries: counted.length,
    platform_versions: versions,
  };
}

describe("lists to browse", () => {
  test("repositories, in order, with the entries of each", () => {
    const rows = listRepositories(snapshot);
    expect(rows.map(({ organization, repository }) => `${organization}/${repository}`)).toEqual([
      "harbor-works/retail",
      "meadow-apps/finance",
      "meadow-apps/people",
      "northwind-addons/platform-core",
      "northwind-addons/retail",
      "northwind-addons/workshop",
    ]);
    for (const { organization, repository, git, last_commit, branches, ...counts } of rows) {
      const own = records.filter(
        (record) => record.organization === organization && record.repository === repository,
      );
      expect(own.every((record) => record.git === git)).toBe(true);
      expect(own.every((record) => branches[record.platform_version] === record.branch)).toBe(true);
      const days = own.flatMap(({ update_date: moment }) => moment?.slice(0, 10) ?? []);
      expect(last_commit).toBe(days.toSorted().at(-1));
      expect(counts).toEqual(countRecords(own));
      const versions = Object.keys(counts.platform_versions);
      expect(versions).toEqual(versions.toSorted((left, right) => Number(left) - Number(right)));
    }
  });

  test("versions, in order", () => {
    const rows = listVersionCounts(snapshot);
    expect(rows.map((row) => row.platform_version)).toEqual([
      "8.0",
      "16.0",
      "17.0",
      "18.0",
      "19.0",
    ]);
    for (const { platform_version, modules, entries, repositories } of rows) {
      const own = records.filter((record) => record.platform_version === platform_version);
      expect({ modules, entries }).toMatchObject({
        modules: countRecords(own).modules,
        entries: own.length,
      });
      expect(repositories).toBe(new Set(own.map((record) => record.git)).size);
    }
  });

  test("categories, licenses and authors, the most used first", async () => {
    const lists = [
      { rows: listCategories(snapshot), read: (record: ModuleRecord) => [record.category] },
      { rows: listLicenses(snapshot), read: (record: ModuleRecord) => [record.license] },
      { rows: listAuthors(snapshot), read: (record: ModuleRecord) => record.authors },
    ];
    for (const { rows, read } of lists) {
      expect(rows.map((row) => row.name).toSorted()).toEqual(
        [...new Set(records.flatMap(read))].toSorted(),
      );
      for (const { name, ...counts } of rows) {
        const own = records.filter((record) => read(record).includes(name));
        expect([name, counts]).toEqual([name, countRecords(own)]);
      }
      const modules = rows.map((row) => row.modules);
      expect(modules).toEqual(modules.toSorted((left, right) => right - left));
    }
  });

  test("names that differ in case or blanks are one, in the commonest spelling", async () => {
    const lists = [["Camp to camp", "Harbor"], ["CAMP TO CAMP"], ["Camp to camp"], ["Camptocamp"]];
    const other = await openForFile(
      lists.map((authors, at) => createRecord({ technical_name: `module_${at}`, authors })),
    );
    expect(listAuthors(other).map(({ name, modules }) => [name, modules])).toEqual([
      ["Camp to camp", 4],
      ["Harbor", 1],
    ]);
  });

  test("are counted once for a snapshot", async () => {
    expect(listCategories(snapshot)).toBe(listCategories(snapshot));
    expect(listAuthors(snapshot)).toBe(listAuthors(snapshot));
    const other = openSnapshot(getSharedSnapshot());
    expect(listCategories(other)).not.toBe(listCategories(snapshot));
    expect(listCategories(other)).toEqual(listCategories(snapshot));
    other.close();
  });
});
