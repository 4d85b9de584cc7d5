// `module-lookup check-config COMMAND …`: what a command would run with, and from where each value is; nothing is
// read but the sources file, nothing is asked, nothing is written.
import { ConfigError } from "../data/operator-error.js";
import { locateSnapshot } from "../data/snapshot/locate.js";
import type { CommandContext } from "../data/settings/command.js";
import { environmentName, readSettingsAndWords } from "../data/settings/settings.js";
import { formatTable } from "../data/settings/text-table.js";
import { findCommand, type Command, type Commands } from "./command.js";
import { refuseUnknownVariables } from "./variables.js";

/** The command, for those of the program. */
export function createCheckConfig(
  commands: Commands,
): (words: readonly string[], context: CommandContext) => Promise<number> {
  return (words, context) => checkConfig(commands, words, context);
}

/** @throws ConfigError for what the command would refuse; SnapshotError where it would find no snapshot */
async function checkConfig(
  commands: Commands,
  [name = "", ...words]: readonly string[],
  context: CommandContext,
): Promise<number> {
  if (name === "" || name.startsWith("-")) {
    throw new ConfigError({
      code: "command_missing",
      message:
        '"check-config" needs the name of a command and its options, as in "module-lookup check-config build --sources FILE --out DIR".',
    });
  }
  const command = findCommand(commands, name);
  await refuseUnknownVariables(command, commands, context.environment);
  const rows = await listValues(name, command, words, context);
  const given = new Map(rows.map(([setting, value]) => [setting, value]));
  const found = await checkPaths(given.get("sources"), given.get("snapshot"));
  context.print(
    [
      `"module-lookup ${name}" would run with`,
      ...formatTable(
        rows.filter(([, value]) => value !== ""),
        { indent: "  " },
      ),
      ...found,
    ].join("\n"),
  );
  return 0;
}

async function listValues(
  name: string,
  command: Command,
  words: readonly string[],
  { environment }: CommandContext,
): Promise<readonly (readonly [setting: string, value: string, from: string])[]> {
  const table = await command.loadSettings();
  const read = readSettingsAndWords(name, table, words, environment);
  return Object.keys(table).map((setting) => {
    const variable = environmentName(setting);
    const isInEnvironment = Boolean(environment[variable]);
    const from = read.given.includes(setting) ? "option" : isInEnvironment ? variable : "default";
    return [setting, String(read.settings[setting] ?? ""), from];
  });
}

/** Checks the files that settings name; one line each. */
async function checkPaths(
  sources: string | undefined,
  snapshot: string | undefined,
): Promise<readonly string[]> {
  const lines: string[] = [];
  if (sources !== undefined) {
    const { isSource, readSourcesFile } = await import("../builder/source/sources-file.js");
    const entries = readSourcesFile(sources);
    const repositories = entries.filter(isSource).length;
    const organizations = entries.length - repositories;
    lines.push(`In ${sources}: repositories ${repositories}, organizations ${organizations}.`);
  }
  if (snapshot !== undefined && snapshot !== "") {
    lines.push(`The snapshot is ${locateSnapshot(snapshot)}.`);
  }
  return lines;
}
