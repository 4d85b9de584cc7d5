// snapshot.json: the part of a snapshot that people and scripts can read. format.ts says where it
// stands among the other files.
import { createHash } from "node:crypto";
import type { EmbeddingSpec } from "../embedding/embedder.js";
import type { BesideEntry, SourceRow } from "./contents.js";
import { checkFormat, SnapshotError } from "./errors.js";
import { findEntryFault } from "./entry-fault.js";
import { ENTRY_FILE } from "./format.js";

export interface SnapshotEntry {
  readonly format: number;
  /** Version of the program that built it. */
  readonly program: string;
  /** 32 hexadecimal digits, see format.ts. */
  readonly id: string;
  readonly counts: SnapshotCounts;
  readonly embedder: EmbeddingSpec | null;
  /** Making of vectors, beyond the texts; older snapshots lack it. */
  readonly meaning?: MeaningEntry;
  readonly sources: readonly SourceRow[];
  readonly files: readonly FileRow[];
}

interface MeaningEntry {
  /** Vectors of modules without needs are moved towards the needs of the modules most like them. */
  readonly is_moved: boolean;
  /** The second embedder, where there is one. */
  readonly beside?: BesideEntry;
}

export interface SnapshotCounts {
  /** Entries: modules by platform version and repository. */
  readonly entries: number;
  /** Distinct technical names. */
  readonly modules: number;
  /** Repositories with a module. */
  readonly repositories: number;
  /** Entries by platform version, in numeric order. */
  readonly platform_versions: Readonly<Record<string, number>>;
  readonly models: number;
  readonly fields: number;
  readonly methods: number;
  readonly views: number;
  /** Diagnostics by code, most frequent first. */
  readonly diagnostics: Readonly<Record<string, number>>;
}

export interface FileRow {
  readonly name: string;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** The entry file and its text; the id is computed here. */
export function encodeEntry(parts: Omit<SnapshotEntry, "id">): {
  readonly entry: SnapshotEntry;
  readonly text: string;
} {
  const { format, program, ...rest } = parts;
  const entry = { format, program, id: computeId(parts), ...rest };
  return { entry, text: toEntryText(entry) };
}

/**
 * Reads the entry file's text.
 * @throws SnapshotError `snapshot_foreign`, `snapshot_newer`, `snapshot_older` or `snapshot_damaged`
 */
export function decodeEntry(text: string, folder: string): SnapshotEntry {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw foreign(folder, `text that is not JSON (${(error as Error).message})`);
  }
  if (!isEntryShape(value)) throw foreign(folder, "JSON of another shape");
  checkFormat(`The snapshot ${folder}`, value.format);
  const { id, ...rest } = value;
  const expected = computeId(rest);
  if (id !== expected) {
    throw new SnapshotError({
      code: "snapshot_damaged",
      message: `${ENTRY_FILE} of the snapshot ${folder} was changed (its id should be ${expected}); build or copy the snapshot again.`,
    });
  }
  // White space and spellings that mean the same are bytes too: the text is the one that was written.
  if (text !== toEntryText(value)) {
    throw new SnapshotError({
      code: "snapshot_damaged",
      message: `${ENTRY_FILE} of the snapshot ${folder} is not as it was written; build or copy the snapshot again.`,
    });
  }
  // The right id is no proof of the right shape: anyone can compute it.
  const fault = findEntryFault(value);
  if (fault !== undefined) {
    throw new SnapshotError({
      code: "snapshot_damaged",
      message: `${ENTRY_FILE} of the snapshot ${folder} has no ${fault} that this program can read; build or copy the snapshot again.`,
    });
  }
  return value;
}

function toEntryText(entry: SnapshotEntry): string {
  return `${JSON.stringify(entry, null, 2)}\n`;
}

/** SHA-256 of the entry without its id, as compact JSON in key order of the file, cut to 128 bits. */
function computeId(entry: Omit<SnapshotEntry, "id">): string {
  return createHash("sha256").update(JSON.stringify(entry)).digest("hex").slice(0, 32);
}

function isEntryShape(value: unknown): value is SnapshotEntry {
  if (typeof value !== "object" || value === null) return false;
  const row = value as Partial<Record<keyof SnapshotEntry, unknown>>;
  return (
    Number.isInteger(row.format) &&
    typeof row.id === "string" &&
    typeof row.counts === "object" &&
    Array.isArray(row.sources) &&
    Array.isArray(row.files)
  );
}

function foreign(folder: string, got: string): SnapshotError {
  return new SnapshotError({
    code: "snapshot_foreign",
    message: `${folder} is not a snapshot: its ${ENTRY_FILE} holds ${got}; give the folder that module-lookup build wrote.`,
  });
}
