// The dataset as a file of SQLite: sound, with as many rows as the routes have, the same for the same snapshot.
import { finishSteps } from "../../../data/yield.js";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { publishSnapshot } from "../../../builder/assemble/publish.js";
import { ID_DIGITS, type RepositoryHistory } from "../../../data/history/repository-history.js";
import {
  NOTHING_PACKED,
  packHistory,
  unpackHistory,
} from "../../../data/snapshot/history/packed-history.js";
import { listTableRows, TABLES } from "../../../server/dataset/tables.js";
import { findDependents } from "../../../server/lookup/dependency/dependents.js";
import {
  listDiagnostics,
  readSnapshotDetails,
} from "../../../server/lookup/module/snapshot-details.js";
import { queryDataset, writeSqliteDataset, type DatasetRow } from "./dataset.js";
import { listRecords } from "../../support/fixture-snapshot.js";
import { createContents, createRecord } from "../../support/module-records.js";
import { getSharedSnapshot, openSharedSnapshot } from "../../support/shared-snapshot.js";
import { writeSmallSnapshot } from "../../support/small-snapshot.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";

const snapshot = openSharedSnapshot();
let file: string;

beforeAll(async () => {
  file = await writeSqliteDataset(getSharedSnapshot());
});

const ask = (sql: string): readonly DatasetRow[] => queryDataset(file, sql);
const count = (from: string): unknown => ask(`SELECT count(*) AS rows FROM ${from}`)[0]?.["rows"];

const find = (words: string): readonly DatasetRow[] =>
  ask(`SELECT DISTINCT e.technical_name AS name FROM entry_texts
    JOIN entries e ON e.id = entry_texts.rowid WHERE entry_texts MATCH '${words}'`);

const EVERYTHING = {
  code: undefined,
  org: undefined,
  repo: undefined,
  platform_version: undefined,
  offset: 0,
  limit: 0,
};

