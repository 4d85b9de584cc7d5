// Runs the program for its words, wherever it prints: finds the command, runs it, and turns the
// outcome into an exit code. Commands are loaded on demand, so that serving never loads what
// building needs.
import { ConfigError, OperatorError } from "../data/operator-error.js";
import { FORMAT_VERSION, OLDEST_READABLE_VERSION } from "../data/snapshot/format.js";
import { INTERFACE_VERSION } from "../server/contract/interface-version.js";
import { TooComplex } from "../server/lookup/limits.js";
import type { CommandContext } from "../data/settings/command.js";
import { findCommand } from "./command.js";
import { COMMANDS, describeCommand, describeProgram } from "./commands.js";
import { refuseUnknownVariables } from "./variables.js";

/** Exit codes: the work failed; the program was used wrongly. */
const FAILED = 1;
const WRONG_USAGE = 2;

/** The user stopped the program; nothing went wrong. */
export class Stopped extends Error {
  readonly exitCode: number;

  constructor(exitCode: number) {
    super("stopped");
    this.exitCode = exitCode;
  }
}

/** @returns the exit code; errors go to `context.printError` */
export async function runWords(words: readonly string[], context: CommandContext): Promise<number> {
  try {
    return await runCommand(words, context);
  } catch (error) {
    const [name = ""] = words;
    const failed = Object.hasOwn(COMMANDS, name) ? COMMANDS[name]?.failed : undefined;
    return reportError(error, context, failed ?? FAILED);
  }
}

async function runCommand(words: readonly string[], context: CommandContext): Promise<number> {
  const [first = "", second, ...others] = words;
  if (["--version", "-v", "-V", "version"].includes(first)) {
    context.print(describeVersions(context));
    return 0;
  }
  const asksHelp = first === "--help" || first === "-h" || first === "help";
  if (first === "" || (asksHelp && second === undefined)) {
    (asksHelp ? context.print : context.printError)(describeProgram());
    return asksHelp ? 0 : WRONG_USAGE;
  }
  // `help build` is `build --help`.
  const [name = "", ...rest] = asksHelp ? [second ?? "", "--help", ...others] : words;
  const command = findCommand(COMMANDS, name, await listQuestionWords(name));
  if (rest.includes("--help") || rest.includes("-h")) {
    context.print(await describeCommand(name, command));
    return 0;
  }
  await refuseUnknownVariables(command, COMMANDS, context.environment);
  return (await command.load())(rest, context);
}

/** The first words of questions, when the name is no command; they are known by the server alone. */
async function listQuestionWords(name: string): Promise<readonly string[]> {
  if (Object.hasOwn(COMMANDS, name)) return [];
  return (await import("../server/commands/query.js")).listFirstWords();
}

/** The program's own version, and those of what it reads and speaks; CHANGELOG.md says what each brought. */
function describeVersions({ version }: CommandContext): string {
  return [
    `module-lookup ${version}`,
    `interface ${INTERFACE_VERSION}`,
    `snapshot format ${FORMAT_VERSION}, reads from ${OLDEST_READABLE_VERSION} on`,
  ].join("\n");
}

function reportError(error: unknown, { printError }: CommandContext, failed: number): number {
  if (error instanceof Stopped) {
    printError("Stopped; the last snapshot is unchanged.");
    return error.exitCode;
  }
  if (error instanceof OperatorError || error instanceof TooComplex) {
    printError(`module-lookup: ${error.message}`);
    return error instanceof ConfigError ? WRONG_USAGE : failed;
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  printError(`module-lookup: a bug in this program, please report it:\n${stack}`);
  return failed;
}
