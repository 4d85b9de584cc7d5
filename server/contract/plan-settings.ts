// Settings of commands that ask a snapshot about an installation.
import {
  flagSetting,
  textSetting,
  type FlagSetting,
  type TextSetting,
} from "../../data/settings/settings.js";
import {
  LIST_OPTIONS,
  mapLists,
  SWITCH_NAMES,
  SWITCH_OPTIONS,
  toSwitchSetting,
  type SwitchSetting,
} from "./browser/plan-question.js";

export const SNAPSHOT = textSetting("DIR", "a snapshot, or the folder given to build --out", {
  required: true,
});

/** Options of a plan: a list of words each, and `--no-…` for what is on unless it is switched off. */
export const PLAN_OPTION_SETTINGS = {
  ...mapLists((name): TextSetting => textSetting("LIST", LIST_OPTIONS[name].help)),
  ...(Object.fromEntries(
    SWITCH_NAMES.map((name) => [toSwitchSetting(name), flagSetting(SWITCH_OPTIONS[name].help)]),
  ) as Readonly<Record<SwitchSetting, FlagSetting>>),
};
