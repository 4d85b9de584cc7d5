// Settings of `module-lookup train`.
import {
  numberSetting,
  type SettingsTable,
  flagSetting,
  textSetting,
} from "../data/settings/settings.js";
import { BUILD_SETTINGS } from "../builder/config.js";
import { DEFAULT_SEED, DEFAULT_STEPS } from "./parameters.js";

export const TRAIN_SETTINGS = {
  sources: textSetting(
    "FILE",
    "sources file (JSON): repositories with translation catalogs and modules, as for build",
    { required: true },
  ),
  out: textSetting("DIR", "folder for static-weights.bin and static-weights.md", {
    required: true,
  }),
  needs: textSetting(
    "FILE",
    "what modules are needed for in everyday words: a technical name, a language and a need on each line, with tabs; without it the needs that ship",
  ),
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
  json: flagSetting("progress events on stderr and the report on stdout as JSON"),
  quiet: flagSetting("print errors only, no progress and no report"),
} as const satisfies SettingsTable;
