// What the signature of a method says of how it is called.
import type { LoadedMethod } from "../../../data/module/loaded-module.js";

interface MethodParameter {
  /** With its stars. */
  readonly name: string;
  readonly hasDefault: boolean;
}

/** Those that a caller gives. */
export function listParameters({
  signature,
  decorators,
}: LoadedMethod): readonly MethodParameter[] {
  const all = splitParameters(signature).flatMap((written): readonly MethodParameter[] => {
    const [, name = ""] = /^\s*(\**\w*|\/)/.exec(written) ?? [];
    return name === "" ? [] : [{ name, hasDefault: written.includes("=") }];
  });
  return decorators.includes("staticmethod") ? all : all.slice(1);
}

const OPENING = new Set("([{");
const CLOSING = new Set(")]}");

/** The parameters of `(self, vals, *, x=None) -> bool` as they are written. */
function splitParameters(signature: string): readonly string[] {
  const parameters: string[] = [];
  let depth = 0;
  let start = 1;
  let quote = "";
  for (let at = 0; at < signature.length; at++) {
    const char = signature.charAt(at);
    if (quote !== "") {
      if (char === quote && signature[at - 1] !== "\\") quote = "";
    } else if (char === '"' || char === "'") quote = char;
    else if (OPENING.has(char)) depth += 1;
    else if (CLOSING.has(char)) {
      depth -= 1;
      if (depth > 0) continue;
      parameters.push(signature.slice(start, at));
      break;
    } else if (char === "," && depth === 1) {
      parameters.push(signature.slice(start, at));
      start = at + 1;
    }
  }
  return parameters;
}
