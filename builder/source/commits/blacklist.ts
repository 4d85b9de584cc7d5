// Blacklist of a branch: modules and commits not to be carried over to it, as oca-port writes it.
// Pure.
import { parseJson } from "../../../data/json.js";
import type { BlacklistRow } from "../../../data/history/repository-history.js";

const FOLDER = ".oca/oca-port/blacklist/";
const SUFFIX = ".json";
const REASON_LIMIT_CHARS = 500;
const MOST_KEYS = 1000;

/** The module that a file is about; `undefined` for any other file. */
export function findBlacklistedModule(path: string): string | undefined {
  if (!path.startsWith(FOLDER) || !path.endsWith(SUFFIX)) return undefined;
  const name = path.slice(FOLDER.length, -SUFFIX.length);
  return name === "" || name.includes("/") ? undefined : name;
}

/** `undefined` where the file says nothing that can be read. */
export function parseBlacklist(module: string, text: string): BlacklistRow | undefined {
  const value = parseJson(text);
  if (typeof value !== "object" || value === null) return undefined;
  const { no_migration: reason, pull_requests: requests } = value as Readonly<
    Record<string, unknown>
  >;
  const rows = typeof requests === "object" && requests !== null ? Object.entries(requests) : [];
  return {
    module,
    noMigration: typeof reason === "string" ? toReason(reason) : null,
    pullRequests: rows.slice(0, MOST_KEYS).map(([key, said]) => [toReason(key), toReason(said)]),
  };
}

function toReason(value: unknown): string {
  return typeof value === "string" ? value.slice(0, REASON_LIMIT_CHARS) : "";
}
