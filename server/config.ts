// Settings of the commands that read a snapshot.
import type { SettingsOf, SettingsTable } from "../settings/settings.js";
import { HALVES } from "../data/evaluation/halves.js";
import { LOG_LEVELS } from "./observe/log.js";
import { DATASET_FORMATS } from "./dataset/formats.js";
import { EXPORT_FORMATS } from "./lookup/module/export.js";
import { MIGRATION_FORMATS } from "./interface/text/migration/formats.js";
import { PLAN_FORMATS } from "./interface/text/plan/formats.js";
import { STATUSES } from "./lookup/maturity.js";

export const SNAPSHOT = {
  type: "text",
  value: "DIR",
  required: true,
  help: "a snapshot, or the folder that build --out wrote",
} as const;

export const EMBEDDER_FILES = {
  type: "text",
  value: "DIR",
  help: "embedder files of a snapshot built with --embedder transformers",
} as const;

export const JSON_OUTPUT = { type: "flag", help: "print JSON instead of text" } as const;

/** Limits of the HTTP server, each a setting of its own; the unit is in the name. */
export const LIMIT_SETTINGS = {
  "max-url-bytes": {
    type: "number",
    value: "N",
    // Holds 500 names of modules, which have 25 letters on average, with their commas escaped.
    default: 16_384,
    minimum: 256,
    maximum: 1_048_576,
    help: "longest path and query; 414 beyond",
  },
  "max-header-bytes": {
    type: "number",
    value: "N",
    default: 32_768,
    minimum: 1_024,
    maximum: 1_048_576,
    help: "longest request line and headers together; 431 beyond",
  },
  "max-body-bytes": {
    type: "number",
    value: "N",
    default: 65_536,
    minimum: 256,
    maximum: 16_777_216,
    help: "longest body of a request to /mcp; 413 beyond",
  },
  "max-parameter-chars": {
    type: "number",
    value: "N",
    default: 2_000,
    minimum: 16,
    maximum: 1_048_576,
    help: "longest value of one parameter; 400 beyond",
  },
  "headers-timeout-ms": {
    type: "number",
    value: "N",
    default: 10_000,
    minimum: 10,
    maximum: 3_600_000,
    help: "time for the headers of a request to arrive; 408 beyond",
  },
  "request-timeout-ms": {
    type: "number",
    value: "N",
    default: 20_000,
    minimum: 10,
    maximum: 3_600_000,
    help: "time for a whole request to arrive; 408 beyond",
  },
  "stall-timeout-ms": {
    type: "number",
    value: "N",
    default: 30_000,
    minimum: 10,
    maximum: 3_600_000,
    help: "a connection on which nothing moves for so long while it is answered is cut",
  },
  "keep-alive-timeout-ms": {
    type: "number",
    value: "N",
    default: 65_000,
    minimum: 10,
    maximum: 3_600_000,
    help: "how long an idle connection is kept for the next request",
  },
  "max-connections": {
    type: "number",
    value: "N",
    default: 8_192,
    minimum: 1,
    maximum: 1_000_000,
    help: "connections at a time, of each worker; more are closed at once",
  },
  "max-exports": {
    type: "number",
    value: "N",
    default: 4,
    minimum: 1,
    maximum: 10_000,
    help: "exports that are sent at a time, of each worker; 503 beyond",
  },
  "export-timeout-ms": {
    type: "number",
    value: "N",
    default: 30_000,
    minimum: 10,
    maximum: 3_600_000,
    help: "time for a client to take the next 64 KiB of an export; it is cut beyond",
  },
  "max-cache-bytes": {
    type: "number",
    value: "N",
    default: 33_554_432,
    minimum: 0,
    maximum: 1_099_511_627_776,
    help: "answers kept ready to be given again, in each worker; 0 keeps none",
  },
  "stop-delay-ms": {
    type: "number",
    value: "N",
    default: 0,
    minimum: 0,
    maximum: 600_000,
    help: "time between /readyz saying no and the port being closed, when stopped",
  },
  "drain-timeout-ms": {
    type: "number",
    value: "N",
    default: 10_000,
    minimum: 0,
    maximum: 600_000,
    help: "how long requests under way may take after the port is closed",
  },
  "snapshot-poll-ms": {
    type: "number",
    value: "N",
    default: 2_000,
    minimum: 10,
    maximum: 3_600_000,
    help: "time between two looks for a new snapshot",
  },
} as const satisfies SettingsTable;

export type Limits = SettingsOf<typeof LIMIT_SETTINGS>;

/** What the settings are when nobody sets them. */
export const DEFAULT_LIMITS = Object.fromEntries(
  Object.entries(LIMIT_SETTINGS).map(([name, setting]) => [name, setting.default]),
) as Limits;

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
  "log-level": {
    type: "text",
    value: "LEVEL",
    default: "info",
    choices: LOG_LEVELS,
    help: "what is logged on standard error, as JSON lines; access adds one for each answer",
  },
  "hide-peers": { type: "flag", help: "leave the addresses of clients out of the log" },
  "trusted-proxies": {
    type: "text",
    value: "LIST",
    help: "addresses and networks, with commas, whose X-Forwarded-For is believed",
  },
  "public-url": {
    type: "text",
    value: "URL",
    help: "scheme and host under which people reach the service; the sitemap and the search from the address bar of browsers need it",
  },
  datasets: {
    type: "text",
    value: "DIR",
    help: "folder in which export wrote {snapshot}.sqlite and {snapshot}.parquet: they can be downloaded, see docs/dataset.md",
  },
  "mcp-hosts": {
    type: "text",
    value: "LIST",
    help: "names, with commas, under which /mcp may be asked beside localhost and --host; * for any",
  },
  ...LIMIT_SETTINGS,
} as const satisfies SettingsTable;

