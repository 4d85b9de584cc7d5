// The signature of a method: how it may be called.
import type { LoadedMethod } from "./loaded-module.js";

interface MethodParameter {
  /** With its stars. */
  readonly name: string;
  readonly hasDefault: boolean;
}

/** Parameters that a caller gives. */
export function listParameters({
  signature,
  decorators,
}: Pick<LoadedMethod, "signature" | "decorators">): readonly MethodParameter[] {
  const all = splitParameters(signature).flatMap((written): readonly MethodParameter[] => {
    const [, name = ""] = /^\s*(\**\w*|\/)/.exec(written) ?? [];
    return name === "" ? [] : [{ name, hasDefault: written.includes("=") }];
  });
  return decorators.includes("staticmethod") ? all : all.slice(1);
}

/** Tokens: string literals, brackets, commas, and the start and end of a lambda's head. */
const TOKEN = /'(?:\\.|[^'\\])*(?:'|$)|"(?:\\.|[^"\\])*(?:"|$)|\blambda\b|[()[\]{},:]/gs;
const OPENING = new Set("([{");
const CLOSING = new Set(")]}");

/** The parameters of `(self, vals, *, x=None) -> bool` as they are written. */
function splitParameters(signature: string): readonly string[] {
  const parameters: string[] = [];
  let depth = 0;
  let start = 1;
  /** Lambdas whose own parameters have not ended. */
  let heads = 0;
  for (const { 0: token, index } of signature.matchAll(TOKEN)) {
    if (OPENING.has(token)) depth += 1;
    else if (CLOSING.has(token)) depth -= 1;
    else if (depth === 1 && token === "lambda") heads += 1;
    else if (depth === 1 && token === ":" && heads > 0) heads -= 1;
    if (depth > 1 || (depth === 1 && (token !== "," || heads > 0))) continue;
    parameters.push(signature.slice(start, index));
    start = index + 1;
    if (depth < 1) break;
  }
  return parameters;
}

/** Decorators that leave the parameters of a method as they are. */
const KEEPING =
  /^(?:api\.|(?:tools\.)?ormcache|(?:static|class)method$|deprecated\b|typing\.|override$)/;

export function keepsParameters(decorators: readonly string[]): boolean {
  return decorators.every((decorator) => KEEPING.test(decorator));
}
