// Input of commands about lists of modules: options, words and files, each with its error.
import { readFileSync } from "node:fs";
import { ConfigError } from "../../data/operator-error.js";
import { parsePlatformVersion } from "../../data/platform/platform-version.js";
import type { Snapshot } from "../../data/snapshot/decode.js";
import type { SettingsOf } from "../../data/settings/settings.js";
import type { PLAN_OPTION_SETTINGS } from "../config.js";
import {
  mapLists,
  mapSwitches,
  toSwitchSetting,
  type PlanOptions,
} from "../contract/browser/plan-question.js";
import { LEFT_OUT, type ModuleList } from "../contract/list/collect-list.js";
import { parseModuleList } from "../contract/list/module-list.js";
import { parseLock, type Lock, type LockedOptions } from "../compare/update/lock.js";

/** Each throws ConfigError `<command>_invalid`. */
interface CommandInput {
  /** The error itself, for the command to throw. */
  refuse(what: string, got: string): ConfigError;
  /** @param option whose value `text` is */
  readVersion(option: string, text: string): string;
  readLock(option: string, file: string): Lock;
  /** Empty where no file is named; `-` is the standard input. */
  readList(option: string, file: string | undefined): ModuleList;
  /** At least one: those of the words and of the list, else those of before. */
  readNames(
    words: readonly string[],
    list: ModuleList,
    before?: readonly string[],
  ): readonly string[];
  refuseUnknownVersion(snapshot: Snapshot, version: string): void;
  /**
   * Modules with their versions.
   * @param words names beside those of the list
   */
  readStep(settings: StepSettings, words: readonly string[]): Step;
}

interface StepSettings {
  /** Default: what the list says. */
  readonly from: string | undefined;
  readonly to: string;
  /** A file with a list. */
  readonly modules: string | undefined;
}

interface Step {
  readonly from: string;
  readonly to: string;
  /** At least one. */
  readonly modules: readonly string[];
  readonly list: ModuleList;
}

/** @param expected what would have been right, in words */
export function createCommandInput(command: string, expected: string): CommandInput {
  const refuse = (what: string, got: string): ConfigError =>
    new ConfigError({
      code: `${command}_invalid`,
      message: `${what[0]?.toUpperCase() ?? ""}${what.slice(1)}; see "module-lookup ${command} --help".`,
      expected,
      got,
    });
  const readText = (option: string, file: string): string => {
    try {
      return readFileSync(file === "-" ? 0 : file, "utf8");
    } catch (error) {
      const { code = "unreadable" } = error as NodeJS.ErrnoException;
      throw refuse(`--${option} ${file} cannot be read (${code})`, file);
    }
  };
  const readVersion = (option: string, text: string): string => {
    const version = parsePlatformVersion(text);
    if (version !== undefined) return version;
    throw refuse(`--${option} must be a platform version such as 19.0, not "${text}"`, text);
  };
  const readList = (option: string, file: string | undefined): ModuleList =>
    parseModuleList(file === undefined ? "" : readText(option, file));
  const readNames: CommandInput["readNames"] = (words, list, before = []) => {
    const named = [...new Set([...splitNames(words.join(",")), ...list.modules])];
    const names = named.length > 0 ? named : before;
    if (names.length > 0) return names;
    throw refuse("no modules are given; add them as arguments, or with --modules FILE", "nothing");
  };
  return {
    refuse,
    readVersion,
    readLock(option, file) {
      const lock = parseLock(readText(option, file));
      if (typeof lock === "string") throw refuse(`--${option} ${file} ${lock}`, file);
      return lock;
    },
    readList,
    readNames,
    readStep(settings, words) {
      const list = readList("modules", settings.modules);
      const written = settings.from ?? list.platformVersion;
      if (written === undefined) {
        throw refuse("--from is required, unless the list has a platform version", "nothing");
      }
      const [from, to] = [readVersion("from", written), readVersion("to", settings.to)];
      return { from, to, modules: readNames(words, list), list };
    },
    refuseUnknownVersion({ versions }, version) {
      if (versions.includes(version)) return;
      throw refuse(
        `the snapshot has no platform version ${version}; it has ${versions.join(", ")}`,
        version,
      );
    },
  };
}

/** Names with commas or blanks between them. */
export function splitNames(text: string): readonly string[] {
  return [...new Set(text.split(/[\s,]+/))].filter((name) => name !== "");
}

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

/**
 * Ignored and differing parts of a list.
 * @param what purpose of the list, in words
 */
export function describeList(
  { kind, platformVersion: said, leftOut }: ModuleList,
  what: string,
  platformVersion: string,
): readonly string[] {
  return [
    ...(said === undefined || said === platformVersion
      ? []
      : [`The list (${kind}) is for ${said}; ${what} ${platformVersion}.`]),
    ...leftOut.map(
      ({ reason, count, examples }) =>
        `Of the list (${kind}), ${count} × ${LEFT_OUT[reason]}: ${examples.join(", ")}${count > examples.length ? ", …" : ""}`,
    ),
  ];
}
