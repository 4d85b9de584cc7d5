// An archive on this machine with its release in the file beside it: what `pack` writes, `sign` signs and
// `publish` sends. Nothing of a snapshot is parsed here.
import { readFile, stat } from "node:fs/promises";
import { replaceFile, writeDurably, ifThere } from "../../files/durable-file.js";
import { digestFile } from "../../sha256.js";
import {
  checkRelease,
  encodeRelease,
  nameReleaseFile,
  parseRelease,
  RELEASE_LIMIT_BYTES,
  type CheckedRelease,
  type Release,
} from "./release.js";
import { damagedArchive, foreignArchive, unreachableTarget, wrongSetting } from "../ship-error.js";

/**
 * The release of an archive, once the archive has been found to be that of the release.
 * @throws ConfigError `archive_missing`; ShipError `archive_foreign`, `archive_damaged`,
 * `release_format` or `place_unreachable` when a file cannot be read
 */
export async function readReleaseOf(archiveFile: string): Promise<CheckedRelease> {
  try {
    return await readBoth(archiveFile);
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    throw syscall === undefined ? error : unreachableTarget(archiveFile, code ?? syscall);
  }
}

async function readBoth(archiveFile: string): Promise<CheckedRelease> {
  const file = nameReleaseFile(archiveFile);
  const [archive, beside] = await Promise.all(
    [archiveFile, file].map(async (one) => (await ifThere(stat(one)))?.size),
  );
  if (archive === undefined || beside === undefined) {
    const missing = archive === undefined ? archiveFile : file;
    throw wrongSetting(
      "archive_missing",
      `${missing} is not there; write it with module-lookup pack, and copy both files together.`,
    );
  }
  if (beside > RELEASE_LIMIT_BYTES) throw foreignArchive(file, `a release of ${beside} bytes`);
  const release = checkRelease(parseRelease(await readFile(file, "utf8"), file), file);
  const { bytes, sha256 } = await digestFile(archiveFile);
  if (bytes !== release.archive.bytes || sha256 !== release.archive.sha256) {
    throw damagedArchive(archiveFile, release.archive.sha256, sha256);
  }
  return release;
}

/** Writes the release beside its archive, in place of another. @throws the file system's error */
export async function writeReleaseOf(archiveFile: string, release: Release): Promise<void> {
  const file = nameReleaseFile(archiveFile);
  const text = Buffer.from(encodeRelease(release));
  await replaceFile(file, `${file}.partial`, (one) => writeDurably(one, [text]));
}
