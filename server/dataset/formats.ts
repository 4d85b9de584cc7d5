// Formats of the dataset, and the file names that serve uses.
import type { Snapshot } from "../../data/snapshot/decode.js";

/** One file of SQLite, or a folder with a file of Parquet for each table. */
export const DATASET_FORMATS = ["sqlite", "parquet"] as const;

export type DatasetFormat = (typeof DATASET_FORMATS)[number];

/** Stands for the id of the snapshot in the name of an export. */
export const SNAPSHOT_PLACEHOLDER = "{snapshot}";

export function isDatasetFormat(format: string): format is DatasetFormat {
  return (DATASET_FORMATS as readonly string[]).includes(format);
}

/**
 * Writes the dataset; what it is written with is loaded when this is called.
 * @param target of `sqlite` an empty file, of `parquet` an empty folder
 */
export async function writeDataset(
  snapshot: Snapshot,
  format: DatasetFormat,
  { target, signal }: { readonly target: string; readonly signal: AbortSignal },
): Promise<void> {
  if (format === "sqlite") {
    const { writeSqlite } = await import("./sqlite/write-sqlite.js");
    return writeSqlite(snapshot, target, signal);
  }
  const { writeParquet } = await import("./parquet/write-parquet.js");
  return writeParquet(snapshot, target, signal);
}
