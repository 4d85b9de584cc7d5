// An archive back to the files of a snapshot. Everything that is written is known beforehand from
// the manifest: an archive with any other name, kind, length or order of members is refused at the
// first byte that differs, and no byte more than stated is written or kept in memory.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import { createGunzip } from "node:zlib";
import type { FileRow } from "../../snapshot/entry-file.js";
import { CURRENT_LINK } from "../../snapshot/format.js";
import { syncFolder } from "../../files/durable-file.js";
import { digestFile } from "../../sha256.js";
import { MANIFEST_LIMIT_BYTES } from "./manifest.js";
import { MANIFEST_MEMBER, nameMember } from "./pack.js";
import { checkRelease, nameArchive, type CheckedRelease } from "../release/release.js";
import { damagedArchive, foreignArchive } from "../ship-error.js";
import {
  BLOCK_BYTES,
  encodeFileHeader,
  encodeLinkHeader,
  getPadding,
  readLength,
  TAR_END,
} from "./tar.js";

/**
 * Manifest of an archive; only this first member is unpacked. Its content is unsigned.
 * @throws ShipError `archive_foreign`; the file system's error when the file cannot be read
 */
export async function readArchive(file: string): Promise<CheckedRelease> {
  return withArchive(file, async (source) => {
    const manifest = await readManifest(source, file);
    const id = /"id": "([0-9a-f]{32})"/.exec(manifest)?.[1] ?? "";
    const archive = { name: nameArchive(id), ...(await digestFile(file)) };
    return checkRelease({ archive, manifest, statement: null, signatures: [] }, file);
  });
}

/**
 * Writes the files of the archive's snapshot into a folder and brings them to disk.
 * @throws ShipError `archive_foreign` where it differs from the release, `archive_damaged` where
 * bytes do not have their checksum; the file system's error
 */
export async function unpackArchive(
  file: string,
  folder: string,
  { contents, manifest, archive }: CheckedRelease,
): Promise<void> {
  await withArchive(file, async (source) => {
    const label = archive.name;
    await expectText(source, label, MANIFEST_MEMBER, manifest);
    for (const row of contents.files) {
      const member = nameMember(contents.id, row.name);
      await expectBytes(source, label, encodeFileHeader(member, row.bytes));
      await copyFile(source, path.join(folder, row.name), row);
      await expectBytes(source, label, getPadding(row.bytes));
    }
    await expectBytes(source, label, encodeLinkHeader(CURRENT_LINK, contents.id));
    await expectBytes(source, label, TAR_END);
    if ((await source.read(1)).length > 0) throw foreignArchive(label, "more after its end");
  });
  await syncFolder(folder);
}

async function withArchive<T>(file: string, work: (source: ByteSource) => Promise<T>): Promise<T> {
  const input = createReadStream(file);
  const gunzip = createGunzip();
  input.on("error", (error) => gunzip.destroy(error));
  const source = openByteSource(input.pipe(gunzip));
  try {
    return await work(source);
  } catch (error) {
    // zlib names its errors so; those of the file system stay what they are.
    const { code } = error as NodeJS.ErrnoException;
    if (code?.startsWith("Z_") !== true) throw error;
    throw damagedArchive(path.basename(file), "compressed bytes", code);
  } finally {
    gunzip.destroy();
    input.destroy();
  }
}

async function readManifest(source: ByteSource, label: string): Promise<string> {
  const header = await source.read(BLOCK_BYTES);
  const length = readLength(header);
  const isManifest =
    length <= MANIFEST_LIMIT_BYTES && isSame(header, encodeFileHeader(MANIFEST_MEMBER, length));
  if (!isManifest) throw foreignArchive(label, "a file without a manifest at its beginning");
  return Buffer.from(await source.read(length)).toString("utf8");
}

async function expectText(
  source: ByteSource,
  label: string,
  name: string,
  text: string,
): Promise<void> {
  const bytes = Buffer.from(text);
  await expectBytes(source, label, encodeFileHeader(name, bytes.length));
  await expectBytes(source, label, bytes);
  await expectBytes(source, label, getPadding(bytes.length));
}

async function expectBytes(source: ByteSource, label: string, expected: Uint8Array): Promise<void> {
  const got = await source.read(expected.length);
  if (!isSame(got, expected)) throw foreignArchive(label, "other members than its release says");
}

async function copyFile(source: ByteSource, file: string, row: FileRow): Promise<void> {
  const hash = createHash("sha256");
  const handle = await open(file, "wx");
  try {
    for await (const piece of source.readPieces(row.bytes)) {
      hash.update(piece);
      await handle.writeFile(piece);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  const got = hash.digest("hex");
  if (got !== row.sha256) throw damagedArchive(row.name, row.sha256, got);
}

function isSame(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0;
}

/** Exact numbers of bytes of a stream. What nobody asks for is not read: a compressed stream may never end. */
interface ByteSource {
  /** Exactly so many bytes; fewer only at the end of the stream. */
  read(bytes: number): Promise<Uint8Array>;
  /** Reads the bytes in pieces, as they arrive. */
  readPieces(bytes: number): AsyncGenerator<Uint8Array>;
  close(): Promise<void>;
}

function openByteSource(pieces: AsyncIterable<Uint8Array>): ByteSource {
  const iterator = pieces[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array();
  async function* readPieces(bytes: number): AsyncGenerator<Uint8Array> {
    for (let missing = bytes; missing > 0;) {
      if (rest.length === 0) {
        const next = await iterator.next();
        if (next.done === true) return;
        rest = next.value;
      }
      const piece = rest.subarray(0, missing);
      rest = rest.subarray(piece.length);
      missing -= piece.length;
      yield piece;
    }
  }
  return {
    readPieces,
    async read(bytes) {
      const read: Uint8Array[] = [];
      for await (const piece of readPieces(bytes)) read.push(piece);
      return Buffer.concat(read);
    },
    async close() {
      await iterator.return?.();
    },
  };
}
