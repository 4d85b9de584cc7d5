#!/usr/bin/env node
// The program `module-lookup`: finds the command, runs it, turns its outcome into an exit code.
// Commands are loaded when they are asked for, so that serving never loads what building needs.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { ConfigError, OperatorError } from "../data/operator-error.js";
import type { CommandContext } from "../settings/command.js";
import { findCommand } from "./command.js";
import { COMMANDS, describeCommand, describeProgram } from "./commands.js";
import { refuseUnknownVariables } from "./variables.js";

/** Exit codes: the work failed; the program was used wrongly. */
const FAILED = 1;
const WRONG_USAGE = 2;
/** Stopped by a signal: 128 and its number, as shells say it. */
const STOPPED = { SIGINT: 130, SIGTERM: 143 } as const;

async function main(words: readonly string[]): Promise<number> {
  const context = createContext();
  const [first = "", second, ...others] = words;
  if (first === "--version" || first === "-v") {
    context.print(context.version);
    return 0;
  }
  const asksHelp = first === "--help" || first === "-h" || first === "help";
  if (first === "" || (asksHelp && second === undefined)) {
    (asksHelp ? context.print : context.printError)(describeProgram());
    return asksHelp ? 0 : WRONG_USAGE;
  }
  // `help build` is `build --help`.
  const [name = "", ...rest] = asksHelp ? [second ?? "", "--help", ...others] : words;
  const command = findCommand(COMMANDS, name);
  if (rest.includes("--help") || rest.includes("-h")) {
    context.print(await describeCommand(name, command));
    return 0;
  }
  await refuseUnknownVariables(command, COMMANDS, context.environment);
  return (await command.load())(rest, context);
}

function createContext(): CommandContext {
  const controller = new AbortController();
  // The first signal ends the work in order, a second one at once.
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (controller.signal.aborted) process.exit(STOPPED[signal]);
      controller.abort(new Stopped(STOPPED[signal]));
    });
  }
  return {
    environment: process.env,
    version: readVersion(),
    signal: controller.signal,
    print: (line) => void process.stdout.write(`${line}\n`),
    printError: (line) => void process.stderr.write(`${line}\n`),
  };
}

/** The user stopped the program; nothing went wrong. */
class Stopped extends Error {
  readonly exitCode: number;

  constructor(exitCode: number) {
    super("stopped");
    this.exitCode = exitCode;
  }
}

function readVersion(): string {
  const file = createRequire(import.meta.url).resolve("#package.json");
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}

function reportError(error: unknown): number {
  if (error instanceof Stopped) {
    process.stderr.write("Stopped; the last snapshot is unchanged.\n");
    return error.exitCode;
  }
  if (error instanceof OperatorError) {
    process.stderr.write(`module-lookup: ${error.message}\n`);
    return error instanceof ConfigError ? WRONG_USAGE : FAILED;
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`module-lookup: a bug in this program, please report it:\n${stack}\n`);
  return FAILED;
}

// A reader that went away, as in `module-lookup inspect | head`, is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});
process.exitCode = await main(process.argv.slice(2)).catch(reportError);
