// What of a method is another at a later platform version: how it is called.
import type { LoadedMethod } from "../../../data/module/loaded-module.js";
import type { ApiDetail } from "../../contract/shape/api-changes.js";
import { listParameters } from "../../registry/model/method-parameters.js";

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
  if (toCallKey(from) !== toCallKey(to)) {
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

/** Equal for methods of which the one can be called as the other; default values and annotations do not count. */
export function toCallKey(method: LoadedMethod): string {
  const keys = listParameters(method).map(({ name, hasDefault }) => {
    if (/^\*+\w/.test(name)) return name.startsWith("**") ? "**" : "*…";
    return `${name}${hasDefault ? "=" : ""}`;
  });
  return keys.join();
}

function toName(decorator: string): string {
  return decorator.replace(/\(.*$/s, "");
}
