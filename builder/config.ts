// Settings of `module-lookup build`.
import { availableParallelism, homedir } from "node:os";
import path from "node:path";
import type { SettingsOf, SettingsTable } from "../settings/settings.js";
import { DEFAULT_KEEP } from "../files/kept-snapshots.js";
import { DEFAULT_LIMITS, type RepositoryLimits } from "./source/limits.js";

export const BUILD_SETTINGS = {
  sources: {
    type: "text",
    value: "FILE",
    required: true,
    help: "sources file (JSON): the repositories to read, see docs/sources.md",
  },
  out: {
    type: "text",
    value: "DIR",
    required: true,
    help: "folder for the snapshot and the link `current` to it",
  },
  shard: {
    type: "text",
    value: "I/N",
    help: "read only part I of N of the repositories, into a file for `merge`",
  },
  keep: {
    type: "number",
    value: "N",
    default: DEFAULT_KEEP,
    minimum: 1,
    maximum: 1_000,
    help: "number of snapshots to keep in --out, including the new one",
  },
  cache: {
    type: "text",
    value: "DIR",
    default: path.join(homedir(), ".cache", "module-lookup"),
    help: "folder for clones and downloaded embedder files; may be deleted at any time",
  },
  jobs: {
    type: "number",
    value: "N",
    default: availableParallelism(),
    minimum: 1,
    maximum: 256,
    help: "number of repositories to read in parallel",
  },
  embedder: {
    type: "text",
    value: "KIND",
    default: "static",
    choices: ["static", "transformers", "none"],
    help: "embedder of the semantic search",
  },
  weights: {
    type: "text",
    value: "ID|DIR",
    default: "Xenova/multilingual-e5-small",
    help: "with --embedder transformers: id on the Hugging Face hub, or a local folder",
  },
  "repository-max-paths": {
    type: "number",
    value: "N",
    default: DEFAULT_LIMITS.maxPaths,
    minimum: 1,
    maximum: 100_000_000,
    help: "most files and folders of a repository, all branches together; a larger one is not read",
  },
  "repository-max-read-mib": {
    type: "number",
    value: "MIB",
    default: DEFAULT_LIMITS.maxReadMib,
    minimum: 1,
    maximum: 1_048_576,
    help: "most bytes of files to read of a repository in a build",
  },
  "repository-max-result-mib": {
    type: "number",
    value: "MIB",
    default: DEFAULT_LIMITS.maxResultMib,
    minimum: 1,
    maximum: 65_536,
    help: "most results of parsing a repository; one module may have a sixteenth of it",
  },
  "repository-memory-mib": {
    type: "number",
    value: "MIB",
    default: DEFAULT_LIMITS.memoryMib,
    minimum: 128,
    maximum: 1_048_576,
    help: "memory limit of each process that reads a repository, including git",
  },
  "repository-cpu-s": {
    type: "number",
    value: "SECONDS",
    default: DEFAULT_LIMITS.cpuS,
    minimum: 1,
    maximum: 604_800,
    help: "limit of CPU time for reading a repository",
  },
  "repository-network-s": {
    type: "number",
    value: "SECONDS",
    default: DEFAULT_LIMITS.networkS,
    minimum: 1,
    maximum: 604_800,
    help: "time limit for fetching a repository, including waits",
  },
  watch: { type: "flag", help: "keep running and build whenever a repository changes" },
  "interval-s": {
    type: "number",
    value: "N",
    default: 60,
    minimum: 1,
    maximum: 86_400,
    needs: "watch",
    help: "time between two checks of all repositories",
  },
  "webhook-port": {
    type: "number",
    value: "PORT",
    default: 0,
    minimum: 0,
    maximum: 65_535,
    needs: "watch",
    help: "port for webhooks of GitHub, GitLab, Gitea and Forgejo; 0 for none",
  },
  "webhook-host": {
    type: "text",
    value: "HOST",
    default: "127.0.0.1",
    needs: "webhook-port",
    help: "address to listen on",
  },
  "webhook-secrets": {
    type: "text",
    value: "FILE",
    needs: "webhook-port",
    help: "file with webhook secrets, one on each line; MODULE_LOOKUP_WEBHOOK_TOKEN can hold one as well",
  },
  force: { type: "flag", help: "build even if nothing has changed since the last build" },
  strict: { type: "flag", help: "fail when a repository or branch cannot be read" },
  "allow-loss": {
    type: "flag",
    help: "make the snapshot current even if it lost a repository, or more than a tenth of the modules",
  },
  json: { type: "flag", help: "progress events on stderr and the report on stdout as JSON" },
  quiet: { type: "flag", help: "print errors only, no progress and no report" },
} as const satisfies SettingsTable;

const { out, keep, cache, embedder, weights, strict, json, quiet } = BUILD_SETTINGS;
const { "allow-loss": allowLoss } = BUILD_SETTINGS;

export const MERGE_SETTINGS = {
  out,
  keep,
  cache,
  embedder,
  weights,
  needs: {
    type: "text",
    value: "FILE",
    help: "what modules are needed for, beside what ships: the file that the sources file of the shards names",
  },
  strict,
  "allow-loss": allowLoss,
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
