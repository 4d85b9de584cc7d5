// Settings of `module-lookup needs`. The key of the language model is no setting: everybody on the machine sees a
// command line.
import { SNAPSHOT } from "../../server/config.js";
import { numberSetting, type SettingsTable } from "../../settings/settings.js";

export const NEEDS_SETTINGS = {
  snapshot: SNAPSHOT,
  out: {
    type: "text",
    value: "FILE",
    required: true,
    help: "file of needs to write or to add to; modules that are in it are not asked about",
  },
  endpoint: {
    type: "text",
    value: "URL",
    required: true,
    help: "where the model is asked, without /chat/completions, such as http://localhost:11434/v1; its key is MODULE_LOOKUP_NEEDS_KEY in the environment",
  },
  model: { type: "text", value: "NAME", required: true, help: "the model, as its server calls it" },
  modules: {
    type: "text",
    value: "LIST",
    help: "modules to ask about, comma-separated",
  },
  missing: {
    type: "flag",
    help: "ask about all modules that have no needs, in place of --modules",
  },
  languages: {
    type: "text",
    value: "LIST",
    default: "en",
    help: "languages of the needs, comma-separated, such as en,de,pt_BR",
  },
  limit: numberSetting(0, [0, 1_000_000], "most modules to ask about; 0 for all"),
  "timeout-s": numberSetting(300, [1, 3_600], "longest wait for one answer"),
  price: {
    type: "text",
    value: "AMOUNT",
    help: "price of a million tokens, for an estimate of the cost",
  },
  yes: { type: "flag", help: "ask; without it what would be sent is shown, and nothing is sent" },
  quiet: { type: "flag", help: "do not show progress" },
} as const satisfies SettingsTable;
