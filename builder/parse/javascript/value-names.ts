// What values of a script are called: by the variable, the property or the export that they are given to.
import { findDottedName, findKey } from "./expressions.js";
import type { JsNode } from "./tree.js";

interface ValueNames {
  readonly names: ReadonlyMap<JsNode, string>;
  readonly objects: ReadonlyMap<string, JsNode>;
}

/** @param own statements of the module itself: what one returns is what others require */
export function listValueNames(nodes: readonly JsNode[], own: ReadonlySet<JsNode>): ValueNames {
  const names = new Map<JsNode, string>();
  const objects = new Map<string, JsNode>();
  for (const node of nodes) {
    const [name, value] = findNamed(node, own) ?? [];
    if (name === undefined || value === undefined || value === null) continue;
    names.set(value, name);
    if (value.type === "ObjectExpression") objects.set(name, value);
    // `const Screen = (Base) => class extends Base {}`.
    if (value.type === "ArrowFunctionExpression") names.set(value.body, name);
  }
  return { names, objects };
}

function findNamed(
  node: JsNode,
  own: ReadonlySet<JsNode>,
): readonly [name: string | undefined, value: JsNode | null] | undefined {
  if (node.type === "VariableDeclarator") {
    return [node.id.type === "Identifier" ? node.id.name : undefined, node.init];
  }
  if (node.type === "AssignmentExpression") {
    return [findDottedName(node.left)?.join("."), node.right];
  }
  if (node.type === "Property") return [findKey(node), node.value];
  if (node.type === "ExportDefaultDeclaration") return ["default", node.declaration];
  return node.type === "ReturnStatement" && own.has(node) ? ["default", node.argument] : undefined;
}
