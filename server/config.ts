// Settings of the commands that read a snapshot.
import {
  numberSetting,
  type SettingsOf,
  type SettingsTable,
  flagSetting,
  textSetting,
} from "../data/settings/settings.js";
import { PLAN_OPTION_SETTINGS, SNAPSHOT } from "./contract/plan-settings.js";
import { LOG_LEVELS } from "./observe/log.js";
import { EXPORT_FORMATS } from "./lookup/module/export.js";
import { UPGRADE_FORMATS } from "./routes/text/upgrade/formats.js";
import { LAYOUT_FORMATS } from "./faces/formats.js";

export const EMBEDDER_FILES = textSetting(
  "DIR",
  "embedder files of a snapshot built with --embedder transformers",
);

export const JSON_OUTPUT = flagSetting("print JSON instead of text");

/** Limits of the HTTP server, each a setting of its own; the unit is in the name. */
const LIMIT_SETTINGS = {
  // Holds 500 names of modules, which have 25 letters on average, with their commas escaped.
  "max-url-bytes": numberSetting(16_384, [256, 1_048_576], "longest path and query; 414 beyond"),
  "max-header-bytes": numberSetting(
    32_768,
    [1_024, 1_048_576],
    "longest request line and headers together; 431 beyond",
  ),
  "max-body-bytes": numberSetting(
    65_536,
    [256, 16_777_216],
    "longest body of a request to /mcp; 413 beyond",
  ),
  "max-parameter-chars": numberSetting(
    2_000,
    [16, 1_048_576],
    "longest value of one parameter; 400 beyond",
  ),
  "headers-timeout-ms": numberSetting(
    10_000,
    [10, 3_600_000],
    "time for the headers of a request to arrive; 408 beyond",
  ),
  "request-timeout-ms": numberSetting(
    20_000,
    [10, 3_600_000],
    "time for a whole request to arrive; 408 beyond",
  ),
  "stall-timeout-ms": numberSetting(
    30_000,
    [10, 3_600_000],
    "time without progress in sending an answer before the connection is closed",
  ),
  "keep-alive-timeout-ms": numberSetting(
    65_000,
    [10, 3_600_000],
    "how long an idle connection is kept open",
  ),
  "max-connections": numberSetting(
    8_192,
    [1, 1_000_000],
    "simultaneous connections of each worker; further ones are closed immediately",
  ),
  "max-exports": numberSetting(4, [1, 10_000], "simultaneous exports of each worker; 503 beyond"),
  "export-timeout-ms": numberSetting(
    30_000,
    [10, 3_600_000],
    "time for a client to receive the next 64 KiB of an export; closed beyond",
  ),
  "max-unsent-bytes": numberSetting(
    67_108_864,
    [65_536, 1_099_511_627_776],
    "size of answers that clients have not received yet, in each worker; beyond it, clients slower than stall-timeout-ms are closed and others get 503",
  ),
  "max-cache-bytes": numberSetting(
    20_971_520,
    [0, 1_099_511_627_776],
    "size of the cache of answers in each worker; 0 for none",
  ),
  "stop-delay-ms": numberSetting(
    0,
    [0, 600_000],
    "when stopping: time between /readyz failing and the port being closed",
  ),
  "drain-timeout-ms": numberSetting(
    10_000,
    [0, 600_000],
    "when stopping: time to complete open requests after the port is closed",
  ),
  "snapshot-poll-ms": numberSetting(
    2_000,
    [10, 3_600_000],
    "time between two checks for a new snapshot",
  ),
} as const satisfies SettingsTable;

export type Limits = SettingsOf<typeof LIMIT_SETTINGS>;

export const DEFAULT_LIMITS = Object.fromEntries(
  Object.entries(LIMIT_SETTINGS).map(([name, setting]) => [name, setting.default]),
) as Limits;

