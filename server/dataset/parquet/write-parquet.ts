// The dataset as files of Parquet, one for each table: the only file that knows the library, which is loaded when
// it is asked for. Rows are held until there are enough of them for a group.
import path from "node:path";
import type * as parquet from "hyparquet-writer";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { yieldToEventLoop } from "../../../data/yield.js";
import { listTableRows } from "../sources.js";
import type { ColumnKind, Row, Table } from "../table.js";
import { DATASET_VERSION, TABLES } from "../tables.js";

type SchemaElement = parquet.ParquetWriter["schema"][number];
type ColumnType = Pick<SchemaElement, "type" | "converted_type">;

const TYPES: Readonly<Record<ColumnKind, ColumnType>> = {
  text: { type: "BYTE_ARRAY", converted_type: "UTF8" },
  integer: { type: "INT32" },
  bytes: { type: "INT64" },
  flag: { type: "BOOLEAN" },
  moment: { type: "INT64", converted_type: "TIMESTAMP_MILLIS" },
  json: { type: "BYTE_ARRAY", converted_type: "JSON" },
};

/** Rows of a group; each table holds one in memory. */
const GROUP_ROWS = 20_000;

function toParquetFile(table: Pick<Table, "name">): string {
  return `${table.name}.parquet`;
}

function toParquetSchema({ name: table, columns }: Table): SchemaElement[] {
  return [
    { name: table, num_children: Object.keys(columns).length },
    ...Object.entries(columns).map(([name, { kind, isOptional }]) => ({
      name,
      ...TYPES[kind],
      repetition_type: isOptional ? ("OPTIONAL" as const) : ("REQUIRED" as const),
    })),
  ];
}

/**
 * Writes the files into a folder that is there.
 * @throws what reading the snapshot, the file system and the signal throw
 */
export async function writeParquet(
  snapshot: Snapshot,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  const library = await import("hyparquet-writer");
  const writers = new Map(
    TABLES.map((table) => [table, openTable(library, folder, table, snapshot.entry.id)]),
  );
  for (const batch of listTableRows(snapshot)) {
    for (const { table, rows } of batch) {
      const writer = writers.get(table);
      for (const row of rows) writer?.add(row);
    }
    await yieldToEventLoop();
    signal.throwIfAborted();
  }
  for (const writer of writers.values()) writer.finish();
}

interface TableWriter {
  add(row: Row): void;
  finish(): void;
}

function openTable(
  library: typeof parquet,
  folder: string,
  table: Table,
  snapshotId: string,
): TableWriter {
  const writer = new library.ParquetWriter({
    writer: library.fileWriter(path.join(folder, toParquetFile(table))),
    schema: toParquetSchema(table),
    createdBy: "module-lookup",
    kvMetadata: [
      { key: "snapshot", value: snapshotId },
      { key: "dataset_version", value: String(DATASET_VERSION) },
    ],
  });
  const columns = Object.entries(table.columns).map(([name, { kind }]) => ({ name, kind }));
  let held: unknown[][] = columns.map(() => []);
  let length = 0;
  const flush = (): void => {
    const columnData = columns.map(({ name }, at) => ({ name, data: held[at] ?? [] }));
    void writer.write({ columnData, rowGroupSize: GROUP_ROWS });
    held = columns.map(() => []);
    length = 0;
  };
  return {
    add(row) {
      for (const [at, { name, kind }] of columns.entries()) held[at]?.push(toCell(row[name], kind));
      length += 1;
      if (length === GROUP_ROWS) flush();
    },
    finish() {
      if (length > 0) flush();
      void writer.finish();
    },
  };
}

function toCell(value: unknown, kind: ColumnKind): unknown {
  if (value === undefined || value === null) return null;
  if (kind === "bytes") return BigInt(value as number);
  return kind === "moment" ? new Date(`${(value as string).replace(" ", "T")}Z`) : value;
}
