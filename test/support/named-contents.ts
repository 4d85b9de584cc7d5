// Contents of small snapshots that differ in a name, to be published one after another.
import { createHash } from "node:crypto";
import type { SnapshotContents } from "../../data/snapshot/contents.js";
import { createContents, createRecord, createVectors } from "./module-records.js";

export interface ContentSize {
  /** Of the description. Default: a few words. */
  readonly textChars?: number;
  /** Default: one. */
  readonly vectors?: number;
}

/** That cannot be packed into much less. */
function createText(chars: number): string {
  let text = "";
  while (text.length < chars) text += createHash("sha256").update(text).digest("base64");
  return text.slice(0, chars);
}

/** One module of that name, with vectors, so that a snapshot of it has all its files. */
export function createNamedContents(
  name: string,
  { textChars = 10, vectors = 1 }: ContentSize = {},
): SnapshotContents {
  const record = createRecord({ technical_name: name, description: createText(textChars) });
  return createContents([record], { vectors: createVectors(vectors) });
}
