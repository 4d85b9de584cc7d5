// Where needs are read from: a file that is given, or the one that ships with the program.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ConfigError } from "../../data/operator-error.js";
import { readShippedFile } from "../../data/shipped-file.js";
import { parseNeeds, type ParsedNeeds } from "./needs.js";

/**
 * @param file the shipped one where it is left out
 * @throws OperatorError `needs_unreadable`
 */
export function readNeeds(file: string | undefined): ParsedNeeds {
  if (file === undefined) {
    const shipped = {
      file: join("training", "needs.tsv"),
      code: "needs_unreadable",
      expected: "what modules are needed for",
    };
    return readShippedFile(shipped, parse);
  }
  try {
    return parse(readFileSync(file));
  } catch (cause) {
    const got = (cause as NodeJS.ErrnoException).code ?? "an unreadable file";
    throw new ConfigError(
      {
        code: "needs_unreadable",
        message: `The needs in ${file} cannot be read (${got}); give a file with a module and its needs on each line.`,
        expected: "a file that can be read",
        got,
      },
      { cause },
    );
  }
}

function parse(bytes: Uint8Array): ParsedNeeds {
  return parseNeeds(new TextDecoder().decode(bytes));
}
