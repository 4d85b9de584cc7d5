// A command of the program, and how its name leads to it.
import { ConfigError } from "../data/operator-error.js";
import type { CommandContext } from "../data/settings/command.js";
import { findNearestName } from "../data/text/edit-distance.js";
import type { SettingsTable } from "../data/settings/settings.js";

export interface Command {
  /** Words after the name on the command line. */
  readonly usage: string;
  readonly summary: string;
  /** Words after the name, of a run that most people want. */
  readonly example: string;
  /** Exit code where the work failed, of a command that says something else with 1. */
  readonly failed?: number;
  load(): Promise<(words: readonly string[], context: CommandContext) => Promise<number>>;
  loadSettings(): Promise<SettingsTable>;
  /** Text of --help beside the settings. */
  describe?(): Promise<string>;
}

/** By name. */
export type Commands = Readonly<Record<string, Command>>;

/**
 * @param questions words with which questions begin: who writes one in the place of a command means `query`
 * @throws ConfigError `command_unknown`
 */
export function findCommand(
  commands: Commands,
  name: string,
  questions: readonly string[] = [],
): Command {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command !== undefined) return command;
  const near =
    OTHER_NAMES.get(name) ?? findNearestName(name, [...Object.keys(commands), ...questions]);
  const isQuestion = near !== undefined && !Object.hasOwn(commands, near);
  const meant = isQuestion ? `query ${near}` : near;
  throw new ConfigError({
    code: "command_unknown",
    message: `Unknown command "${name}"${meant === undefined ? "" : ` (did you mean "${meant}"?)`}; "module-lookup --help" lists the commands.`,
  });
}

/** Names that other programs use for a command. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ["ask", "query"],
  ["download", "pull"],
  ["index", "build"],
  ["info", "inspect"],
  ["install", "plan"],
  ["lint", "check"],
  ["migrate", "migration"],
  ["push", "publish"],
  ["run", "serve"],
  ["server", "serve"],
  ["start", "serve"],
  ["stats", "inspect"],
  ["update", "plan"],
  ["upload", "publish"],
  ["validate", "verify"],
]);
