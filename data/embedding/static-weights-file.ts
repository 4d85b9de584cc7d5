// Where the learned weights lie that ship with the program. Read when a snapshot is built; a snapshot
// then carries its own copy.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { OperatorError } from "../operator-error.js";

/** Not beside the compiled code: compiling copies no such file. */
const FILE = join("data", "embedding", "static-weights.bin");

/**
 * The bytes of the shipped weights.
 * @throws {OperatorError} `embedder_unavailable` where this installation lacks the file
 */
export async function readStaticWeights(): Promise<Uint8Array> {
  const program = dirname(createRequire(import.meta.url).resolve("#package.json"));
  try {
    return await readFile(join(program, FILE));
  } catch (cause) {
    const got = (cause as NodeJS.ErrnoException).code ?? "an unreadable file";
    throw new OperatorError(
      {
        code: "embedder_unavailable",
        message: `${FILE} of this installation cannot be read (${got}): install the program again.`,
        expected: "the learned weights",
        got,
      },
      { cause },
    );
  }
}
