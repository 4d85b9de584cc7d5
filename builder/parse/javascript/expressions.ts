// Facts of single expressions: texts, dotted names, keys of objects.
import type { JsNode } from "./tree.js";

/** The text that a node is: a literal, or a template without expressions. */
export function findLiteralText(node: JsNode | null | undefined): string | undefined {
  if (node?.type === "Literal") return typeof node.value === "string" ? node.value : undefined;
  if (node?.type !== "TemplateLiteral" || node.expressions.length > 0) return undefined;
  return node.quasis[0]?.value.cooked ?? undefined;
}

/** A name as an import or an export has it: of a binding, or a text. */
export function toName(node: JsNode): string {
  return node.type === "Identifier" ? node.name : (findLiteralText(node) ?? "");
}

/** An expression with the names of members that are taken of it, the first first. */
interface MemberPath {
  readonly root: JsNode | null | undefined;
  readonly names: readonly string[];
}

/** `x.a.b` as `x`, a and b; `undefined` where a member is computed or private. */
export function readMembers(node: JsNode | null | undefined): MemberPath | undefined {
  const names: string[] = [];
  let root = node;
  while (root?.type === "MemberExpression") {
    if (root.computed || root.property.type !== "Identifier") return undefined;
    names.push(root.property.name);
    root = root.object;
  }
  return { root, names: names.toReversed() };
}

/** `a.b.c` as its names; `undefined` for any other expression. `this` is a name. */
export function findDottedName(node: JsNode | null | undefined): readonly string[] | undefined {
  const { root, names = [] } = readMembers(node) ?? {};
  if (root?.type === "ThisExpression") return ["this", ...names];
  return root?.type === "Identifier" ? [root.name, ...names] : undefined;
}

/** The name of a property or of what a class has; `undefined` for a computed or private one. */
export function findKey(node: JsNode): string | undefined {
  if (
    node.type !== "Property" &&
    node.type !== "MethodDefinition" &&
    node.type !== "PropertyDefinition"
  ) {
    return undefined;
  }
  const { key, computed } = node;
  if (computed || key === null) return undefined;
  if (key.type === "Identifier") return key.name;
  return "value" in key ? String(key.value) : undefined;
}

export function isFunction(
  node: JsNode | null | undefined,
): node is Extract<JsNode, { type: "FunctionExpression" | "ArrowFunctionExpression" }> {
  return node?.type === "FunctionExpression" || node?.type === "ArrowFunctionExpression";
}

/** Properties of an object; nothing for other nodes. */
export function listProperties(node: JsNode): readonly JsNode[] {
  return node.type === "ObjectExpression" ? node.properties : [];
}

/** Keys of an object, or the texts of a list; what is spread into it has its source behind `...`. */
export function listNames(node: JsNode | null | undefined, text: string): readonly string[] {
  if (node?.type === "ArrayExpression") {
    return node.elements.flatMap((item) =>
      item?.type === "SpreadElement" ? toSource(item, text) : (findLiteralText(item) ?? []),
    );
  }
  if (node?.type !== "ObjectExpression") return [];
  return node.properties.flatMap((property) =>
    (property as JsNode).type === "SpreadElement"
      ? toSource(property, text)
      : (findKey(property) ?? []),
  );
}

/** Names of the functions among what an object or the body of a class has, each once. */
export function listMethods(members: readonly JsNode[]): readonly string[] {
  const names = members.flatMap((member) => {
    const isMethod =
      member.type === "MethodDefinition" ||
      ((member.type === "Property" || member.type === "PropertyDefinition") &&
        isFunction(member.value));
    return isMethod ? (findKey(member) ?? []) : [];
  });
  return [...new Set(names)];
}

/** Longer sources are of no use to anyone. */
const SOURCE_LIMIT_UNITS = 120;

/** Source on one line. */
export function toSource({ start = 0, end = 0 }: JsNode, text: string): string {
  const source = text.slice(start, end).replaceAll(/\s+/g, " ");
  return source.length > SOURCE_LIMIT_UNITS ? `${source.slice(0, SOURCE_LIMIT_UNITS)}…` : source;
}
