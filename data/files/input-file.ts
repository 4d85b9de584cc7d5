// Files that the program reads: one that somebody names, and one that ships with it beside the sources. Not beside the
// compiled code: compiling copies no such file.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { OperatorError, ConfigError } from "../operator-error.js";

interface ShippedFile {
  /** From the folder of the program. */
  readonly file: string;
  /** Of the error where it lacks, and what it would have been. */
  readonly code: string;
  readonly expected: string;
}

/**
 * What `parse` makes of the file.
 * @throws {OperatorError} with the code, where this installation lacks the file, or has another
 */
export function readShippedFile<T>(
  { file, code, expected }: ShippedFile,
  parse: (bytes: Uint8Array) => T,
): T {
  const program = dirname(createRequire(import.meta.url).resolve("#package.json"));
  try {
    return parse(readFileSync(join(program, file)));
  } catch (cause) {
    const got = (cause as NodeJS.ErrnoException).code ?? (cause as Error).message;
    throw new OperatorError(
      {
        code,
        message: `${file} of this installation cannot be read (${got}): install the program again.`,
        expected,
        got,
      },
      { cause },
    );
  }
}

interface FileUse {
  /** What is in it, as a sentence about it begins: `The needs in`. */
  readonly title: string;
  /** Of the error, and what may be done. */
  readonly code: string;
  readonly remedy: string;
}

/** @throws ConfigError with the code */
export function readGivenFile(file: string, { title, code, remedy }: FileUse): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    const got = (cause as NodeJS.ErrnoException).code ?? "an unreadable file";
    const message = `${title} ${file} cannot be read (${got}); ${remedy}.`;
    throw new ConfigError({ code, message, expected: "a file that can be read", got }, { cause });
  }
}
