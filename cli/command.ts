// What a command of the program is, and how it is found by its name.
import { ConfigError } from "../data/operator-error.js";
import type { CommandContext } from "../settings/command.js";
import { findNearestName } from "../settings/nearest-name.js";
import type { SettingsTable } from "../settings/settings.js";

export interface Command {
  /** What follows the name on the command line. */
  readonly usage: string;
  readonly summary: string;
  load(): Promise<(words: readonly string[], context: CommandContext) => Promise<number>>;
  loadSettings(): Promise<SettingsTable>;
  /** What --help says beside the settings. */
  describe?(): Promise<string>;
}

/** By name. */
export type Commands = Readonly<Record<string, Command>>;

/** @throws ConfigError `command_unknown` */
export function findCommand(commands: Commands, name: string): Command {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command !== undefined) return command;
  const near = findNearestName(name, Object.keys(commands));
  throw new ConfigError({
    code: "command_unknown",
    message: `Unknown command "${name}"${near === undefined ? "" : ` (did you mean "${near}"?)`}; "module-lookup --help" lists the commands.`,
    expected: Object.keys(commands).join(", "),
    got: name,
  });
}
