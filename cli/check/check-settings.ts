// Settings of `module-lookup check`.
import { flagSetting, type SettingsTable, textSetting } from "../../data/settings/settings.js";
import { PLAN_OPTION_SETTINGS, SNAPSHOT } from "../../server/contract/plan-settings.js";

export const CHECK_SETTINGS = {
  snapshot: { ...SNAPSHOT, required: false },
  server: textSetting(
    "URL",
    "a service to ask in place of a snapshot, such as https://modules.example.org; it is sent the files",
  ),
  "platform-version": textSetting(
    "V",
    "Odoo version of the installation; by default that of --lock, else that of the manifests",
  ),
  modules: textSetting(
    "LIST|FILE",
    "other installed modules, in addition to the dependencies: names, comma-separated, or a file with them",
  ),
  lock: textSetting("FILE", "installed modules: a plan written with plan --format lock"),
  ...PLAN_OPTION_SETTINGS,
  strict: flagSetting("exit code 1 also for unchecked references, except possible demo data"),
  ignore: textSetting("LIST", "kinds of findings to leave out, comma-separated"),
  select: textSetting("LIST", "kinds to report that are left out by default, comma-separated"),
  baseline: textSetting("FILE", "known findings to leave out"),
  "write-baseline": flagSetting("write all findings to the file of --baseline; exit code 0"),
  format: textSetting("NAME", "output format", {
    default: "text",
    choices: ["text", "json", "sarif", "github"],
  }),
} as const satisfies SettingsTable;
