// What a cached value depends on besides its input: the code that made it. Taken from the code
// itself, so that no one has to remember to raise a number.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** Rooms whose code decides what is read of a branch. */
const ROOMS: readonly string[] = ["../parse", "../source"];

/**
 * SHA-256 over the compiled parsers and readers, the versions of the packages that they call, and
 * the JavaScript engine, whose serialisation the cache uses.
 * @param rooms folders relative to this one, when it is other code that decides
 */
export function computeFingerprint(rooms: readonly string[] = ROOMS): Uint8Array {
  const hash = createHash("sha256");
  hash.update(process.versions.v8);
  hash.update(readFileSync(fileURLToPath(new URL("../../../package.json", import.meta.url))));
  for (const room of rooms) {
    const folder = fileURLToPath(new URL(room, import.meta.url));
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".js"))
      .toSorted();
    for (const file of files) {
      hash.update(file.replaceAll(path.sep, "/"));
      hash.update(readFileSync(path.join(folder, file)));
    }
  }
  return hash.digest();
}
