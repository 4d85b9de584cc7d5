// What a script changes of code that it does not have: `patch` since 14.0, `include` of the former widgets, and
// `extend` of the point of sale's registries from 14.0 to 16.0.
import type { ScriptPatchRecord } from "../../../data/module-parts.js";
import { resolveDotted } from "./bindings.js";
import { findMemberCall, listProperties } from "./classes.js";
import { findDottedName, listMethods, toSource } from "./expressions.js";
import type { ScriptContext } from "./scope.js";
import type { JsNode } from "./tree.js";

interface FoundPatch extends ScriptPatchRecord {
  readonly services: string[];
}

export function readPatch(node: JsNode, context: ScriptContext): FoundPatch | undefined {
  const found = findPatchCall(node) ?? findInclusion(node) ?? findRegistries(node);
  if (found === undefined) return undefined;
  const names = findDottedName(found.target);
  if (names === undefined || names[0] === "this") return undefined;
  const { text, lineAt, bindings, objects } = context;
  const plain = names.at(-1) === "prototype" ? names.slice(0, -1) : names;
  const members = found.args.flatMap((arg) => {
    const object = arg.type === "Identifier" ? objects.get(arg.name) : arg;
    return object === undefined ? [] : listProperties(object);
  });
  return {
    target: toSource(found.target, text),
    ...resolveDotted(plain, bindings),
    services: [],
    methods: listMethods(members),
    line: lineAt(node.start ?? 0),
  };
}

interface PatchCall {
  readonly target: JsNode;
  readonly args: readonly JsNode[];
}

/** `patch(Screen.prototype, { … })`; until 16.0 with a name between; `utils.patch(…)`. */
function findPatchCall(node: JsNode): PatchCall | undefined {
  if (node.type !== "CallExpression") return undefined;
  const names = findDottedName(node.callee) ?? [];
  const [target, ...args] = node.arguments;
  const isPatch = names.at(-1) === "patch" && (names.length === 1 || PATCHING.has(names[0] ?? ""));
  return isPatch && target !== undefined && args.length > 0 ? { target, args } : undefined;
}

/** What the module with `patch` is called where it is not taken apart. */
const PATCHING: ReadonlySet<string> = new Set(["utils", "patchUtils", "webUtils", "web_utils"]);

/** `Screen.include({ … })`. */
function findInclusion(node: JsNode): PatchCall | undefined {
  const call = findMemberCall(node, "include");
  return call && call.args.length > 0 ? { target: call.object, args: call.args } : undefined;
}

/** `Registries.Component.extend(Screen, (Screen) => class extends Screen { … })`. */
function findRegistries(node: JsNode): PatchCall | undefined {
  const call = findMemberCall(node, "extend") ?? findMemberCall(node, "extendByMixin");
  const [target, ...args] = call?.args ?? [];
  const isOf = findDottedName(call?.object)?.[0] === "Registries";
  return isOf && target !== undefined && args.length > 0 ? { target, args } : undefined;
}
