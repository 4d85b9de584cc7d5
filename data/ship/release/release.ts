// A release: the description of a published snapshot at its target, with its archive, contents and
// signatures. Small, so that polling reads only this, and can refuse it before anything large is
// transferred.
import path from "node:path";
import type { FileRow } from "../../snapshot/entry-file.js";
import { isFileRow, parseManifest, sumBytes, type Manifest } from "../archive/manifest.js";
import { hasParts, parseJson, SHA256 } from "../archive/written-text.js";
import { foreignArchive, outdatedRelease } from "../ship-error.js";

export interface Release {
  readonly archive: FileRow;
  /** The text that is in the archive too. */
  readonly manifest: string;
  /** A Statement as text; `null` when nobody signed. */
  readonly statement: string | null;
  readonly signatures: readonly Signature[];
}

/** Signature of the statement's text. */
export interface Signature {
  /** SHA-256 of the public key (its DER form), hexadecimal. */
  readonly key: string;
  /** Ed25519, base64. */
  readonly signature: string;
}

/** A release with its manifest read. */
export interface CheckedRelease extends Release {
  readonly contents: Manifest;
}

/** The release that is to be served. */
export const CURRENT_RELEASE = "current.json";

/** Longest text of a release. */
export const RELEASE_LIMIT_BYTES = 262_144;

/** Version of this layout. The first one had no statement: its signature was for the manifest alone. */
export const RELEASE_VERSION = 2;

const SIGNATURES_LIMIT = 16;
const STATEMENT_LIMIT = 4_096;

/** Gzip and tar add so much at most to files that cannot be compressed. */
const OVERHEAD_SHARE = 0.01;
const OVERHEAD_BYTES = 131_072;

export function nameArchive(id: string): string {
  return `${id}.tar.gz`;
}

/** Name under which the release of a snapshot stays after another became current. */
export function nameRelease(id: string | undefined): string {
  return id === undefined ? CURRENT_RELEASE : `${id}.json`;
}

/** The file beside an archive that holds its release: `x.json` beside `x.tar.gz`. */
export function nameReleaseFile(archiveFile: string): string {
  const name = path.basename(archiveFile).replace(/\.tar\.gz$/, "");
  return path.join(path.dirname(archiveFile), `${name}.json`);
}

export function encodeRelease({ archive, manifest, statement, signatures }: Release): string {
  const rows = { release: RELEASE_VERSION, archive, manifest, statement, signatures };
  return `${JSON.stringify(rows, null, 2)}\n`;
}

/**
 * @throws ShipError `archive_foreign` when the text is no release, `release_format` when it is one of
 * another version
 */
export function parseRelease(text: string, label: string): Release {
  const value = parseJson(text, label, "release");
  const version = (value as { readonly release?: unknown } | null)?.release;
  if (typeof version === "number" && version !== RELEASE_VERSION) {
    throw outdatedRelease(label, version, RELEASE_VERSION);
  }
  if (version !== RELEASE_VERSION || !isRelease(value))
    throw foreignArchive(label, "a release of another shape");
  const { archive, manifest, statement, signatures } = value;
  return { archive, manifest, statement, signatures };
}

/**
 * Reads the release's manifest and compares what it says with the archive.
 * @throws ShipError `archive_foreign`
 */
export function checkRelease(release: Release, label: string): CheckedRelease {
  const contents = parseManifest(release.manifest, label);
  if (release.archive.name !== nameArchive(contents.id)) {
    throw foreignArchive(label, "an archive of another snapshot");
  }
  if (release.archive.bytes > sumBytes(contents) * (1 + OVERHEAD_SHARE) + OVERHEAD_BYTES) {
    throw foreignArchive(label, "an archive that is larger than what is in it");
  }
  return { ...release, contents };
}

function isRelease(value: unknown): value is Release {
  return hasParts<Release>(value, {
    archive: isFileRow,
    manifest: isText,
    statement: (text) => text === null || (isText(text) && text.length <= STATEMENT_LIMIT),
    signatures: (rows) =>
      Array.isArray(rows) && rows.length <= SIGNATURES_LIMIT && rows.every(isSignature),
  });
}

function isSignature(value: unknown): boolean {
  return hasParts<Signature>(value, { key: SHA256, signature: /^[A-Za-z0-9+/]{86}==$/ });
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
