// Settings of the commands that read a snapshot.
import type { SettingsTable } from "../cli/settings.js";

const SNAPSHOT = {
  type: "text",
  value: "DIR",
  required: true,
  help: "a snapshot, or the folder that build --out wrote",
} as const;

const EMBEDDER_FILES = {
  type: "text",
  value: "DIR",
  help: "embedder files of a snapshot built with --embedder transformers",
} as const;

const JSON_OUTPUT = { type: "flag", help: "print JSON instead of text" } as const;

export const SERVE_SETTINGS = {
  snapshot: SNAPSHOT,
  host: { type: "text", value: "HOST", default: "127.0.0.1", help: "address to listen on" },
  port: {
    type: "number",
    value: "PORT",
    default: 8080,
    minimum: 0,
    maximum: 65_535,
    help: "port to listen on; 0 takes a free one",
  },
  workers: {
    type: "number",
    value: "N",
    default: 1,
    minimum: 1,
    maximum: 256,
    help: "processes that share the port and the mapped snapshot",
  },
  weights: EMBEDDER_FILES,
} as const satisfies SettingsTable;

export const VERIFY_SETTINGS = { snapshot: SNAPSHOT } as const satisfies SettingsTable;

export const INSPECT_SETTINGS = {
  snapshot: SNAPSHOT,
  json: JSON_OUTPUT,
} as const satisfies SettingsTable;

export const QUERY_SETTINGS = {
  snapshot: SNAPSHOT,
  "platform-version": { type: "text", value: "V", help: "search, semantic: one platform version" },
  org: { type: "text", value: "NAME", help: "module: one organization" },
  repo: { type: "text", value: "NAME", help: "module: one repository" },
  installable: { type: "text", value: "BOOL", help: "search by name: by the installable flag" },
  term: { type: "text", value: "WORDS", help: "search without a name: words that must occur" },
  category: { type: "text", value: "NAME", help: "search without a name: the manifest category" },
  "depends-on": { type: "text", value: "MODULE", help: "search without a name: what is needed" },
  limit: { type: "text", value: "N", help: "most rows" },
  offset: { type: "text", value: "N", help: "rows to pass over" },
  weights: EMBEDDER_FILES,
  json: JSON_OUTPUT,
} as const satisfies SettingsTable;

/** Limits of the HTTP server; the unit is in the name. */
export const HTTP_LIMITS = {
  headerBytes: 16_384,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 20_000,
  keepAliveTimeoutMs: 65_000,
  /** How long requests under way may take when the service is stopped. */
  drainTimeoutMs: 10_000,
  /** Between two looks for connections that are no longer used, while the service stops. */
  drainSweepMs: 50,
  /** Between two looks at whether there is a new snapshot. */
  snapshotPollMs: 2_000,
} as const;
