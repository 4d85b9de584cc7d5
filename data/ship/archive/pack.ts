// A snapshot as one file: a gzipped tar of the manifest, the snapshot's folder and a link `current`
// to it. So `tar xzf` alone gives a folder that can be served. On one version of Node.js the same
// snapshot gives the same bytes for every signer.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { toSha256 } from "../../sha256.js";
import { openSnapshot } from "../../snapshot/decode.js";
import { damagedSection } from "../../snapshot/errors.js";
import { CURRENT_LINK, ENTRY_FILE } from "../../snapshot/format.js";
import { verifySnapshot } from "../../snapshot/verify.js";
import { syncFolder } from "../../files/durable-file.js";
import { TEMPORARY, toOutError } from "../../files/out-fault.js";
import { ARTIFACT_VERSION, encodeManifest, type Manifest } from "./manifest.js";
import { nameArchive, type CheckedRelease } from "../release/release.js";
import { encodeFileHeader, encodeLinkHeader, getPadding, TAR_END } from "./tar.js";

/** The member of an archive before the snapshot's folder. */
export const MANIFEST_MEMBER = "artifact.json";

/** Offset of the operating system in a gzip header, and the number for "unknown". */
const GZIP_SYSTEM_OFFSET = 9;
const GZIP_SYSTEM_UNKNOWN = 255;

interface PackOptions {
  readonly signal?: AbortSignal | undefined;
  /** Folder of the archive until it is sent; without it errors name the folder of `file`. */
  readonly temporaryFolder?: string | undefined;
}

/**
 * Checks every byte of a snapshot and writes it as an archive; a file of that name is replaced when
 * the new one is whole.
 * @param folder of the snapshot itself
 * @throws SnapshotError when it is damaged; OperatorError `out_full` or `out_unwritable`
 */
export async function packSnapshot(
  folder: string,
  file: string,
  { signal, temporaryFolder }: PackOptions = {},
): Promise<CheckedRelease> {
  const contents = await describeFolder(folder);
  const manifest = encodeManifest(contents);
  const partial = `${file}.partial`;
  try {
    const blocks = listBlocks(folder, contents, manifest);
    const { bytes, sha256 } = await writeArchive(partial, blocks, signal);
    await rename(partial, file);
    await syncFolder(path.dirname(path.resolve(file)));
    const archive = { name: nameArchive(contents.id), bytes, sha256 };
    return { archive, manifest, statement: null, signatures: [], contents };
  } catch (error) {
    await rm(partial, { force: true });
    throw temporaryFolder === undefined
      ? toOutError(path.dirname(file), error)
      : toOutError(temporaryFolder, error, TEMPORARY);
  }
}

/** @throws SnapshotError unless this program can serve it and every byte is as it was written */
export async function describeFolder(folder: string): Promise<Manifest> {
  const snapshot = openSnapshot(folder);
  try {
    const { id, format, program, files } = snapshot.entry;
    const [damaged] = (await verifySnapshot(snapshot)).damaged;
    if (damaged !== undefined)
      throw damagedSection(damaged, "the bytes that were written", "others");
    const text = await readFile(path.join(folder, ENTRY_FILE));
    const entryRow = { name: ENTRY_FILE, bytes: text.length, sha256: toSha256(text) };
    return { artifact: ARTIFACT_VERSION, id, format, program, files: [entryRow, ...files] };
  } finally {
    snapshot.close();
  }
}

/** The bytes of the tar file, in pieces. */
async function* listBlocks(
  folder: string,
  contents: Manifest,
  manifest: string,
): AsyncGenerator<Uint8Array> {
  yield* listTextBlocks(MANIFEST_MEMBER, manifest);
  for (const { name, bytes } of contents.files) {
    yield encodeFileHeader(nameMember(contents.id, name), bytes);
    for await (const chunk of createReadStream(path.join(folder, name))) yield chunk as Uint8Array;
    yield getPadding(bytes);
  }
  yield encodeLinkHeader(CURRENT_LINK, contents.id);
  yield TAR_END;
}

function* listTextBlocks(name: string, text: string): Generator<Uint8Array> {
  const bytes = Buffer.from(text);
  yield encodeFileHeader(name, bytes.length);
  yield bytes;
  yield getPadding(bytes.length);
}

/** The name of a snapshot's file inside an archive. */
export function nameMember(id: string, name: string): string {
  return `${id}/${name}`;
}

async function writeArchive(
  file: string,
  blocks: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const handle = await open(file, "w");
  const hash = createHash("sha256");
  let bytes = 0;
  try {
    const store = async (chunks: AsyncIterable<Uint8Array>): Promise<void> => {
      for await (const chunk of chunks) {
        // The header comes in one piece; what it says of the system must not make other bytes.
        if (bytes === 0) chunk[GZIP_SYSTEM_OFFSET] = GZIP_SYSTEM_UNKNOWN;
        hash.update(chunk);
        bytes += chunk.length;
        await handle.writeFile(chunk);
      }
    };
    await pipeline(blocks, createGzip(), store, signal === undefined ? {} : { signal });
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { bytes, sha256: hash.digest("hex") };
}
