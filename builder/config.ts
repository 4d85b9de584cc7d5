// Settings of `module-lookup build`.
import { availableParallelism, homedir } from "node:os";
import path from "node:path";
import type { SettingsOf, SettingsTable } from "../settings/settings.js";
import { DEFAULT_LIMITS, type RepositoryLimits } from "./source/limits.js";

/** Enough to go back to, and for who is still copying the one before. */
export const DEFAULT_KEEP = 2;

export const BUILD_SETTINGS = {
  sources: {
    type: "text",
    value: "FILE",
    required: true,
    help: "which repositories to read, JSON; README shows one",
  },
  out: {
    type: "text",
    value: "DIR",
    required: true,
    help: "receives the snapshot and the link `current` to it",
  },
  shard: {
    type: "text",
    value: "I/N",
    help: "read only the I-th of N parts of the repositories, into a file that `merge` takes",
  },
  keep: {
    type: "number",
    value: "N",
    default: DEFAULT_KEEP,
    minimum: 1,
    maximum: 1_000,
    help: "snapshots that stay in --out, the new one among them; older ones are removed",
  },
  cache: {
    type: "text",
    value: "DIR",
    default: path.join(homedir(), ".cache", "module-lookup"),
    help: "clones and downloaded embedder files; may be deleted at any time",
  },
  jobs: {
    type: "number",
    value: "N",
    default: availableParallelism(),
    minimum: 1,
    maximum: 256,
    help: "repositories read, and modules parsed, at once",
  },
  embedder: {
    type: "text",
    value: "KIND",
    default: "static",
    choices: ["static", "transformers", "none"],
    help: "what makes the vectors of the semantic search",
  },
  weights: {
    type: "text",
    value: "ID|DIR",
    default: "Xenova/multilingual-e5-small",
    help: "with --embedder transformers: id on the hub, or a local folder",
  },
  "repository-max-paths": {
    type: "number",
    value: "N",
    default: DEFAULT_LIMITS.maxPaths,
    minimum: 1,
    maximum: 100_000_000,
    help: "files and folders of a repository, all branches together; one with more is not read",
  },
  "repository-max-read-mib": {
    type: "number",
    value: "MIB",
    default: DEFAULT_LIMITS.maxReadMib,
    minimum: 1,
    maximum: 1_048_576,
    help: "distinct contents that are read of a repository in a build",
  },
  "repository-max-result-mib": {
    type: "number",
    value: "MIB",
    default: DEFAULT_LIMITS.maxResultMib,
    minimum: 1,
    maximum: 65_536,
    help: "what is found in a repository; a module may have a sixteenth of it",
  },
  "repository-memory-mib": {
    type: "number",
    value: "MIB",
    default: DEFAULT_LIMITS.memoryMib,
    minimum: 128,
    maximum: 1_048_576,
    help: "memory of each process that reads a repository, its git included",
  },
  "repository-cpu-s": {
    type: "number",
    value: "SECONDS",
    default: DEFAULT_LIMITS.cpuS,
    minimum: 1,
    maximum: 604_800,
    help: "processor time that reading a repository may take",
  },
  "repository-network-s": {
    type: "number",
    value: "SECONDS",
    default: DEFAULT_LIMITS.networkS,
    minimum: 1,
    maximum: 604_800,
    help: "time in which a repository must be brought from its server, waits included",
  },
  watch: { type: "flag", help: "go on and build what changes, until stopped" },
  "interval-s": {
    type: "number",
    value: "N",
    default: 60,
    minimum: 1,
    maximum: 86_400,
    help: "with --watch: time between two looks at everything",
  },
  "webhook-port": {
    type: "number",
    value: "PORT",
    default: 0,
    minimum: 0,
    maximum: 65_535,
    help: "with --watch: port that takes pushes of GitHub, GitLab, Gitea and Forgejo; 0 for none",
  },
  "webhook-host": {
    type: "text",
    value: "HOST",
    default: "127.0.0.1",
    help: "address on which --webhook-port listens",
  },
  "webhook-secrets": {
    type: "text",
    value: "FILE",
    help: "secrets of webhooks, one a line; MODULE_LOOKUP_WEBHOOK_TOKEN holds one, too",
  },
  force: { type: "flag", help: "build also where nothing is other than at the last build" },
  strict: { type: "flag", help: "fail when a repository or branch cannot be read" },
  json: { type: "flag", help: "progress events on stderr and the report on stdout as JSON" },
  quiet: { type: "flag", help: "no progress and no report, only errors" },
} as const satisfies SettingsTable;

const { out, keep, cache, embedder, weights, strict, json, quiet } = BUILD_SETTINGS;

export const MERGE_SETTINGS = {
  out,
  keep,
  cache,
  embedder,
  weights,
  strict,
  json,
  quiet,
} as const satisfies SettingsTable;

/** What each repository may take, out of the settings of a build. */
export function toRepositoryLimits(settings: SettingsOf<typeof BUILD_SETTINGS>): RepositoryLimits {
  return {
    maxPaths: settings["repository-max-paths"],
    maxReadMib: settings["repository-max-read-mib"],
    maxResultMib: settings["repository-max-result-mib"],
    memoryMib: settings["repository-memory-mib"],
    cpuS: settings["repository-cpu-s"],
    networkS: settings["repository-network-s"],
  };
}
