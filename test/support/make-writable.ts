// The right to write, back to the owner of what was published: before a test damages it, or removes it.
import { chmodSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Makes a file, or a folder with its contents, writable; links are not followed. */
export function makeWritable(file: string): void {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined || found.isSymbolicLink()) return;
  if (found.isDirectory()) {
    chmodSync(file, 0o755);
    for (const name of readdirSync(file)) makeWritable(join(file, name));
  } else if (found.isFile() && (found.mode & 0o200) === 0) chmodSync(file, 0o644);
}
