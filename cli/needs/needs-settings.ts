// Settings of `module-lookup needs`. The key of the language model is no setting: everybody on the machine sees a
// command line.
import { SNAPSHOT } from "../../server/contract/plan-settings.js";
import {
  numberSetting,
  type SettingsTable,
  flagSetting,
  textSetting,
} from "../../data/settings/settings.js";

export const NEEDS_SETTINGS = {
  snapshot: SNAPSHOT,
  out: textSetting(
    "FILE",
    "file of needs to write or to add to; modules that are in it are not asked about",
    { required: true },
  ),
  endpoint: textSetting(
    "URL",
    "where the model is asked, without /chat/completions, such as http://localhost:11434/v1; its key is MODULE_LOOKUP_NEEDS_KEY in the environment",
    { required: true },
  ),
  model: textSetting("NAME", "the model, as its server calls it", { required: true }),
  modules: textSetting(
    "LIST|FILE",
    "modules to ask about: names, comma-separated, or a file with them",
  ),
  missing: flagSetting("ask about all modules that have no needs, in place of --modules"),
  languages: textSetting("LIST", "languages of the needs, comma-separated, such as en,de,pt_BR", {
    default: "en",
  }),
  limit: numberSetting(0, [0, 1_000_000], "most modules to ask about; 0 for all"),
  "timeout-s": numberSetting(300, [1, 3_600], "longest wait for one answer"),
  price: textSetting("AMOUNT", "price of a million tokens, for an estimate of the cost"),
  yes: flagSetting("send the questions; without it they are only shown"),
  quiet: flagSetting("do not show progress"),
} as const satisfies SettingsTable;
