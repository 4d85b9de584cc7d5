// What a place says of a snapshot that was published there: which archive, and what is in it. Small,
// so that whoever polls reads only this, and can refuse it before anything large is transferred.
import type { FileRow } from "../../data/snapshot/entry-file.js";
import { isFileRow, parseManifest, sumBytes, type Manifest } from "./manifest.js";
import { foreignArchive } from "./ship-error.js";

export interface Release {
  readonly archive: FileRow;
  /** The text that is in the archive too, and that the signature is for. */
  readonly manifest: string;
  /** Ed25519, base64; `null` when nobody signed. */
  readonly signature: string | null;
}

/** A release with its manifest read. */
export interface CheckedRelease extends Release {
  readonly contents: Manifest;
}

/** The release that is to be served. */
export const CURRENT_RELEASE = "current.json";

/** Longest text of a release. */
export const RELEASE_LIMIT_BYTES = 262_144;

/** Gzip and tar add so much at most to files that cannot be compressed. */
const OVERHEAD_SHARE = 0.01;
const OVERHEAD_BYTES = 131_072;

export function nameArchive(id: string): string {
  return `${id}.tar.gz`;
}

/** Where the release of a snapshot stays when another has become the current one. */
export function nameRelease(id: string | undefined): string {
  return id === undefined ? CURRENT_RELEASE : `${id}.json`;
}

export function encodeRelease({ archive, manifest, signature }: Release): string {
  return `${JSON.stringify({ release: 1, archive, manifest, signature }, null, 2)}\n`;
}

/** @throws ShipError `archive_foreign` when the text is no release */
export function parseRelease(text: string, label: string): Release {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw foreignArchive(label, "a release that is not JSON");
  }
  if (!isRelease(value)) throw foreignArchive(label, "a release of another shape");
  const { archive, manifest, signature } = value;
  return { archive, manifest, signature };
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
  if (typeof value !== "object" || value === null) return false;
  const { release, archive, manifest, signature } = value as Partial<Record<string, unknown>>;
  return (
    release === 1 &&
    isFileRow(archive) &&
    typeof manifest === "string" &&
    (signature === null || (typeof signature === "string" && /^[\w+/=]{88}$/.test(signature)))
  );
}
