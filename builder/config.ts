// Settings of `module-lookup build`.
import { SHIPPED_EMBEDDER } from "../data/embedding/known-embedders.js";
import { availableParallelism, homedir } from "node:os";
import path from "node:path";
import {
  numberSetting,
  type SettingsOf,
  type SettingsTable,
  flagSetting,
  textSetting,
} from "../data/settings/settings.js";
import { DEFAULT_KEEP } from "../data/files/kept-snapshots.js";
import { DEFAULT_LIMITS, type RepositoryLimits } from "./source/limits.js";

export const BUILD_SETTINGS = {
  sources: textSetting(
    "FILE",
    "sources file (JSON): the repositories to read, see docs/sources.md",
    { required: true },
  ),
  out: textSetting("DIR", "folder for the snapshot and the link `current` to it", {
    required: true,
  }),
  shard: textSetting("I/N", "read only part I of N of the repositories, into a file for `merge`"),
  keep: numberSetting(
    DEFAULT_KEEP,
    [1, 1_000],
    "number of snapshots to keep in --out, including the new one",
  ),
  cache: textSetting(
    "DIR",
    "folder for clones and downloaded embedder files; may be deleted at any time",
    { default: path.join(homedir(), ".cache", "module-lookup") },
  ),
  jobs: numberSetting(
    availableParallelism(),
    [1, 256],
    "number of repositories to read in parallel",
  ),
  embedder: textSetting(
    "KIND",
    "how the search by meaning reads texts: static is a table of words, static+transformers adds a neural network, transformers alone is experimental",
    { default: "static", choices: ["static", "static+transformers", "transformers", "none"] },
  ),
  weights: textSetting(
    "ID|DIR",
    `neural embedder: a local folder, or an id on the Hugging Face hub; default ${SHIPPED_EMBEDDER} (ships with the program), for transformers alone Xenova/multilingual-e5-small`,
  ),
  "repository-max-paths": numberSetting(
    DEFAULT_LIMITS.maxPaths,
    [1, 100_000_000],
    "most files and folders of a repository, all branches together; a larger one is not read",
  ),
  "repository-max-read-mib": numberSetting(
    DEFAULT_LIMITS.maxReadMib,
    [1, 1_048_576],
    "most bytes of files to read of a repository in a build",
    { value: "MIB" },
  ),
  "repository-max-result-mib": numberSetting(
    DEFAULT_LIMITS.maxResultMib,
    [1, 65_536],
    "limit for the parse results of one repository; one module may use 1/16 of it",
    { value: "MIB" },
  ),
  "repository-memory-mib": numberSetting(
    DEFAULT_LIMITS.memoryMib,
    [128, 1_048_576],
    "memory limit of each process that reads a repository, including git",
    { value: "MIB" },
  ),
  "repository-cpu-s": numberSetting(
    DEFAULT_LIMITS.cpuS,
    [1, 604_800],
    "limit of CPU time for reading a repository",
    { value: "SECONDS" },
  ),
  "repository-network-s": numberSetting(
    DEFAULT_LIMITS.networkS,
    [1, 604_800],
    "time limit for fetching a repository, including waits",
    { value: "SECONDS" },
  ),
  watch: flagSetting("keep running and build whenever a repository changes"),
  "interval-s": numberSetting(60, [1, 86_400], "time between two checks of all repositories", {
    needs: "watch",
  }),
  force: flagSetting("build even if nothing has changed since the last build"),
  strict: flagSetting("fail when a repository or branch cannot be read"),
  "allow-loss": flagSetting(
    "make the snapshot current even if it lost a repository, or more than a tenth of the modules",
  ),
  json: flagSetting("progress events on stderr and the report on stdout as JSON"),
  quiet: flagSetting("print errors only, no progress and no report"),
} as const satisfies SettingsTable;

const { out, keep, cache, embedder, weights, strict, json, quiet } = BUILD_SETTINGS;
const { "allow-loss": allowLoss } = BUILD_SETTINGS;

export const MERGE_SETTINGS = {
  out,
  keep,
  cache,
  embedder,
  weights,
  needs: textSetting(
    "FILE",
    "what modules are needed for, beside what ships: the file that the sources file of the shards names",
  ),
  strict,
  "allow-loss": allowLoss,
  json,
  quiet,
} as const satisfies SettingsTable;

/** Limits for each repository from the settings of a build. */
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
