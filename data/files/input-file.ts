// Files that the program reads: one that somebody names, and one that ships with it beside the sources. Not beside the
// compiled code: compiling copies no such file.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { OperatorError, ConfigError } from "../operator-error.js";

interface ShippedFile {
  /** From the folder of the program. */
  readonly file: string;
  /** Code of the error for a missing file. */
  readonly code: string;
}

/**
 * Reads and parses a file that ships with the program.
 * @throws {OperatorError} with the code, where this installation lacks the file, or has another
 */
export function readShippedFile<T>(
  { file, code }: ShippedFile,
  parse: (bytes: Uint8Array) => T,
): T {
  const program = dirname(createRequire(import.meta.url).resolve("#package.json"));
  try {
    return parse(readFileSync(join(program, file)));
  } catch (cause) {
    const got = (cause as NodeJS.ErrnoException).code ?? (cause as Error).message;
    throw new OperatorError({
      code,
      message: `${file} of this installation cannot be read (${got}): install the program again.`,
      cause,
    });
  }
}

interface FileUse {
  /** Beginning of a sentence about the content: `The needs in`. */
  readonly title: string;
  /** Code and remedy of the error. */
  readonly code: string;
  readonly remedy: string;
}

/** Sentence without an end about a file that was not read. @param what file with its use, as a beginning */
export function describeUnread(file: string, error: unknown, what = file): string {
  const otherwise = error instanceof SyntaxError ? "no JSON" : "unreadable";
  const { code = otherwise } = error as NodeJS.ErrnoException;
  return code === "ENOENT" ? `There is no file ${file}` : `${what} cannot be read (${code})`;
}

/** @throws ConfigError with the code */
export function readGivenFile(file: string, { title, code, remedy }: FileUse): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    const message = `${describeUnread(file, cause, `${title} ${file}`)}; ${remedy}.`;
    throw new ConfigError({ code, message, cause });
  }
}
