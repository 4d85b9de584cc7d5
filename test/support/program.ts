// The real program: in a process of its own, running or awaited, and its effects for given words in
// this one.
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { runWords } from "../../cli/run.js";
import type { CommandContext } from "../../data/settings/command.js";

/** The compiled program, beside the compiled tests. */
const PROGRAM = fileURLToPath(new URL("../../cli/main.js", import.meta.url));

export interface RunningProgram {
  readonly process: ChildProcess;
  /** Sends a signal to the program and all processes that it started. */
  readonly signalAll: (signal: NodeJS.Signals) => void;
  /** Output so far. */
  readonly output: { stdout: string; stderr: string };
  /** Standard error but for what the service logs of its ordinary life. */
  readonly readFaults: () => string;
  /** Done when standard output matches; fails when the program ends before. */
  readonly waitForOutput: (pattern: RegExp) => Promise<RegExpExecArray>;
  /** Exit code and signal, when the program and its output have ended. */
  readonly ended: Promise<readonly [number | null, NodeJS.Signals | null]>;
}

/** Starts `module-lookup` with these words. */
export function startProgram(words: readonly string[]): RunningProgram {
  const child = spawn(process.execPath, [PROGRAM, ...words], {
    stdio: ["ignore", "pipe", "pipe"],
    // A process group of its own.
    detached: true,
  });
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output.stderr += text));
  const ended = once(child, "close") as Promise<[number | null, NodeJS.Signals | null]>;
  const signalAll = (signal: NodeJS.Signals): void => {
    try {
      process.kill(-(child.pid ?? Infinity), signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  };
  const waitForOutput = async (pattern: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const match = pattern.exec(output.stdout);
      if (match !== null) return match;
      const event = await Promise.race([once(child.stdout, "data"), ended.then(() => "ended")]);
      if (event === "ended" && pattern.exec(output.stdout) === null) {
        throw new Error(`the program ended without ${String(pattern)}: ${output.stderr}`);
      }
    }
  };
  const readFaults = (): string => output.stderr.replaceAll(/^\{.*"level":"info".*\}\n/gm, "");
  return { process: child, signalAll, output, readFaults, waitForOutput, ended };
}

export interface ProgramResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProgramLimits {
  /** The most that a file may have, in blocks of the shell: 512 or 1,024 bytes. */
  readonly limitBlocks?: number;
}

/** Runs `module-lookup` with nothing of the caller's environment but PATH, and waits for its end. */
export function runProgram(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  { limitBlocks }: ProgramLimits = {},
): Promise<ProgramResult> {
  const env = { PATH: process.env["PATH"], ...environment };
  const whole = [process.execPath, PROGRAM, ...words];
  const [file = "", ...rest] =
    limitBlocks === undefined
      ? whole
      : ["sh", "-c", `ulimit -f ${limitBlocks} && exec "$@"`, "sh", ...whole];
  return new Promise((resolve) => {
    const child = execFile(file, rest, { env, maxBuffer: 64 * 1024 * 1024 }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    );
  });
}

export interface CommandRun {
  readonly code: number;
  /** Both outputs, in the order of their lines. */
  readonly text: string;
  readonly printed: readonly string[];
  readonly errors: readonly string[];
}

/** Runs a command, or the whole program, in this process. */
export async function runCommand(
  command: (words: readonly string[], context: CommandContext) => Promise<number>,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<CommandRun> {
  const [all, printed, errors]: [string[], string[], string[]] = [[], [], []];
  const code = await command(words, {
    environment,
    version: "0.0.0-test",
    signal: new AbortController().signal,
    print: (line) => void (printed.push(line), all.push(line)),
    printError: (line) => void (errors.push(line), all.push(line)),
  });
  return { code, text: all.join("\n"), printed, errors };
}

/** Runs the program in this process: output and exit code. */
export async function runHere(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<ProgramResult> {
  const { code, printed, errors } = await runCommand(runWords, words, environment);
  return { code, stdout: toText(printed), stderr: toText(errors) };
}

function toText(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}