export const SERVE_SETTINGS = {
  snapshot: SNAPSHOT,
  host: textSetting("HOST", "address to listen on", { default: "127.0.0.1" }),
  port: numberSetting(8080, [0, 65_535], "port to listen on; 0 takes a free one", {
    value: "PORT",
  }),
  workers: numberSetting(
    1,
    [1, 256],
    "number of processes that share the port and the mapped snapshot",
  ),
  weights: EMBEDDER_FILES,
  "log-level": textSetting(
    "LEVEL",
    "log level, JSON lines on standard error; access adds one line for each request",
    { default: "info", choices: LOG_LEVELS },
  ),
  "hide-peers": flagSetting("do not log the addresses of clients"),
  "trusted-proxies": textSetting(
    "LIST",
    "addresses and networks of proxies whose X-Forwarded-For is trusted, comma-separated",
  ),
  "public-url": textSetting(
    "URL",
    "public scheme and host of the service, for the sitemap and for search from the browser's address bar",
  ),
  images: textSetting(
    "FROM",
    "pictures on module pages; with forge, browsers load them from there, and it sees the addresses of your visitors",
    { default: "links", choices: ["links", "forge"] },
  ),
  "mcp-hosts": textSetting(
    "LIST",
    "host names under which /mcp may be requested, comma-separated, beside localhost and --host; * for any",
  ),
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
  out: textSetting(
    "FILE",
    "file to write or to replace; {snapshot} in its name stands for the id of the snapshot",
    { required: true },
  ),
  format: textSetting(
    "NAME",
    "ndjson has whole records as JSON lines, csv one table, sqlite the tables of docs/dataset.md",
    { default: "ndjson", choices: [...EXPORT_FORMATS, "sqlite"] },
  ),
  "platform-version": textSetting("V", "only this Odoo version; with ndjson and csv only"),
} as const satisfies SettingsTable;

export const DIFF_SETTINGS = {
  "max-removed": textSetting(
    "SHARE",
    "fail if more than this share of the modules of OLD is gone, such as 5%",
  ),
  json: JSON_OUTPUT,
} as const satisfies SettingsTable;

/** Formats of an answer with a layout. @param own further formats */
export const outputSettings = (own: readonly string[]) => ({
  format: textSetting("NAME", "output format, xlsx with --out only", {
    default: "text",
    choices: ["json", ...LAYOUT_FORMATS, ...own],
  }),
  out: textSetting("FILE", "file to write or to replace, instead of printing"),
});

export const LIST_FILE = textSetting(
  "LIST|FILE",
  "more modules: names, comma-separated, or a file with them, such as requirements.txt, repos.yaml or a CSV of ir.module.module; - reads standard input",
);

export const LOCK_FILE = textSetting(
  "FILE",
  "an earlier plan, written with --format lock: show what an update would change; other options default to those of that plan",
);

export const UPGRADE_SETTINGS = {
  snapshot: { ...SNAPSHOT, required: false },
  "from-snapshot": textSetting("DIR", "earlier snapshot; --from then defaults to --to"),
  from: textSetting("V", "current Odoo version; by default that of the list"),
  to: textSetting("V", "target Odoo version"),
  modules: LIST_FILE,
  ...PLAN_OPTION_SETTINGS,
  lock: textSetting(
    "FILE",
    "a plan written with plan --format lock, to compare with the snapshot. Without --from-snapshot, its commits are read from --cache, mirrors of --sources or the network",
  ),
  cache: textSetting("DIR", "with --lock: the cache of the build"),
  sources: textSetting("FILE", "with --lock: the sources file, for its mirrors"),
  path: textSetting(
    "FOLDER",
    "modules in a work tree of git: --from and --to are commits of it, no snapshot is needed",
  ),
  steps: flagSetting("one analysis for each version of the snapshot in between"),
  all: flagSetting("also list changes that need no action"),
  ...outputSettings(UPGRADE_FORMATS.names),
} as const satisfies SettingsTable;
