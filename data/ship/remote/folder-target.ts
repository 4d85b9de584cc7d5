// A folder, on this machine or mounted, and a single archive file that somebody copied here.
import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { copyFile, mkdir, open, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { replaceFile, syncFile, writeDurably } from "../../files/durable-file.js";
import { PUBLISHED, toOutError } from "../../files/out-fault.js";
import type { PublishTarget } from "./target.js";
import {
  CURRENT_RELEASE,
  encodeRelease,
  nameArchive,
  nameRelease,
  nameReleaseFile,
  parseRelease,
  RELEASE_LIMIT_BYTES,
} from "../release/release.js";
import { emptyTarget, foreignArchive, missingSignature, unreachableTarget } from "../ship-error.js";
import { readArchive } from "../archive/unpack.js";

export function createFolderTarget(folder: string): PublishTarget {
  const read = (name: string): Promise<string> => readSmallFile(path.join(folder, name));
  // Others may publish there at the same time.
  const replace = (name: string, write: (file: string) => Promise<void>): Promise<void> => {
    const file = path.join(folder, name);
    return replaceFile(file, `${file}.${randomBytes(6).toString("hex")}.partial`, write);
  };
  return {
    label: folder,
    async readRelease({ id, knownTag }) {
      const text = await orEmpty(folder, () => read(nameRelease(id)));
      // The text is small and is its own tag.
      if (text === knownTag) return "unchanged";
      return { release: parseRelease(text, folder), tag: text };
    },
    openArchive: ({ name }, from) => orEmpty(folder, () => openFrom(path.join(folder, name), from)),
    async publish(release, archiveFile) {
      try {
        await mkdir(folder, { recursive: true });
        const { name, bytes } = release.archive;
        await replace(name, async (file) => {
          await copyFile(archiveFile, file);
          await syncFile(file);
        });
        if ((await stat(path.join(folder, name))).size !== bytes) {
          throw foreignArchive(name, "other bytes than were packed");
        }
        const text = Buffer.from(encodeRelease(release));
        for (const target of [nameRelease(release.contents.id), CURRENT_RELEASE]) {
          await replace(target, (file) => writeDurably(file, [text]));
        }
      } catch (error) {
        throw toOutError(folder, error, PUBLISHED);
      }
    },
  };
}

/** One archive is a target with one release, which is in the file beside it if there is one. */
export function createFileTarget(file: string): PublishTarget {
  return {
    label: file,
    async readRelease({ id, knownTag, needsSignature = false }) {
      const { mtimeMs, size, ino } = await orEmpty(file, () => stat(file));
      const text = await readReleaseFile(file);
      const tag = `${ino}/${size}/${mtimeMs}/${text ?? ""}`;
      if (tag === knownTag) return "unchanged";
      if (text === undefined && needsSignature) throw missingSignature(file);
      const release =
        text === undefined
          ? await orEmpty(file, () => readArchive(file))
          : parseRelease(text, nameReleaseFile(file));
      if (id !== undefined && release.archive.name !== nameArchive(id)) throw emptyTarget(file);
      const { archive, manifest, statement, signatures } = release;
      return { release: { archive, manifest, statement, signatures }, tag };
    },
    openArchive: (_, from) => orEmpty(file, () => openFrom(file, from)),
    publish: () => Promise.reject(new Error("a file is never published to")),
  };
}

/** @throws ShipError `archive_foreign` when it is no release; the file system's error */
async function readSmallFile(file: string): Promise<string> {
  const { size } = await stat(file);
  if (size > RELEASE_LIMIT_BYTES) throw foreignArchive(file, `a release of ${size} bytes`);
  return readFile(file, "utf8");
}

/** Release file of an archive; `undefined` if only the archive was copied. */
async function readReleaseFile(file: string): Promise<string | undefined> {
  try {
    return await readSmallFile(nameReleaseFile(file));
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    if (syscall !== undefined) throw unreachableTarget(file, code ?? syscall);
    throw error;
  }
}

async function openFrom(
  file: string,
  from: number,
): Promise<{ readonly from: number; readonly body: AsyncIterable<Uint8Array> }> {
  // Opened here, so that a missing file is found here and not at the first byte.
  const handle = await open(file, "r");
  return { from, body: createReadStream("", { fd: handle, start: from }) };
}

async function orEmpty<T>(folder: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") throw emptyTarget(folder);
    if (syscall !== undefined) throw unreachableTarget(folder, code ?? syscall);
    throw error;
  }
}
