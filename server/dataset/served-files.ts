// The files that export wrote for the snapshot that is served, to be downloaded. They are found by names that the
// tables give, never by one that a request has, and read from a folder that nobody needs to write to.
import { createHash } from "node:crypto";
import { statSync, type BigIntStats } from "node:fs";
import { open, stat, type FileHandle } from "node:fs/promises";
import path from "node:path";
import { ConfigError } from "../../data/operator-error.js";
import { SNAPSHOT_PLACEHOLDER, type DatasetFormat } from "./formats.js";
import { TABLES } from "./tables.js";

export interface ServedFile {
  /** `modules.sqlite`, or `entries.parquet` and its kin. */
  readonly name: string;
  readonly format: DatasetFormat;
  readonly bytes: number;
  /** SHA-256 of its bytes. */
  readonly digest: Buffer;
  /**
   * Opens the same file; the caller closes it. @throws Error if another has taken its place
   * meanwhile
   */
  open(): Promise<FileHandle>;
}

export interface ServedFiles {
  /** Files of a snapshot that exist. */
  list(snapshotId: string): Promise<readonly ServedFile[]>;
  /** `undefined` where it is not there, or has no such name. */
  find(snapshotId: string, name: string): Promise<ServedFile | undefined>;
}

interface FileLocation {
  readonly name: string;
  readonly format: DatasetFormat;
  /** Relative to the folder, the id of the snapshot left out. */
  readonly path: string;
}

const LOCATIONS: readonly FileLocation[] = [
  { name: "modules.sqlite", format: "sqlite", path: `${SNAPSHOT_PLACEHOLDER}.sqlite` },
  ...TABLES.map(({ name }): FileLocation => {
    const file = `${name}.parquet`;
    return { name: file, format: "parquet", path: `${SNAPSHOT_PLACEHOLDER}.parquet/${file}` };
  }),
];

/**
 * @param folder holds what `export --out` wrote as `{snapshot}.sqlite` and `{snapshot}.parquet`
 * @throws ConfigError `datasets_missing`
 */
export function openServedFiles(folder: string): ServedFiles {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new ConfigError({
      code: "datasets_missing",
      message: `There is no folder ${folder}; make it, or leave --datasets out.`,
    });
  }
  const contents = openContents();
  const findAt = async (id: string, location: FileLocation): Promise<ServedFile | undefined> => {
    const file = path.join(folder, location.path.replace(SNAPSHOT_PLACEHOLDER, id));
    const content = await contents.find(id, file);
    const { name, format } = location;
    return content && { name, format, ...content };
  };
  return {
    async list(id) {
      const files: ServedFile[] = [];
      for (const location of LOCATIONS) {
        const found = await findAt(id, location);
        if (found !== undefined) files.push(found);
      }
      return files;
    },
    find(id, name) {
      const location = LOCATIONS.find((one) => one.name === name);
      return location === undefined ? Promise.resolve(undefined) : findAt(id, location);
    },
  };
}

type Content = Omit<ServedFile, "name" | "format">;

interface Contents {
  find(snapshotId: string, file: string): Promise<Content | undefined>;
}

/** A file is read once for its digest as long as it is the same; of one snapshot at a time. */
function openContents(): Contents {
  const known = new Map<
    string,
    { readonly identity: string; readonly content: Promise<Content> }
  >();
  let knownId = "";
  return {
    async find(snapshotId, file) {
      const identity = await identify(file);
      if (identity === undefined) return undefined;
      if (snapshotId !== knownId) known.clear();
      knownId = snapshotId;
      const before = known.get(file);
      if (before?.identity === identity) return before.content;
      const content = readContent(file, identity);
      known.set(file, { identity, content });
      content.catch(() => known.delete(file));
      return content;
    },
  };
}

/** `undefined` where there is no file. */
async function identify(file: string): Promise<string | undefined> {
  try {
    const found = await stat(file, { bigint: true });
    return found.isFile() ? toIdentity(found) : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Identity of a file's content: any write changes one of these. */
function toIdentity({ dev, ino, size, mtimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs].join(" ");
}

async function openSame(file: string, identity: string): Promise<FileHandle> {
  const handle = await open(file, "r");
  const found = await handle.stat({ bigint: true });
  if (toIdentity(found) === identity) return handle;
  await handle.close();
  throw new Error("a file was replaced while it was asked for");
}

async function readContent(file: string, identity: string): Promise<Content> {
  const handle = await openSame(file, identity);
  try {
    const { size: bytes } = await handle.stat();
    const hash = createHash("sha256");
    for await (const piece of readPieces(handle, 0, bytes)) hash.update(piece);
    return { bytes, digest: hash.digest(), open: () => openSame(file, identity) };
  } finally {
    await handle.close();
  }
}

const PIECE_BYTES = 256 * 1024;

/** The bytes from `start` to before `end`. @throws Error where the file ends before */
export async function* readPieces(
  handle: FileHandle,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array> {
  for (let at = start; at < end;) {
    const wanted = Math.min(PIECE_BYTES, end - at);
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(wanted), 0, wanted, at);
    if (bytesRead === 0) throw new Error("a file became shorter while it was read");
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
