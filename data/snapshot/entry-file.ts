// snapshot.json: the part of a snapshot that people and scripts can read. format.ts says where it
// stands among the other files.
import { createHash } from "node:crypto";
import type { EmbeddingSpec } from "../embedding/embedder.js";
import type { BesideEntry, SourceRow } from "./contents.js";
import { checkFormat, SnapshotError } from "./errors.js";
import { ENTRY_FILE, SECTIONS_FILE, VECTOR_INDEX_FILE } from "./format.js";
import { isObject } from "../json.js";

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

type IsSo = (value: unknown) => boolean;

const isText: IsSo = (value) => typeof value === "string";
const isTextOrNull: IsSo = (value) => value === null || isText(value);
const isCount: IsSo = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const isListOf =
  (isOne: IsSo): IsSo =>
  (value) =>
    Array.isArray(value) && value.every(isOne);
const isRecordOf =
  (isOne: IsSo): IsSo =>
  (value) =>
    isObject(value) && Object.values(value).every(isOne);
const hasAll =
  (fields: Readonly<Record<string, IsSo>>): IsSo =>
  (value) =>
    isObject(value) && Object.entries(fields).every(([name, isSo]) => isSo(value[name]));

const COUNTS = ["entries", "modules", "repositories", "models", "fields", "methods", "views"];
/** More would be no embedder's. */
const MOST_DIMENSIONS = 65_536;

const isFile = hasAll({
  name: (value) => value === SECTIONS_FILE || value === VECTOR_INDEX_FILE,
  bytes: isCount,
  sha256: (value) => isText(value) && /^[0-9a-f]{64}$/.test(String(value)),
});
const isSource = hasAll({
  organization: isText,
  repository: isText,
  git: isText,
  branches: isListOf(
    hasAll({
      branch: isText,
      platform_version: isText,
      commit: isText,
      modules: isCount,
      stale: (value) =>
        value === undefined || hasAll({ reason: isText, date: isTextOrNull })(value),
    }),
  ),
  faults: isListOf(isText),
  priority: (value) => value === undefined || Number.isSafeInteger(value),
});
const isEmbedder = hasAll({
  kind: isText,
  name: isText,
  dimensions: (value) => isCount(value) && Number(value) >= 1 && Number(value) <= MOST_DIMENSIONS,
});
const isScale = hasAll({ factor: Number.isFinite, offset: Number.isFinite });
const isBeside = hasAll({ embedder: isEmbedder, documents: isScale, needs: isScale });
const isMeaning = hasAll({
  is_moved: (value) => typeof value === "boolean",
  beside: (value) => value === undefined || isBeside(value),
});

const PARTS: Readonly<Record<string, IsSo>> = {
  program: isText,
  counts: hasAll({
    ...Object.fromEntries(COUNTS.map((name) => [name, isCount])),
    platform_versions: isRecordOf(isCount),
    diagnostics: isRecordOf(isCount),
  }),
  embedder: (value) => value === null || isEmbedder(value),
  meaning: (value) => value === undefined || isMeaning(value),
  sources: isListOf(isSource),
  files: (value) => isListOf(isFile)(value) && isSetOfFiles(value as readonly { name: string }[]),
};

/** The sections, and the graph at most once. */
function isSetOfFiles(files: readonly { readonly name: string }[]): boolean {
  const names = files.map(({ name }) => name);
  return names.includes(SECTIONS_FILE) && new Set(names).size === names.length;
}

/** The first part that is not as it should be; `undefined` for a whole entry. */
function findEntryFault(entry: object): string | undefined {
  const values: Readonly<Record<string, unknown>> = { ...entry };
  return Object.keys(PARTS).find((name) => PARTS[name]?.(values[name]) !== true);
}
