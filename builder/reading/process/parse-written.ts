// Task of a reader process: parses modules that a client sends. Of a module that is being written one file changes from
// question to question, so files are kept as they were parsed.
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
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

const kept = new LRUCache<string, Parsed<ParsedFile>>({ maxSize: MOST_BYTES });

function parseOnce(bytes: Uint8Array, kind: FileKind): Parsed<ParsedFile> {
  const key = `${kind} ${createHash("sha256").update(bytes).digest("base64")}`;
  const parsed = kept.get(key) ?? parseFile(bytes, kind);
  kept.set(key, parsed, { size: Math.max(1, bytes.length) });
  return parsed;
}
