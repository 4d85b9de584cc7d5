// Words and options of commands about lists of modules, each with its error. It loads no parser.
import { existsSync } from "node:fs";
import { ConfigError } from "../../data/operator-error.js";
import { parsePlatformVersion } from "../../data/platform/platform-version.js";
import type { SettingsOf } from "../../data/settings/settings.js";
import type { Snapshot } from "../../data/snapshot/decode.js";
import type { LockedOptions } from "../compare/update/lock.js";
import {
  mapLists,
  mapSwitches,
  toSwitchSetting,
  type PlanOptions,
} from "../contract/browser/plan-question.js";
import { capitalise } from "../contract/field-words.js";
import type { PLAN_OPTION_SETTINGS } from "../contract/plan-settings.js";

/** Each throws ConfigError `<command>_invalid`. */
export interface CommandWords {
  /** The error itself, for the command to throw. */
  refuse(what: string): ConfigError;
  /** @param option whose value `text` is */
  readVersion(option: string, text: string): string;
  refuseUnknownVersion(snapshot: Pick<Snapshot, "versions">, version: string): void;
}

export function createCommandWords(command: string): CommandWords {
  const refuse = (what: string): ConfigError =>
    new ConfigError({
      code: `${command}_invalid`,
      message: `${capitalise(what)}; see "module-lookup ${command} --help".`,
    });
  return {
    refuse,
    readVersion(option, text) {
      const version = parsePlatformVersion(text);
      if (version !== undefined) return version;
      throw refuse(`--${option} must be an Odoo version such as 19.0, not "${text}"`);
    },
    refuseUnknownVersion({ versions }, version) {
      if (versions.includes(version)) return;
      throw refuse(`the snapshot has no Odoo version ${version}; it has ${versions.join(", ")}`);
    },
  };
}

/** Names with commas or blanks between them. */
export function splitNames(text: string): readonly string[] {
  return [...new Set(text.split(/[\s,]+/))].filter((name) => name !== "");
}

/** True for names in place of a file that has them; a file of such a name wins. */
export const isNameList = (value: string): boolean =>
  /^[\w\s,]*$/.test(value) && (value === "" || !existsSync(value));

/** Splits an optional option. */
export function splitOption(text: string | undefined): readonly string[] | undefined {
  return text === undefined ? undefined : splitNames(text);
}

/** Options; missing ones come from the former question. */
export function readPlanOptions(
  settings: SettingsOf<typeof PLAN_OPTION_SETTINGS>,
  before: Partial<LockedOptions> = {},
): PlanOptions {
  return {
    ...mapLists((name) => splitOption(settings[name]) ?? before[name] ?? undefined),
    ...mapSwitches((name) => !settings[toSwitchSetting(name)] && before[name] !== false),
  };
}
