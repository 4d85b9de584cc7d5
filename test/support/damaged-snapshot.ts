// A snapshot whose records are damaged, so that a service has a defect when it is asked for one.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openSnapshot } from "../../data/snapshot/decode.js";
import { SECTIONS_FILE } from "../../data/snapshot/format.js";
import { makeWritable } from "./make-writable.js";

/** Serve it unchecked: else the service might be ended for the damage before it is asked. */
export async function damageRecords(folder: string): Promise<void> {
  const snapshot = openSnapshot(folder);
  const bytes = Uint8Array.from(snapshot.file.bytes);
  const records = snapshot.sections.get("records.bytes");
  const start = records.byteOffset - snapshot.file.bytes.byteOffset;
  bytes.fill(0xff, start, start + records.length);
  snapshot.close();
  makeWritable(folder);
  await writeFile(join(folder, SECTIONS_FILE), bytes);
}
