// Input of commands about lists of modules: lists, locks and steps, each with its error.
import { existsSync, readFileSync } from "node:fs";
import { describeUnread } from "../../data/files/input-file.js";
import { LEFT_OUT, type ModuleList } from "../contract/list/collect-list.js";
import { parseModuleList } from "../contract/list/module-list.js";
import { parseLock, type Lock } from "../compare/update/lock.js";
import { isNameList, splitNames, type CommandWords } from "./command-words.js";

/** Each throws ConfigError `<command>_invalid`. */
interface CommandInput extends CommandWords {
  readLock(option: string, file: string): Lock;
  /** @param value names, a file, or `-` for the standard input; empty without one */
  readList(option: string, value: string | undefined): ModuleList;
  /** At least one: those of the words and of the list, else those of before. */
  readNames(
    words: readonly string[],
    list: ModuleList,
    before?: readonly string[],
  ): readonly string[];
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

export function createCommandInput(commandWords: CommandWords): CommandInput {
  const { refuse, readVersion } = commandWords;
  const readText = (option: string, file: string): string => {
    try {
      return readFileSync(file === "-" ? 0 : file, "utf8");
    } catch (error) {
      throw refuse(`${describeUnread(file, error, `--${option} ${file}`)}: correct --${option}`);
    }
  };
  const readList: CommandInput["readList"] = (option, value = "") =>
    parseModuleList(isNameList(value) ? value : readText(option, value));
  const readNames: CommandInput["readNames"] = (words, list, before = []) => {
    // Names of modules have no dot.
    const file = words.find((word) => word.includes(".") && existsSync(word));
    if (file !== undefined) throw refuse(`${file} is a file; give it as --modules ${file}`);
    const named = [...new Set([...splitNames(words.join(",")), ...list.modules])];
    const names = named.length > 0 ? named : before;
    if (names.length > 0) return names;
    throw refuse("no modules are given; add them as arguments, or with --modules");
  };
  return {
    ...commandWords,
    readLock(option, file) {
      const lock = parseLock(readText(option, file));
      if (typeof lock === "string") throw refuse(`--${option} ${file} ${lock}`);
      return lock;
    },
    readList,
    readNames,
    readStep(settings, words) {
      const list = readList("modules", settings.modules);
      const written = settings.from ?? list.platformVersion;
      if (written === undefined) {
        throw refuse("--from is required, unless the list has an Odoo version");
      }
      const [from, to] = [readVersion("from", written), readVersion("to", settings.to)];
      return { from, to, modules: readNames(words, list), list };
    },
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
