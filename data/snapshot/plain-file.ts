// Files of a snapshot, opened so that nothing can be waited for: where a FIFO or a device has the name of one, opening it as
// usual would hold the process until somebody writes.
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import { SnapshotError } from "./errors.js";
import { ENTRY_FILE } from "./format.js";

/** Not known everywhere; where it is not there are no FIFOs among files. */
const NON_BLOCKING = (constants as Partial<typeof constants>).O_NONBLOCK ?? 0;

/** @returns its descriptor @throws the file system's error, or one with the code `EFTYPE` for what is no plain file */
export function openPlainFile(file: string): number {
  const descriptor = openSync(file, constants.O_RDONLY | NON_BLOCKING);
  if (fstatSync(descriptor).isFile()) return descriptor;
  closeSync(descriptor);
  throw Object.assign(new Error(`${file} is no plain file`), { code: "EFTYPE" });
}

/** The text of a small file. @throws as `openPlainFile` */
export function readPlainText(file: string): string {
  const descriptor = openPlainFile(file);
  try {
    return readFileSync(descriptor, "utf8");
  } finally {
    closeSync(descriptor);
  }
}

/** The text of the entry file of a snapshot. @throws SnapshotError `snapshot_missing` */
export function readEntryText(folder: string): string {
  try {
    return readPlainText(path.join(folder, ENTRY_FILE));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new SnapshotError({
      code: "snapshot_missing",
      message: `There is no snapshot in ${folder} (${code ?? "unreadable"}); make one with module-lookup build --out.`,
      cause: error,
    });
  }
}
