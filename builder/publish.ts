// Writes a snapshot and makes it the current one. A reader sees the last good snapshot or the new
// one, never a part: the folder gets its name when it is whole, the link is replaced in one step.
import { createHash } from "node:crypto";
import { constants } from "node:fs";
import {
  access,
  chmod,
  mkdir,
  mkdtemp,
  open,
  readFile,
  rename,
  rm,
  symlink,
} from "node:fs/promises";
import path from "node:path";
import { ConfigError } from "../data/operator-error.js";
import type { SnapshotContents } from "../data/snapshot/contents.js";
import { countContents, encodeSnapshot } from "../data/snapshot/encode.js";
import { encodeEntry, type FileRow, type SnapshotEntry } from "../data/snapshot/entry-file.js";
import {
  CURRENT_LINK,
  ENTRY_FILE,
  FORMAT_VERSION,
  SECTIONS_FILE,
  VECTOR_INDEX_FILE,
} from "../data/snapshot/format.js";
import { writeVectorIndex } from "./index/vectors.js";

export interface PublishedSnapshot {
  /** Absolute path of the snapshot's folder. */
  readonly folder: string;
  readonly entry: SnapshotEntry;
}

/**
 * Refuses an output folder that cannot be written, before hours of work are done for it.
 * @throws ConfigError `out_unwritable`
 */
export async function prepareOutput(out: string): Promise<void> {
  try {
    await mkdir(out, { recursive: true });
    await access(out, constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      {
        code: "out_unwritable",
        message: `The output folder ${out} cannot be written (${code ?? "unknown reason"}); choose another with --out.`,
        expected: "a folder that can be written",
        got: code ?? "an unwritable folder",
      },
      { cause: error },
    );
  }
}

/** Writes the contents under their id in `out` and switches `out/current` to them. */
export async function publishSnapshot(
  contents: SnapshotContents,
  out: string,
  program: string,
): Promise<PublishedSnapshot> {
  const temporary = await mkdtemp(path.join(out, ".building-"));
  try {
    const files = [await writeFileSafely(temporary, SECTIONS_FILE, encodeSnapshot(contents))];
    if (contents.vectors !== undefined) {
      const file = path.join(temporary, VECTOR_INDEX_FILE);
      writeVectorIndex(contents.vectors, file);
      files.push(describeFile(VECTOR_INDEX_FILE, await readFile(file)));
    }
    const { entry, text } = encodeEntry({
      format: FORMAT_VERSION,
      program,
      counts: countContents(contents),
      embedder: contents.vectors?.spec ?? null,
      sources: contents.sources,
      files,
    });
    await writeFileSafely(temporary, ENTRY_FILE, Buffer.from(text));
    // mkdtemp makes folders private; a snapshot is served by other users too.
    await chmod(temporary, 0o755);
    const folder = path.join(path.resolve(out), entry.id);
    await moveIntoPlace(temporary, folder);
    await switchCurrent(out, entry.id);
    return { folder, entry };
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

async function writeFileSafely(folder: string, name: string, bytes: Uint8Array): Promise<FileRow> {
  const file = await open(path.join(folder, name), "w");
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  return describeFile(name, bytes);
}

function describeFile(name: string, bytes: Uint8Array): FileRow {
  return { name, bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
}

/** A snapshot of the same id has the same bytes; a damaged one is replaced. */
async function moveIntoPlace(temporary: string, folder: string): Promise<void> {
  try {
    await rename(temporary, folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOTEMPTY" && code !== "EEXIST") throw error;
    const replaced = `${temporary}-replaced`;
    await rename(folder, replaced);
    await rename(temporary, folder);
    await rm(replaced, { recursive: true, force: true });
  }
}

async function switchCurrent(out: string, id: string): Promise<void> {
  const link = path.join(out, `.${CURRENT_LINK}-${id}`);
  await rm(link, { force: true });
  await symlink(id, link);
  await rename(link, path.join(out, CURRENT_LINK));
}