describe("a file of SQLite", () => {
  test("is sound, and every foreign key leads to a row", () => {
    expect(ask("PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
    expect(ask("PRAGMA foreign_key_check")).toEqual([]);
    expect(ask("PRAGMA user_version")).toEqual([{ user_version: 1 }]);
    expect(readdirSync(path.dirname(file))).toEqual([path.basename(file)]);
  });

  test("has the numbers of /v1/snapshot and /v1/diagnostics", () => {
    const { counts, id } = readSnapshotDetails(snapshot);
    for (const name of ["entries", "modules", "repositories", "models", "fields"] as const) {
      expect([name, count(name)]).toEqual([name, counts[name]]);
    }
    expect([count("methods"), count("views")]).toEqual([counts.methods, counts.views]);
    expect(count("diagnostics")).toBe(listDiagnostics(snapshot, EVERYTHING).total);
    const versions = ask("SELECT platform_version, count(*) AS n FROM entries GROUP BY 1");
    expect(
      Object.fromEntries(versions.map(({ platform_version: version, n }) => [version, n])),
    ).toEqual(counts.platform_versions);
    expect(ask("SELECT id FROM snapshot")).toEqual([{ id }]);
  });

  test("has the dependents and the parts of the routes", () => {
    const query = { platform_version: "17.0", direct: true, offset: 0, limit: 100 };
    const found = findDependents(snapshot, "mail", query);
    expect(found.found && found.value.dependents.counts.direct).toBe(
      ask(
        `SELECT count(DISTINCT e.technical_name) AS n FROM dependencies d JOIN entries e
          ON e.id = d.entry_id WHERE d.depends_on = 'mail' AND e.platform_version = '17.0'`,
      )[0]?.["n"],
    );
    const parts = listRecords(snapshot).map((_, entry) => snapshot.readParts(entry));
    const sum = (name: keyof (typeof parts)[number]): number =>
      parts.reduce((rows, part) => rows + part[name].length, 0);
    expect(count("access_rights")).toBe(sum("access"));
    expect(count("menus")).toBe(sum("menus"));
    expect(count("readme_sections")).toBe(sum("readme"));
    expect(count("images")).toBe(sum("images"));
  });

  test("says of an entry what its details say", () => {
    const sql = `SELECT e.*, r.organization FROM entries e JOIN repositories r ON r.id = e.repository_id
      WHERE e.technical_name = 'vat_check' AND e.platform_version = '17.0'`;
    const record = listRecords(snapshot).find(
      (one) => one.technical_name === "vat_check" && one.platform_version === "17.0",
    );
    expect(ask(sql)[0]).toMatchObject({
      organization: record?.organization,
      name: record?.name,
      sha: record?.commit,
      folder_size: record?.folder_size,
      update_date: record?.update_date,
      installable: 1,
      license_spdx: "AGPL-3.0-only",
      distribution_purl: "pkg:pypi/odoo-addon-vat-check@17.0.1.0.2",
    });
  });

  test("knows whether a method calls super, and packages by their distributions", () => {
    const calls = ask(`SELECT DISTINCT x.calls_super FROM methods x WHERE x.name = 'create'`);
    expect(calls).toEqual([{ calls_super: 1 }]);
    expect(
      ask(`SELECT package, specifier FROM python_requirements WHERE requirement LIKE 'python-s%'
        ORDER BY specifier`),
    ).toContainEqual({ package: "python-stdnum", specifier: ">=1.18" });
  });

  test("has constraints and indexes of tables", () => {
    const sql = `SELECT e.platform_version, m.model_name, o.name, o.kind, o.definition, o.message
      FROM table_objects o JOIN models m ON m.id = o.model_id JOIN entries e ON e.id = m.entry_id
      WHERE e.platform_version = '17.0'`;
    expect(ask(sql)).toEqual([
      {
        platform_version: "17.0",
        model_name: "invoice.reminder.level",
        name: "delay_unique",
        kind: "sql_constraint",
        definition: "unique(delay_days)",
        message: "Two levels on one day.",
      },
    ]);
  });

  test("finds words in texts, whatever their case and accents", () => {
    expect(find("VAT check")).toContainEqual({ name: "vat_check" });
    expect(find("nothing has these")).toEqual([]);
  });
});

test("the same snapshot gives the same bytes", async () => {
  const small = await writeSmallSnapshot(makeTemporaryFolder());
  const files = [await writeSqliteDataset(small), await writeSqliteDataset(small)];
  const [first, second] = files.map((one) => readFileSync(one));
  expect(first?.equals(second ?? Buffer.alloc(0))).toBe(true);
});

test("numbers of another repository's pull requests stand beside those of its own", async () => {
  const requests = [false, true].map((isForeign) => ({
    number: 5,
    mergedSeconds: 1_700_000_000,
    title: isForeign ? "theirs" : "ours",
    isForeign,
  }));
  const members = [0, 1, 2].map((commit) => ({ commit, pullRequest: commit - 1, since: 0 }));
  const folder = await writeHistory({
    ...finishSteps(unpackHistory(NOTHING_PACKED)),
    people: ["Ann"],
    units: ["mail/"],
    changes: [{ author: 0, localSeconds: 100, subject: "it", looseNumber: 0, units: [0] }],
    commits: [0, 0, 0],
    branches: [
      {
        branch: "17.0",
        platformVersion: "17.0",
        commit: "a".repeat(40),
        tipSeconds: 0,
        isUnknown: false,
        folders: [0],
        line: "a".repeat(ID_DIGITS),
        members,
        pullRequests: requests,
        hidden: [],
        hiddenFromAll: [],
        blacklists: [],
      },
    ],
  });
  const dataset = await writeSqliteDataset(folder);
  expect(queryDataset(dataset, "PRAGMA foreign_key_check")).toEqual([]);
  expect(
    queryDataset(
      dataset,
      `SELECT p.title FROM commit_branches c LEFT JOIN pull_requests p ON p.number = c.pull_request
        AND p.is_foreign = c.is_foreign ORDER BY c.commit_id`,
    ),
  ).toEqual([{ title: null }, { title: "ours" }, { title: "theirs" }]);
});

/** A snapshot of one module, whose repository has this history. */
async function writeHistory(history: RepositoryHistory): Promise<string> {
  const ids = history.commits.map((_, at) => String(at).repeat(40));
  const contents = createContents([createRecord()], { histories: [packHistory(history, ids)] });
  const out = makeTemporaryFolder();
  return (await publishSnapshot(contents, { out, program: "0.0.0-test" })).folder;
}

test("every row has the columns of its table, and a key of its own", () => {
  const keys = new Set<string>();
  const faults: unknown[] = [];
  for (const batch of listTableRows(snapshot)) {
    for (const { table, rows } of batch) {
      for (const row of rows) {
        const isWhole = Object.keys(table.columns).every((column) => column in row);
        const key = JSON.stringify([table.name, ...table.key.map((column) => row[column])]);
        if (!isWhole || keys.has(key)) faults.push(row);
        keys.add(key);
      }
    }
  }
  expect(faults).toEqual([]);
  const known = new Map(TABLES.map((table) => [table.name, table]));
  for (const { columns, key, parents, indexes } of TABLES) {
    expect(Object.keys(columns)).toEqual(expect.arrayContaining([...key, ...indexes.flat()]));
    for (const { table, columns: names } of parents) {
      expect(Object.keys(columns)).toEqual(expect.arrayContaining([...names]));
      expect(known.get(table)?.key).toHaveLength(names.length);
    }
  }
});
