// The dataset as files of Parquet, read by another library: the rows that SQLite has.
import { readdirSync } from "node:fs";
import path from "node:path";
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import { beforeAll, expect, test } from "vitest";
import { writeDataset } from "../../../server/dataset/formats.js";
import type { Table } from "../../../server/dataset/table.js";
import { TABLES } from "../../../server/dataset/tables.js";
import { queryDataset, writeSqliteDataset, type DatasetRow } from "./dataset.js";
import { getSharedSnapshot, openSharedSnapshot } from "../../support/shared-snapshot.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";

let database: string;
const folder = makeTemporaryFolder();
const snapshot = openSharedSnapshot();

beforeAll(async () => {
  database = await writeSqliteDataset(getSharedSnapshot());
  const { signal } = new AbortController();
  await writeDataset(snapshot, "parquet", { target: folder, signal });
});

test("there is a file for each table", () => {
  expect(readdirSync(folder).toSorted()).toEqual(
    TABLES.map(({ name }) => `${name}.parquet`).toSorted(),
  );
});

test.each(TABLES.map((table) => [table.name, table] as const))("%s", async (name, table) => {
  const file = await asyncBufferFromFile(path.join(folder, `${name}.parquet`));
  const { schema, key_value_metadata: facts = [] } = await parquetMetadataAsync(file);
  expect(schema.slice(1).map((column) => column.name)).toEqual(Object.keys(table.columns));
  expect(facts.map(({ key }) => key)).toEqual(["snapshot", "dataset_version"]);
  const rows = await parquetReadObjects({ file });
  const order = Object.keys(table.columns).map((_, at) => at + 1);
  const expected = queryDataset(database, `SELECT * FROM "${name}" ORDER BY ${order.join(", ")}`);
  expect(sort(rows.map((row) => toCells(table, row)))).toEqual(sort(expected));
});

function sort(rows: readonly DatasetRow[]): readonly string[] {
  return rows.map((row) => JSON.stringify(row)).toSorted();
}

/** Cells as SQLite has them. */
function toCells({ columns }: Table, row: DatasetRow): DatasetRow {
  const cells = Object.entries(columns).map(([name, { kind }]) => {
    const value = row[name] ?? null;
    if (value === null) return [name, null];
    if (kind === "flag") return [name, value === true ? 1 : 0];
    if (kind === "bytes") return [name, Number(value)];
    if (kind === "json") return [name, JSON.stringify(value)];
    if (value instanceof Date) return [name, value.toISOString().slice(0, 19).replace("T", " ")];
    return [name, value];
  });
  return Object.fromEntries(cells) as DatasetRow;
}
