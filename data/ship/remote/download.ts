// Downloads an archive from a publish target: resumes where it was cut off, also in a later run,
// takes no more bytes than were stated, and checks the result.
import { open, rm, stat, truncate } from "node:fs/promises";
import path from "node:path";
import { ifThere } from "../../files/durable-file.js";
import type { FileRow } from "../../snapshot/entry-file.js";
import { repeat, RETRY_LIMIT, type Network } from "../../network/repeat.js";
import { describeFault } from "../../network/request.js";
import { digestFile } from "../../sha256.js";
import { retryAfter } from "./http-request.js";
import type { PublishTarget } from "./target.js";
import { damagedArchive, unreachableTarget } from "../ship-error.js";

export interface DownloadOptions extends Network {
  /** Called with how many bytes are there. */
  onProgress(bytes: number): void;
}

/**
 * @param folder where an earlier run may have left a part
 * @returns the file, whose length and checksum are those of the archive
 * @throws ShipError `archive_damaged`, `place_unreachable` and others of the target; the file
 * system's error
 */
export async function downloadArchive(
  target: PublishTarget,
  archive: FileRow,
  folder: string,
  options: DownloadOptions,
): Promise<string> {
  const file = path.join(folder, "archive");
  const hadPart = (await readSize(file)) > 0;
  await fetchRest(target, archive, file, options);
  const first = await digestFile(file);
  if (first.bytes === archive.bytes && first.sha256 === archive.sha256) return file;
  await rm(file, { force: true });
  if (!hadPart) throw damagedArchive(archive.name, archive.sha256, first.sha256);
  options.onNotice(`What was left of ${archive.name} is damaged; it is fetched from its beginning`);
  return downloadArchive(target, archive, folder, options);
}

function fetchRest(
  target: PublishTarget,
  archive: FileRow,
  file: string,
  options: DownloadOptions,
): Promise<void> {
  let failures = 0;
  return repeat(async () => {
    const before = await readSize(file);
    if (before > archive.bytes) await truncate(file, 0);
    if (before === archive.bytes) return { value: undefined };
    const fault = await fetchPart(target, archive, file, options);
    if (fault === undefined) return { value: undefined };
    failures = (await readSize(file)) > before ? 1 : failures + 1;
    if (failures > RETRY_LIMIT) throw unreachableTarget(target.label, describeFault(fault));
    return retryAfter(failures, `${target.label} was cut off (${describeFault(fault)})`);
  }, options);
}

/** Appends what comes; a cut is returned, with what came before it in the file. */
async function fetchPart(
  target: PublishTarget,
  archive: FileRow,
  file: string,
  { signal, onProgress }: DownloadOptions,
): Promise<Error | undefined> {
  const { from, body } = await target.openArchive(archive, await readSize(file));
  const handle = await open(file, from === 0 ? "w" : "a");
  let bytes = from;
  try {
    for await (const chunk of readUntilCut(body)) {
      signal.throwIfAborted();
      if (chunk instanceof Error) return chunk;
      bytes += chunk.length;
      if (bytes > archive.bytes) {
        throw damagedArchive(archive.name, `${archive.bytes} bytes`, "more");
      }
      await handle.writeFile(chunk);
      onProgress(bytes);
    }
    return bytes < archive.bytes ? new EarlyEnd() : undefined;
  } finally {
    await handle.close();
  }
}

/** Pieces of a body, then the fault that cut it, so that faults of writing are distinct. */
async function* readUntilCut(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array | Error> {
  try {
    yield* body;
  } catch (error) {
    yield error as Error;
  }
}

class EarlyEnd extends Error {
  readonly code = "EARLY_END";
}

/** Bytes received so far; 0 without a file. */
async function readSize(file: string): Promise<number> {
  return (await ifThere(stat(file)))?.size ?? 0;
}
