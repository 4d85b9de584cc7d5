// What of a method is another at a later platform version: how it is called.
import type { LoadedMethod } from "../../../data/loaded-module.js";
import type { ApiDetail } from "../../contract/shape/api-changes.js";

interface MethodParameter {
  /** With its stars. */
  readonly name: string;
  readonly hasDefault: boolean;
}

/** Decorators that change how a method is called. */
const CALLING = new Set([
  "api.model",
  "api.model_create_multi",
  "api.multi",
  "api.one",
  "classmethod",
  "property",
  "staticmethod",
]);

export function compareMethods(from: LoadedMethod, to: LoadedMethod): readonly ApiDetail[] {
  const details: ApiDetail[] = [];
  if (!hasSameParameters(from, to)) {
    details.push({ attribute: "signature", from: from.signature, to: to.signature });
  }
  const [before, after] = [from, to].map(({ decorators }) =>
    decorators.filter((one) => CALLING.has(toName(one))).join(", "),
  );
  if (before !== after) {
    details.push({ attribute: "decorators", from: before || null, to: after || null });
  }
  return details;
}

/** Whether the one can be called as the other; default values and annotations do not count. */
export function hasSameParameters(from: LoadedMethod, to: LoadedMethod): boolean {
  return toKey(listParameters(from)) === toKey(listParameters(to));
}

/** Those that a caller gives. */
function listParameters({ signature, decorators }: LoadedMethod): readonly MethodParameter[] {
  const all = splitParameters(signature).flatMap((written): readonly MethodParameter[] => {
    const [, name = ""] = /^\s*(\**\w*|\/)/.exec(written) ?? [];
    return name === "" ? [] : [{ name, hasDefault: written.includes("=") }];
  });
  return decorators.includes("staticmethod") ? all : all.slice(1);
}

function toKey(parameters: readonly MethodParameter[]): string {
  const keys = parameters.map(({ name, hasDefault }) => {
    if (/^\*+\w/.test(name)) return name.startsWith("**") ? "**" : "*…";
    return `${name}${hasDefault ? "=" : ""}`;
  });
  return keys.join();
}

function toName(decorator: string): string {
  return decorator.replace(/\(.*$/s, "");
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
