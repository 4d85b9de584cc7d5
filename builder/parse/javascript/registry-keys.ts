// Keys of registries of the browser: `registry.category("fields").add("name", …)`, and those of former registries,
// which are modules of their own (`web.field_registry`), names in one (`core.action_registry`), objects whose keys are
// given values (`publicWidget.registry.Cart = …`), or up to 8.0 any that is added a path to (`instance.web.views`).
import type { RegistryKeyRecord } from "../../../data/module/script-parts.js";
import { findCategoryCall, type Bindings, type ScriptContext } from "./bindings.js";
import { findDottedName, findKey, findLiteralText } from "./expressions.js";
import type { JsNode } from "./tree.js";

const USES: ReadonlyMap<string, RegistryKeyRecord["use"]> = new Map([
  ["add", "add"],
  ["register", "add"],
  ["get", "get"],
  ["remove", "remove"],
]);

/** Category of tours since 16.0; tours of `tour.register` count here too. */
const TOURS = "web_tour.tours";

/** `undefined` where it is none, or its key is no text. */
export function readRegistryKey(
  node: JsNode,
  { lineAt, bindings }: ScriptContext,
): RegistryKeyRecord | undefined {
  if (node.type === "AssignmentExpression") return readAssignedKey(node, lineAt);
  const call = findCall(node);
  if (call === undefined) return undefined;
  const [first, value, options] = call.args;
  if (first === undefined) return undefined;
  const line = lineAt(first.start ?? 0);
  const names = findDottedName(call.object) ?? [];
  if (call.use === "add" && names[0] === "Registries" && names.length > 1) {
    // `Registries.Component.add(Screen)`: its key is its name.
    const added = findDottedName(first)?.join(".");
    const category = names.join(".");
    if (added === undefined) return undefined;
    return { category, key: added, use: "add", value: added, force: false, line };
  }
  const key = findLiteralText(first);
  if (key === undefined) return undefined;
  const category = findCategory(call.object, bindings) ?? findPathCategory(names, value);
  if (category === undefined) return undefined;
  const added = findLiteralText(value) ?? findDottedName(value)?.join(".");
  const isAdded = call.use === "add" && category !== TOURS;
  const force = options !== undefined && isForced(options);
  return {
    category,
    key,
    use: call.use,
    value: (isAdded ? added : undefined) ?? null,
    force,
    line,
  };
}

/** `publicWidget.registry.Cart = …`. */
function readAssignedKey(
  { left, right }: Extract<JsNode, { type: "AssignmentExpression" }>,
  lineAt: ScriptContext["lineAt"],
): RegistryKeyRecord | undefined {
  const names = findDottedName(left) ?? [];
  const key = names.at(-1);
  if (key === undefined || names.length < 3 || names[0] === "this") return undefined;
  if (names.at(-2) !== "registry") return undefined;
  const category = names.slice(0, -1).join(".");
  const value = findDottedName(right)?.join(".") ?? null;
  return { category, key, use: "add", value, force: false, line: lineAt(left.start ?? 0) };
}

const FORMER_ROOTS: ReadonlySet<string> = new Set(["instance", "openerp"]);

/** `instance.web.form.widgets.add("color", "instance.web.form.Color")`. */
function findPathCategory(names: readonly string[], value: JsNode | undefined): string | undefined {
  const [root = ""] = findLiteralText(value)?.split(".") ?? [];
  if (!FORMER_ROOTS.has(root) || names.length < 2) return undefined;
  return (FORMER_ROOTS.has(names[0] ?? "") ? names.slice(1) : names).join(".");
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

/** `add` returns its registry, so calls are chained. */
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
    if (known.from === "web_tour.tour") return TOURS;
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
