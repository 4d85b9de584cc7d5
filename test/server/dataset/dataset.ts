// The dataset of a snapshot as a file of SQLite, and questions to it.
import { writeFileSync } from "node:fs";
import path from "node:path";
import library from "node-sqlite3-wasm";
import { openSnapshot } from "../../../data/snapshot/decode.js";
import { writeSqlite } from "../../../server/dataset/sqlite.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";

export type DatasetRow = Readonly<Record<string, unknown>>;

/** @returns the file, in a folder of its own */
export async function writeSqliteDataset(snapshotFolder: string): Promise<string> {
  const file = path.join(makeTemporaryFolder(), "modules.sqlite");
  writeFileSync(file, "");
  const snapshot = openSnapshot(snapshotFolder);
  const { signal } = new AbortController();
  await writeSqlite(snapshot, file, signal);
  snapshot.close();
  return file;
}

/** @param attached files by the names under which SQL finds them */
export function queryDataset(
  file: string,
  sql: string,
  attached: Readonly<Record<string, string>> = {},
): readonly DatasetRow[] {
  const database = new library.Database(file, { readOnly: true });
  try {
    for (const [name, other] of Object.entries(attached)) {
      database.exec(`ATTACH '${other}' AS ${name}`);
    }
    return database.all(sql);
  } finally {
    database.close();
  }
}
