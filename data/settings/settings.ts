// Settings of a command as one table: name, meaning, default, unit. Read from the command line and
// from the environment (`--cache` is `MODULE_LOOKUP_CACHE`), shown by --help.
import { parseArgs } from "node:util";
import { ConfigError } from "../operator-error.js";
import { findNearestName } from "../text/edit-distance.js";
import { formatTable } from "./text-table.js";

export type Setting = TextSetting | NumberSetting | FlagSetting;

interface CommonSetting {
  /** One line for --help. */
  readonly help: string;
  /** The setting without which this one changes nothing. */
  readonly needs?: string;
}

export interface TextSetting extends CommonSetting {
  readonly type: "text";
  /** Shown for the value in --help: `FILE`, `DIR`. */
  readonly value: string;
  readonly default?: string;
  readonly required?: boolean;
  readonly choices?: readonly string[];
}

interface NumberSetting extends CommonSetting {
  readonly type: "number";
  readonly value: string;
  readonly default: number;
  readonly minimum: number;
  readonly maximum: number;
}

/** A whole number within bounds, `N` in --help where nothing else is said. */
export function numberSetting(
  initial: number,
  [minimum, maximum]: readonly [minimum: number, maximum: number],
  help: string,
  more: Partial<Pick<NumberSetting, "value" | "needs">> = {},
): NumberSetting {
  return { type: "number", value: "N", default: initial, minimum, maximum, help, ...more };
}

/** @param value what stands for it in --help: `FILE`, `DIR` */
export function textSetting<
  const M extends Partial<Omit<TextSetting, "type" | "value" | "help">> = object,
>(value: string, help: string, more = {} as M) {
  return { type: "text" as const, value, help, ...more };
}

export interface FlagSetting extends CommonSetting {
  readonly type: "flag";
}

export function flagSetting(help: string): FlagSetting {
  return { type: "flag", help };
}

export type SettingsTable = Readonly<Record<string, Setting>>;

export type SettingsOf<T extends SettingsTable> = {
  readonly [K in keyof T]: T[K] extends FlagSetting
    ? boolean
    : T[K] extends NumberSetting
      ? number
      : T[K] extends { readonly default: string } | { readonly required: true }
        ? string
        : string | undefined;
};

interface ReadWords<T extends SettingsTable> {
  readonly settings: SettingsOf<T>;
  /** Words on the command line beside the settings. */
  readonly words: readonly string[];
  /** Names of the settings that stand on the command line. */
  readonly given: readonly string[];
}

export const ENVIRONMENT_PREFIX = "MODULE_LOOKUP_";

