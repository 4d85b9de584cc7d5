#!/usr/bin/env node
// The program `module-lookup`: gives its words to `run.ts`, with what a process has: streams, signals, an exit code.
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { CommandContext } from "../data/settings/command.js";
import { showControls } from "../data/settings/text-table.js";
import type * as Program from "./run.js";

const words = process.argv.slice(2);
// `rolldown.config.js` says why `check` has a bundle; without one it does the same.
const isBundled = words[0] === "check" && existsSync(new URL("./bundle.js", import.meta.url));
const program = isBundled ? "./bundle.js" : "./run.js";
const { runWords, Stopped } = (await import(program)) as typeof Program;

/** Stopped by a signal: 128 and its number, as shells say it. */
const STOPPED = { SIGINT: 130, SIGTERM: 143 } as const;

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
    print: (line) => void process.stdout.write(`${showControls(line)}\n`),
    printError: (line) => void process.stderr.write(`${showControls(line)}\n`),
  };
}

function readVersion(): string {
  const file = createRequire(import.meta.url).resolve("#package.json");
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}

// A reader that went away, as in `module-lookup inspect | head`, is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});
process.exitCode = await runWords(words, createContext());
