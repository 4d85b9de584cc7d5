// A text of data/platform/ that ships with the program.
import { Buffer } from "node:buffer";
import { join } from "node:path";
import { readShippedFile } from "../files/input-file.js";

/**
 * Reads and parses a text that ships with the program.
 * @throws {OperatorError} `module_names_unavailable` where this installation lacks it, or has another
 */
export function readShippedText<T>(name: string, parse: (text: string) => T): T {
  const shipped = {
    file: join("data", "platform", name),
    code: "module_names_unavailable",
  };
  return readShippedFile(shipped, (bytes) => parse(Buffer.from(bytes).toString("utf8")));
}
