// Settings of `module-lookup build`.
import { availableParallelism, homedir } from "node:os";
import path from "node:path";
import type { SettingsTable } from "../cli/settings.js";

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
