// Keys of registries of the browser: `registry.category("fields").add("name", …)`, and those of former registries,
// which are modules of their own (`web.field_registry`) or names in one (`core.action_registry`).
import type { RegistryKeyRecord } from "../../../data/module-parts.js";
import { findCategoryCall, type Bindings } from "./bindings.js";
import { findDottedName, findKey, findLiteralText } from "./expressions.js";
import type { ScriptContext } from "./scope.js";
import type { JsNode } from "./tree.js";

const USES: ReadonlyMap<string, RegistryKeyRecord["use"]> = new Map([
  ["add", "add"],
  ["get", "get"],
  ["remove", "remove"],
]);

/** `undefined` where it is none, or its key is no text. */
export function readRegistryKey(
  node: JsNode,
  { lineAt, bindings }: ScriptContext,
): RegistryKeyRecord | undefined {
  const call = findCall(node);
  if (call === undefined) return undefined;
  const [first, value, options] = call.args;
  const key = findLiteralText(first);
  if (first === undefined || key === undefined) return undefined;
  const category = findCategory(call.object, bindings);
  if (category === undefined) return undefined;
  const added = call.use === "add" ? findDottedName(value)?.join(".") : undefined;
  const force = options !== undefined && isForced(options);
  const line = lineAt(first.start ?? 0);
  return { category, key, use: call.use, value: added ?? null, force, line };
}

interface RegistryCall {
  readonly object: JsNode;
  readonly use: RegistryKeyRecord["use"];
  readonly args: readonly JsNode[];
}

function findCall(node: JsNode): RegistryCall | undefined {
  if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return undefined;
  const { object, property, computed } = node.callee;
  if (computed || property.type !== "Identifier") return undefined;
  const use = USES.get(property.name);
  return use === undefined ? undefined : { object, use, args: node.arguments };
}

/** What is added to gives itself back, so calls are chained. */
function findCategory(start: JsNode, { categories, imported }: Bindings): string | undefined {
  let object = start;
  for (let call = findCall(object); call?.use === "add"; call = findCall(object)) {
    object = call.object;
  }
  const category = findCategoryCall(object);
  if (category !== undefined) return category;
  const names = findDottedName(object);
  const [root = ""] = names ?? [];
  const last = names?.at(-1) ?? "";
  if (names?.length === 1) {
    const known = imported.get(root);
    if (known === undefined) return categories.get(root);
    const isOwn = known.name === "default";
    if (![root, isOwn ? known.from : known.name].some(isRegistry)) return undefined;
    return isOwn ? known.from : known.name;
  }
  return imported.has(root) && isRegistry(last) ? last : undefined;
}

function isRegistry(name: string): boolean {
  return /registry$/i.test(name);
}

/** `{ force: true }`. */
function isForced(options: JsNode): boolean {
  if (options.type !== "ObjectExpression") return false;
  return options.properties.some(
    (property) =>
      findKey(property) === "force" &&
      property.type === "Property" &&
      property.value.type === "Literal" &&
      property.value.value === true,
  );
}
