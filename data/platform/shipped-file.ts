// A text that ships with the program beside the sources. Not beside the compiled code: compiling copies no such file.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { OperatorError } from "../operator-error.js";

/**
 * What `parse` makes of a file of data/platform/.
 * @throws {OperatorError} `module_names_unavailable` where this installation lacks it, or has another
 */
export function readShippedFile<T>(name: string, parse: (text: string) => T): T {
  const file = join("data", "platform", name);
  const program = dirname(createRequire(import.meta.url).resolve("#package.json"));
  try {
    return parse(readFileSync(join(program, file), "utf8"));
  } catch (cause) {
    const got = (cause as NodeJS.ErrnoException).code ?? (cause as Error).message;
    throw new OperatorError(
      {
        code: "module_names_unavailable",
        message: `${file} of this installation cannot be read (${got}): install the program again.`,
        expected: "the names of the platform's modules",
        got,
      },
      { cause },
    );
  }
}
