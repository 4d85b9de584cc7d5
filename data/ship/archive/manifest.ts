// The manifest of an archive: the snapshot's id and every file with its length and checksum. The
// numbers are limits too: unpacking takes these files and so many bytes, and nothing else.
import { ENTRY_FILE } from "../../snapshot/format.js";
import type { FileRow } from "../../snapshot/entry-file.js";
import { hasParts, parseWritten, SHA256 } from "./written-text.js";

export interface Manifest {
  /** Version of this layout. */
  readonly artifact: typeof ARTIFACT_VERSION;
  /** The snapshot's id. */
  readonly id: string;
  /** The snapshot's format version. */
  readonly format: number;
  /** Version of the program that built the snapshot. */
  readonly program: string;
  /** Every file of the snapshot, the entry file first. */
  readonly files: readonly FileRow[];
}

export const ARTIFACT_VERSION = 1;

/** Longest text of a manifest, in characters and, since it is ASCII, bytes. */
export const MANIFEST_LIMIT_BYTES = 65_536;

const FILES_LIMIT = 16;

/** Deterministic: equal manifests give equal texts. */
export function encodeManifest({ artifact, id, format, program, files }: Manifest): string {
  const rows = files.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 }));
  return `${JSON.stringify({ artifact, id, format, program, files: rows }, null, 2)}\n`;
}

/**
 * Reads a manifest's text.
 * @param label what is read, for the message
 * @throws ShipError `archive_foreign` for anything but what encodeManifest writes
 */
export function parseManifest(text: string, label: string): Manifest {
  return parseWritten<Manifest>(text, label, "manifest", MANIFEST, encodeManifest);
}

/** Bytes of all files, unpacked. */
export function sumBytes({ files }: Manifest): number {
  return files.reduce((sum, file) => sum + file.bytes, 0);
}

const MANIFEST = {
  artifact: ARTIFACT_VERSION,
  id: /^[0-9a-f]{32}$/,
  format: Number.isInteger,
  program: /^[\x20-\x7e]{0,64}$/,
  files: isFileList,
};

function isFileList(files: unknown): boolean {
  return (
    Array.isArray(files) &&
    files.length <= FILES_LIMIT &&
    files.every(isFileRow) &&
    files[0]?.name === ENTRY_FILE &&
    new Set(files.map(({ name }) => name)).size === files.length
  );
}

/** True for a file with a plain name, so that none leads out of the snapshot's folder. */
export function isFileRow(value: unknown): value is FileRow {
  return hasParts<FileRow>(value, {
    name: /^[a-z0-9][a-z0-9.-]{0,63}$/,
    bytes: (bytes) => Number.isSafeInteger(bytes) && (bytes as number) >= 0,
    sha256: SHA256,
  });
}
