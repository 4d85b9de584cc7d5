// The real program as a process of its own, and what it does with its words in this one: what it prints and how it ends.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { runWords } from "../../cli/run.js";

const PROGRAM = fileURLToPath(new URL("../../cli/main.js", import.meta.url));

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

/** What the program does with the words, in this process: what goes to its streams and its exit code. */
export async function runHere(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<ProgramResult> {
  let stdout = "";
  let stderr = "";
  const code = await runWords(words, {
    environment,
    version: "0.0.0-test",
    signal: new AbortController().signal,
    print: (line) => void (stdout += `${line}\n`),
    printError: (line) => void (stderr += `${line}\n`),
  });
  return { code, stdout, stderr };
}