export const VERIFY_SETTINGS = { snapshot: SNAPSHOT } as const satisfies SettingsTable;

export const INSPECT_SETTINGS = {
  snapshot: SNAPSHOT,
  json: JSON_OUTPUT,
} as const satisfies SettingsTable;

export const MCP_SETTINGS = {
  snapshot: SNAPSHOT,
  weights: EMBEDDER_FILES,
} as const satisfies SettingsTable;

export const EXPORT_SETTINGS = {
  snapshot: SNAPSHOT,
  out: {
    type: "text",
    value: "FILE",
    required: true,
    help: "file to write or to replace, with --format parquet a folder of files; {snapshot} in its name stands for the snapshot's id",
  },
  format: {
    type: "text",
    value: "NAME",
    default: "ndjson",
    choices: [...EXPORT_FORMATS, ...DATASET_FORMATS],
    help: "whole records as JSON lines, a table, or the tables of docs/dataset.md",
  },
  "platform-version": {
    type: "text",
    value: "V",
    help: "only this platform version; ndjson and csv alone",
  },
} as const satisfies SettingsTable;

export const DIFF_SETTINGS = {
  "max-removed": {
    type: "text",
    value: "SHARE",
    help: "fail when more than this share of OLD is gone, such as 5%",
  },
  json: JSON_OUTPUT,
} as const satisfies SettingsTable;

export const PLAN_SETTINGS = {
  snapshot: SNAPSHOT,
  "platform-version": {
    type: "text",
    value: "V",
    help: "the platform version of the installation; without it that of --lock",
  },
  modules: {
    type: "text",
    value: "FILE",
    help: "file with modules, beside those given as words: names, requirements.txt, repos.yaml, addons.yaml, or a CSV of ir.module.module; - reads standard input",
  },
  repositories: {
    type: "text",
    value: "LIST",
    help: "the addons path: org/repo with commas, the first taken first; without it the whole index",
  },
  exclude: { type: "text", value: "LIST", help: "modules, with commas, that are not there" },
  prefer: {
    type: "text",
    value: "LIST",
    help: "organizations or org/repo, with commas, to take modules from that several have",
  },
  "no-auto-install": { type: "flag", help: "leave out what installs itself" },
  "min-status": {
    type: "text",
    value: "STATUS",
    choices: STATUSES,
    help: "list modules whose development status is below",
  },
  lock: {
    type: "text",
    value: "FILE",
    help: "a former plan, written with --format lock: say what an update would change; what is not asked otherwise is asked as it was",
  },
  format: {
    type: "text",
    value: "NAME",
    default: "text",
    choices: ["text", "json", ...PLAN_FORMATS.names],
    help: "how it is written",
  },
} as const satisfies SettingsTable;

export const MIGRATION_SETTINGS = {
  snapshot: SNAPSHOT,
  from: {
    type: "text",
    value: "V",
    help: "the platform version to leave; without it that of the list",
  },
  to: { type: "text", value: "V", required: true, help: "the platform version to reach" },
  modules: PLAN_SETTINGS.modules,
  api: {
    type: "flag",
    help: "tell as well what of the models, fields and methods that each uses is another",
  },
  format: {
    type: "text",
    value: "NAME",
    default: "text",
    choices: ["text", "json", ...MIGRATION_FORMATS.names],
    help: "how it is written",
  },
} as const satisfies SettingsTable;

export const CHECK_SETTINGS = {
  snapshot: SNAPSHOT,
  "platform-version": {
    type: "text",
    value: "V",
    help: "the platform version of the system; without it that of --plan",
  },
  modules: {
    type: "text",
    value: "LIST",
    help: "modules of the system, with commas, beside those that the manifests of the files name",
  },
  plan: {
    type: "text",
    value: "FILE",
    help: "the system: a plan that was written with plan --format lock",
  },
  repositories: PLAN_SETTINGS.repositories,
  exclude: PLAN_SETTINGS.exclude,
  prefer: PLAN_SETTINGS.prefer,
  "no-auto-install": PLAN_SETTINGS["no-auto-install"],
  format: {
    type: "text",
    value: "NAME",
    default: "text",
    choices: ["text", "json", "sarif"],
    help: "how it is written",
  },
} as const satisfies SettingsTable;

export const EVALUATE_SETTINGS = {
  snapshot: SNAPSHOT,
  queries: {
    type: "text",
    value: "FILE",
    required: true,
    help: "questions with the modules that answer them, one JSON object a line; README shows one",
  },
  "platform-version": { type: "text", value: "V", help: "ask the modules at this version only" },
  half: {
    type: "text",
    value: "NAME",
    default: "both",
    choices: [...HALVES, "both"],
    help: "which half of the questions, by the hash of their texts: choose by the open one, report the locked one",
  },
  also: {
    type: "flag",
    help: "ask with the rewordings of each question, `also` in the file, and compare with the question alone",
  },
  against: {
    type: "text",
    value: "DIR",
    help: "a snapshot to compare with, built with other words or texts",
  },
  weights: EMBEDDER_FILES,
  "against-weights": {
    ...EMBEDDER_FILES,
    help: "embedder files of the snapshot that is compared with, if it was built with --embedder transformers",
  },
  json: JSON_OUTPUT,
} as const satisfies SettingsTable;
