// A release of a snapshot that nobody has checked, as anyone could make one by hand.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { encodeManifest } from "../../../data/ship/archive/manifest.js";
import { MANIFEST_MEMBER, nameMember } from "../../../data/ship/archive/pack.js";
import { nameArchive, type CheckedRelease } from "../../../data/ship/release/release.js";
import {
  encodeFileHeader,
  encodeLinkHeader,
  getPadding,
  TAR_END,
} from "../../../data/ship/archive/tar.js";
import { decodeEntry } from "../../../data/snapshot/entry-file.js";
import { CURRENT_LINK, ENTRY_FILE } from "../../../data/snapshot/format.js";

/**
 * Writes the archive of a snapshot's folder to `file`.
 * @param model a release of another snapshot
 */
export function packUnchecked(folder: string, file: string, model: CheckedRelease): CheckedRelease {
  const text = readFileSync(path.join(folder, ENTRY_FILE));
  const { id, files } = decodeEntry(text.toString(), folder);
  const row = { name: ENTRY_FILE, bytes: text.length, sha256: hash(text) };
  const contents = { ...model.contents, id, files: [row, ...files] };
  const manifest = encodeManifest(contents);
  const members = contents.files.map(({ name }) => [
    nameMember(id, name),
    readFileSync(path.join(folder, name)),
  ]) satisfies [string, Uint8Array][];
  const blocks = [[MANIFEST_MEMBER, Buffer.from(manifest)] as const, ...members].flatMap(
    ([name, bytes]) => [encodeFileHeader(name, bytes.length), bytes, getPadding(bytes.length)],
  );
  const packed = gzipSync(Buffer.concat([...blocks, encodeLinkHeader(CURRENT_LINK, id), TAR_END]));
  writeFileSync(file, packed);
  const archive = { name: nameArchive(id), bytes: packed.length, sha256: hash(packed) };
  return { ...model, archive, manifest, contents };
}

function hash(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
