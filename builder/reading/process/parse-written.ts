// Task of a reader process: parses modules that a client sends. Of a module that is being written one file changes from
// question to question, so files are kept as they were parsed.
import { createHash } from "node:crypto";
import type { ParsedModules } from "../../../data/module/module-under-development.js";
import type { Parsed } from "../../parse/diagnostics.js";
import type { FileKind } from "../../parse/file-kind.js";
import { parseFile, type ParsedFile } from "../../parse/file.js";
import { parseWrittenModules } from "../../parse/references/module-under-development.js";
import type { WrittenTask } from "./tasks.js";

export function parseWritten({ written, platformVersion }: WrittenTask): ParsedModules {
  return parseWrittenModules(written, platformVersion, parseOnce);
}

/** Bytes of kept files; what is parsed takes some times as much. */
const MOST_BYTES = 8 * 1024 * 1024;

interface KeptFile {
  readonly parsed: Parsed<ParsedFile>;
  readonly bytes: number;
}

/** The first are those that were not asked for longest. */
const kept = new Map<string, KeptFile>();
let keptBytes = 0;

function parseOnce(bytes: Uint8Array, kind: FileKind): Parsed<ParsedFile> {
  const key = `${kind} ${createHash("sha256").update(bytes).digest("base64")}`;
  const known = kept.get(key);
  kept.delete(key);
  const file = known ?? { parsed: parseFile(bytes, kind), bytes: bytes.length };
  kept.set(key, file);
  if (known === undefined) keptBytes += file.bytes;
  for (const [oldest, { bytes: freed }] of kept) {
    if (keptBytes <= MOST_BYTES || oldest === key) break;
    kept.delete(oldest);
    keptBytes -= freed;
  }
  return file.parsed;
}
