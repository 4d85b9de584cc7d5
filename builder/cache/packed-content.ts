// What most of a module consists of, as bytes: made where a module was parsed, unpacked where it is packed for a
// snapshot, and in between only carried along.
import { createHash } from "node:crypto";
import { deserialize, serialize } from "node:v8";
import { inflateRawSync } from "node:zlib";
import type { ModuleContent } from "../catalog/read-module.js";
import { deflateFast } from "./fast-deflate.js";

export interface PackedContent {
  readonly content: Uint8Array;
  /** SHA-256 of it, hexadecimal. */
  readonly contentDigest: string;
}

export async function packContent(content: ModuleContent): Promise<PackedContent> {
  const packed = await deflateFast(serialize(content));
  // What zlib gives keeps all of what it was cut out of.
  return { content: Uint8Array.prototype.slice.call(packed), contentDigest: digestContent(packed) };
}

/** @param content what `packContent` gave */
export function digestContent(content: Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/** @param content what `packContent` gave, by this very code */
export function unpackContent(content: Uint8Array): ModuleContent {
  return deserialize(inflateRawSync(content)) as ModuleContent;
}
