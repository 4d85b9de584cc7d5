// Which document the types of the client were made of.

import { createHash } from "node:crypto";
import path from "node:path";

import { ROOT } from "../house/source-tree.js";

export const CLIENT_TYPES_FILE = path.join(ROOT, "test/contract/interface-types.d.ts");

/** Hexadecimal; prose and examples, of which no type depends, are left out. */
export function computeFingerprint(document: object): string {
  const text = JSON.stringify(document, (key, value: unknown) =>
    ["description", "summary", "example"].includes(key) && typeof value !== "object"
      ? undefined
      : value,
  );
  return createHash("sha256").update(text).digest("hex");
}