/** `cache` → `MODULE_LOOKUP_CACHE`. */
export function environmentName(name: string): string {
  return ENVIRONMENT_PREFIX + name.toUpperCase().replaceAll("-", "_");
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings of a command that takes nothing else; the command line wins over the
 * environment.
 * @throws ConfigError `setting_unknown`, `setting_missing`, `setting_invalid`, `setting_conflict` or
 * `word_unexpected`
 */
export function readSettings<T extends SettingsTable>(
  command: string,
  table: T,
  words: readonly string[],
  environment: Environment,
): SettingsOf<T> {
  const read = readSettingsAndWords(command, table, words, environment);
  const [word] = read.words;
  if (word === undefined) return read.settings;
  throw new ConfigError({
    code: "word_unexpected",
    message: `Unexpected argument "${word}": "${command}" takes options only; see "module-lookup ${command} --help".`,
  });
}

export function readSettingsAndWords<T extends SettingsTable>(
  command: string,
  table: T,
  words: readonly string[],
  environment: Environment,
): ReadWords<T> {
  const given = parseWords(command, table, words);
  const values = Object.entries(table).map(([name, setting]) => {
    // An empty variable is one that is not set, as in `JOBS= module-lookup build`.
    const written = given.values[name] ?? (environment[environmentName(name)] || undefined);
    return [name, readValue(command, name, setting, written)] as const;
  });
  const names = Object.keys(given.values);
  refuseUseless(table, names, new Map(values));
  return {
    settings: Object.fromEntries(values) as SettingsOf<T>,
    words: given.positionals,
    given: names,
  };
}

/** An option that changes nothing is a mistake; in the environment it may be for another command. */
function refuseUseless(
  table: SettingsTable,
  given: readonly string[],
  values: ReadonlyMap<string, string | number | boolean | undefined>,
): void {
  for (const name of given) {
    const needs = table[name]?.needs;
    // Off is `false`, 0, or not said.
    if (needs === undefined || Boolean(values.get(needs))) continue;
    throw new ConfigError({
      code: "setting_conflict",
      message: `--${name} needs --${needs}; add --${needs}, or leave --${name} out.`,
    });
  }
}

/** The lines of --help for a table. */
export function describeSettings(table: SettingsTable): string {
  const rows = Object.entries(table).map(([name, setting]) => {
    const flag = setting.type === "flag" ? `--${name}` : `--${name} ${setting.value}`;
    const needs = setting.needs === undefined ? "" : `with --${setting.needs}: `;
    return [flag, needs + setting.help + describeDefault(setting)] as const;
  });
  return formatTable(rows, { indent: "  " }).join("\n");
}

function describeDefault(setting: Setting): string {
  if (setting.type === "flag") return "";
  if (setting.type === "text" && setting.required === true) return " (required)";
  if (setting.type === "number") {
    const { minimum, maximum, default: initial } = setting;
    return ` (${minimum} to ${maximum}${initial === undefined ? "" : `, default ${initial}`})`;
  }
  const initial = setting.default === undefined ? [] : [`default ${setting.default}`];
  const said = [...(setting.choices ? [setting.choices.join(", ")] : []), ...initial];
  return said.length === 0 ? "" : ` (${said.join("; ")})`;
}

function parseWords(
  command: string,
  table: SettingsTable,
  words: readonly string[],
): { values: Readonly<Record<string, string | boolean | undefined>>; positionals: string[] } {
  const options = Object.fromEntries(
    Object.entries(table).map(([name, setting]) => [
      name,
      { type: setting.type === "flag" ? ("boolean" as const) : ("string" as const) },
    ]),
  );
  try {
    const parsed = parseArgs({ args: [...words], options, allowPositionals: true });
    return { values: parsed.values, positionals: parsed.positionals };
  } catch (error) {
    const reason = (error as Error).message.split(/\.\s/)[0] ?? "";
    const unknown = /^Unknown option '--([^']+)'/.exec(reason)?.[1] ?? "";
    const names = Object.keys(table);
    const near =
      findNearestName(unknown, names) ?? names.find((name) => name.split("-").includes(unknown));
    throw new ConfigError({
      code: "setting_unknown",
      message: `${reason}${near === undefined ? "" : ` (did you mean --${near}?)`}; "module-lookup ${command} --help" lists the options.`,
      cause: error,
    });
  }
}

function readValue(
  command: string,
  name: string,
  setting: Setting,
  written: string | boolean | undefined,
): string | number | boolean | undefined {
  const refuse = (code: string, expected: string, got: string): never => {
    throw new ConfigError({
      code,
      message: `--${name} must be ${expected}, not ${got}; see "module-lookup ${command} --help".`,
    });
  };
  if (setting.type === "flag") {
    if (written === undefined || typeof written === "boolean") return written ?? false;
    if (/^(1|true|yes)$/i.test(written)) return true;
    if (/^(0|false|no|)$/i.test(written)) return false;
    return refuse("setting_invalid", "true or false", `"${written}"`);
  }
  if (setting.type === "number") {
    if (written === undefined) return setting.default;
    const number = Number(written);
    const fits = Number.isInteger(number) && number >= setting.minimum && number <= setting.maximum;
    if (fits && String(written).trim() !== "") return number;
    return refuse(
      "setting_invalid",
      `a whole number from ${setting.minimum} to ${setting.maximum}`,
      `"${written}"`,
    );
  }
  const text = typeof written === "string" && written !== "" ? written : setting.default;
  if (text === undefined && setting.required === true) {
    throw new ConfigError({
      code: "setting_missing",
      message: `--${name} ${setting.value} is missing; see "module-lookup ${command} --help".`,
    });
  }
  if (text !== undefined && setting.choices && !setting.choices.includes(text)) {
    return refuse("setting_invalid", `one of ${setting.choices.join(", ")}`, `"${text}"`);
  }
  return text;
}
