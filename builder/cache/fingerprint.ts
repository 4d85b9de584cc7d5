// Fingerprint of the code behind a cached value, taken from the code itself, so that nobody has to
// remember to raise a number.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { compareText } from "../../data/platform/platform-version.js";

/** Code that reads a repository and composes modules. */
const READING: readonly URL[] = ["process/reader.js", "read-source.js"].map(
  (file) => new URL(`../reading/${file}`, import.meta.url),
);

export const BUILDING: readonly URL[] = [...READING, new URL("../build.js", import.meta.url)];

/**
 * SHA-256 over compiled files and all that they import, the versions of the packages, and the
 * JavaScript engine, whose serialisation the cache uses.
 * @param entries files to begin with, where other code decides
 */
export function computeFingerprint(entries: readonly URL[] = READING): Uint8Array {
  const hash = createHash("sha256");
  hash.update(process.versions.v8);
  hash.update(readFileSync(fileURLToPath(new URL("../../../package.json", import.meta.url))));
  const files = readImported(entries.map((entry) => fileURLToPath(entry)));
  const root = fileURLToPath(new URL("../..", import.meta.url));
  for (const [file, text] of [...files].toSorted(([left], [right]) => compareText(left, right))) {
    hash.update(path.relative(root, file).replaceAll(path.sep, "/"));
    hash.update(text);
  }
  return hash.digest();
}

/** The texts of the files and of those that they import, directly or not, by path; packages are left out. */
export function readImported(entries: readonly string[]): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const found = new Set(entries);
  // The loop also visits files added meanwhile.
  for (const file of found) {
    const text = readFileSync(file, "utf8");
    files.set(file, text);
    for (const [, specifier = ""] of text.matchAll(/\b(?:from|import)\s*\(?\s*"(\.[^"]+\.js)"/g)) {
      found.add(path.join(path.dirname(file), specifier));
    }
  }
  return files;
}
