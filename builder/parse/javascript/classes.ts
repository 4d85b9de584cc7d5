// Classes of scripts: those of the language, those that `extend` of the former widgets makes, and models of messaging.
import type { ScriptClassRecord } from "../../../data/module/script-parts.js";
import { resolveDotted, type ScriptContext } from "./bindings.js";
import {
  findDottedName,
  findKey,
  findLiteralText,
  listMethods,
  listNames,
  listProperties,
  toSource,
} from "./expressions.js";
import { readMessagingModel } from "./messaging.js";
import type { JsNode } from "./tree.js";

/** Their `extend` copies objects. */
const NO_CLASSES: ReadonlySet<string> = new Set(["_", "$", "jQuery", "Object", "angular"]);

/** A class under construction. */
interface FoundClass extends ScriptClassRecord {
  readonly services: string[];
}

/** `undefined` for what is no class, or has no name. */
export function readClass(node: JsNode, context: ScriptContext): FoundClass | undefined {
  if (node.type === "ClassDeclaration" || node.type === "ClassExpression") {
    const name = node.id?.name ?? context.names.get(node);
    if (name === undefined) return undefined;
    const { body } = node.body;
    return toClass(node, { name, base: node.superClass, members: body }, context);
  }
  const model = readMessagingModel(node);
  if (model !== undefined) {
    const none = toClass(node, { name: model.name, base: null, members: [] }, context);
    return { ...none, methods: model.methods };
  }
  const call = findExtension(node);
  const name = context.names.get(node);
  if (call === undefined || name === undefined) return undefined;
  return toClass(node, { name, ...call }, context);
}

/** `Base.extend(Mixin, { … })`. */
function findExtension(
  node: JsNode,
): { readonly base: JsNode; readonly members: readonly JsNode[] } | undefined {
  const call = findMemberCall(node, "extend");
  if (call === undefined) return undefined;
  return { base: call.object, members: call.args.flatMap(listProperties) };
}

/** A call of a method of what may be a class, by a name that libraries use otherwise. */
export function findMemberCall(
  node: JsNode,
  method: string,
): { readonly object: JsNode; readonly args: readonly JsNode[] } | undefined {
  if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return undefined;
  const { object, property, computed } = node.callee;
  if (computed || property.type !== "Identifier" || property.name !== method) return undefined;
  const root = findDottedName(object)?.[0] ?? "";
  return NO_CLASSES.has(root) ? undefined : { object, args: node.arguments };
}

interface ClassSource {
  readonly name: string;
  readonly base: JsNode | null;
  readonly members: readonly JsNode[];
}

function toClass(
  node: JsNode,
  { name, base, members }: ClassSource,
  context: ScriptContext,
): FoundClass {
  const { text, lineAt, bindings } = context;
  const dotted = findDottedName(base);
  const said: Partial<ScriptClassRecord> = Object.assign(
    {},
    ...members.map((member) => {
      const key = findKey(member);
      const value = isStated(member) ? member.value : null;
      return key === undefined || value === null ? {} : readStatic(key, value, context);
    }),
  );
  return {
    name,
    extends: base === null ? null : toSource(base, text),
    extends_from: dotted === undefined ? null : resolveDotted(dotted, bindings).from,
    template: null,
    props: [],
    components: [],
    ...said,
    services: [],
    methods: listMethods(members),
    line: lineAt(node.start ?? 0),
  };
}

/** `static template = …` of a class, `template: …` of a former widget. */
function isStated(
  member: JsNode,
): member is Extract<JsNode, { type: "PropertyDefinition" | "Property" }> {
  return (member.type === "PropertyDefinition" && member.static) || member.type === "Property";
}

/** A component's static attribute, by name. */
export function readStatic(
  key: string,
  value: JsNode,
  { text }: ScriptContext,
): Partial<ScriptClassRecord> | undefined {
  switch (key) {
    case "template":
      if (value.type === "TaggedTemplateExpression") return { template: toSource(value, text) };
      return { template: findLiteralText(value) ?? null };
    case "props":
    case "components":
      return { [key]: listNames(value, text) };
    default:
      return undefined;
  }
}
