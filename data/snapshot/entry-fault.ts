// Faults in the shape of an entry file, by entry-file.ts.
import { isObject } from "../json.js";
import { SECTIONS_FILE, VECTOR_INDEX_FILE } from "./format.js";

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
export function findEntryFault(entry: object): string | undefined {
  const values: Readonly<Record<string, unknown>> = { ...entry };
  return Object.keys(PARTS).find((name) => PARTS[name]?.(values[name]) !== true);
}
