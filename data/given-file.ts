// A file that somebody names for the program to read.
import { readFileSync } from "node:fs";
import { ConfigError } from "./operator-error.js";

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
