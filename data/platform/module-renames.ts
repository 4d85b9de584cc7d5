// The renames that ship with the program: module-renames.txt, which `make platform-renames` writes. Read
// when somebody asks.
import { parseRenames, type Rename } from "./renames.js";
import { readShippedText } from "./shipped-text.js";

let known: readonly Rename[] | undefined;

/** By platform version; @throws {OperatorError} `module_names_unavailable` where this installation lacks the file */
export function listRenames(): readonly Rename[] {
  known ??= readShippedText("module-renames.txt", parseRenames);
  return known;
}
