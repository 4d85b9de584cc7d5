// Settings of `module-lookup train`.
import { numberSetting, type SettingsTable } from "../settings/settings.js";
import { BUILD_SETTINGS } from "../builder/config.js";
import { DEFAULT_SEED, DEFAULT_STEPS } from "./parameters.js";

export const TRAIN_SETTINGS = {
  sources: {
    type: "text",
    value: "FILE",
    required: true,
    help: "sources file (JSON): repositories with translation catalogs and modules, as for build",
  },
  out: {
    type: "text",
    value: "DIR",
    required: true,
    help: "folder for static-weights.bin and static-weights.md",
  },
  needs: {
    type: "text",
    value: "FILE",
    help: "what modules are needed for in everyday words: a technical name, a language and a need on each line, with tabs; without it the needs that ship",
  },
  steps: numberSetting(DEFAULT_STEPS, [1, 10_000_000], "number of training batches"),
  seed: numberSetting(
    DEFAULT_SEED,
    [0, 2 ** 32 - 1],
    "seed of random numbers: the same seed and sources give the same bytes",
  ),
  cache: {
    ...BUILD_SETTINGS.cache,
    help: "folder for clones and the state of an interrupted training; may be deleted at any time",
  },
  json: { type: "flag", help: "progress events on stderr and the report on stdout as JSON" },
  quiet: { type: "flag", help: "print errors only, no progress and no report" },
} as const satisfies SettingsTable;
