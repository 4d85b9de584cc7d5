// Patches: a script's changes of foreign code. `patch` since 14.0, `include` of the former widgets,
// `extend` of the point of sale's registries and models of messaging from 14.0 to 16.0, and
// functions given to imported objects.
import type { ScriptPatchRecord } from "../../../data/module/script-parts.js";
import { resolveDotted, type ScriptContext } from "./bindings.js";
import { findMemberCall } from "./classes.js";
import {
  findDottedName,
  isFunction,
  listMethods,
  listProperties,
  toSource,
} from "./expressions.js";
import { readMessagingPatch } from "./messaging.js";
import type { JsNode } from "./tree.js";

export interface FoundPatch extends ScriptPatchRecord {
  readonly services: string[];
  /** Name of the object or class with the methods, if it stands outside the call. */
  readonly giver?: string;
}

export function readPatch(node: JsNode, context: ScriptContext): FoundPatch | undefined {
  const { text, lineAt, bindings, objects } = context;
  const line = lineAt(node.start ?? 0);
  const messaging = readMessagingPatch(node);
  if (messaging !== undefined) {
    const { name, methods } = messaging;
    return { target: name, name, from: null, services: [], methods, line };
  }
  const found = findPatchCall(node) ?? findInclusion(node) ?? findRegistries(node);
  if (found === undefined) return readAssigned(node, context);
  const names = findDottedName(found.target);
  if (names === undefined || names[0] === "this") return undefined;
  const members = found.args.flatMap((arg) => {
    const object = arg.type === "Identifier" ? objects.get(arg.name) : arg;
    return object === undefined ? [] : listProperties(object);
  });
  const [giver] = found.args.flatMap((arg) => (arg.type === "Identifier" ? arg.name : []));
  return {
    target: toSource(found.target, text),
    ...resolveDotted(toPlain(names), bindings),
    services: [],
    methods: listMethods(members),
    line,
    ...(giver !== undefined && { giver }),
  };
}

function toPlain(names: readonly string[]): readonly string[] {
  return names.at(-1) === "prototype" ? names.slice(0, -1) : names;
}

/** `Order.prototype.total = function () { … }` of an imported one. */
function readAssigned(node: JsNode, { lineAt, bindings }: ScriptContext): FoundPatch | undefined {
  if (node.type !== "AssignmentExpression" || !isFunction(node.right)) return undefined;
  const names = findDottedName(node.left) ?? [];
  const target = names.slice(0, -1);
  if (!bindings.imported.has(target[0] ?? "")) return undefined;
  return {
    target: target.join("."),
    ...resolveDotted(toPlain(target), bindings),
    services: [],
    methods: names.slice(-1),
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

/** Names of the module with `patch` if it is imported whole. */
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
