// The parser of Python files is native code with binaries for most systems. Where there is none and it could not be compiled,
// everything works but what reads modules.
import { createRequire } from "node:module";
import { OperatorError } from "../../data/operator-error.js";

/** Says early that nothing can be read. @throws OperatorError `parser_not_installed` */
export function requireParser(): void {
  try {
    const { resolve } = createRequire(import.meta.url);
    for (const name of ["tree-sitter", "tree-sitter-python"]) resolve(name);
  } catch (cause) {
    throw new OperatorError({
      code: "parser_not_installed",
      message:
        "Modules cannot be read, since tree-sitter is not part of this installation: install a C++ compiler, make and Python, allow npm to run install scripts, and install this program again with its optional packages. Where nodejs.org cannot be reached, set npm_config_nodedir to the folder that holds include/node, often /usr.",
      cause,
    });
  }
}
