// Length and checksum of a file of any size.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import type { FileRow } from "../../data/snapshot/entry-file.js";

/** @throws the file system's error */
export async function hashFile(file: string): Promise<Omit<FileRow, "name">> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of createReadStream(file)) {
    hash.update(chunk as Uint8Array);
    bytes += (chunk as Uint8Array).length;
  }
  return { bytes, sha256: hash.digest("hex") };
}
