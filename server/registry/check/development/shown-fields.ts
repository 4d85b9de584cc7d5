// Fields that conditions of a view use and the view does not have, which is refused before 17.0: `NameManager.check` of
// ir_ui_view.py. Who may see a field is not looked at.
import { listDomainFields, listExpressionNames } from "../../../../data/module/domain-fields.js";
import { INNER_VIEWS, isGivenName } from "../../../../data/module/expression-references.js";
import type { ChildNode, ElementNode } from "../../view/tree.js";

interface Use {
  readonly name: string;
  readonly line: number;
  /** Model of the view in which the field is missing. */
  readonly model: string | undefined;
}

/** A view, or one that lies in a field. */
interface Scope {
  readonly model: string | undefined;
  readonly parent: Scope | undefined;
  readonly shown: Set<string>;
  readonly used: Use[];
}

const PARENT = "parent";
const DECORATION = "decoration-";

/** Whether a child of a field is a view of its records; the fields of a group are of them, too. */
export const isInnerView = ({ tag }: ElementNode, child: ChildNode): boolean =>
  tag === "groupby" || (child.kind === "element" && INNER_VIEWS.has(child.tag));

/**
 * @param own number of the view whose conditions are meant
 * @param findComodel of a field of a model
 */
export function listAbsentFields(
  roots: readonly ChildNode[],
  start: string,
  own: number,
  findComodel: (model: string | undefined, name: string) => string | undefined,
): readonly Use[] {
  const scopes: Scope[] = [];
  const openScope = (model: string | undefined, parent: Scope | undefined): Scope => {
    const scope = { model, parent, shown: new Set<string>(["id"]), used: [] };
    scopes.push(scope);
    return scope;
  };
  const first = openScope(start, undefined);
  const open: [ChildNode, Scope][] = roots.map((node) => [node, first]);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, scope] = next;
    // The fields of a group are of another model.
    if (node.kind !== "element" || node.tag === "groupby") continue;
    const name = node.attributes.get("name") ?? "";
    if (node.tag === "field") scope.shown.add(name);
    for (const [attribute, source] of node.attributes) {
      // A calendar names its fields in its own attributes.
      if (node.tag !== "field" && !attribute.startsWith(DECORATION)) scope.shown.add(source);
      const at = node.changed?.get(attribute) ?? node.origin;
      if (at.view === own) addUses(scope, listUses(node, attribute, source), at.line);
    }
    for (const child of node.children) {
      const isInner = node.tag === "field" && isInnerView(node, child);
      open.push([child, isInner ? openScope(findComodel(scope.model, name), scope) : scope]);
    }
  }
  return scopes.flatMap(({ shown, used }) => used.filter(({ name }) => !shown.has(name)));
}

/** Paths that an attribute uses of its view. */
function listUses(
  { tag }: ElementNode,
  attribute: string,
  source: string,
): readonly (readonly string[])[] {
  if (attribute === "attrs") return [...listDomainFields(source), ...listExpressionNames(source)];
  const isDomain = attribute === "domain" && (tag === "field" || tag === "filter");
  const isCondition = isDomain || attribute === "context" || attribute.startsWith(DECORATION);
  return isCondition ? listExpressionNames(source) : [];
}

function addUses(scope: Scope, paths: readonly (readonly string[])[], line: number): void {
  for (const [root = "", next] of paths) {
    const [owner, name] = root === PARENT ? [scope.parent, next] : [scope, root];
    if (owner === undefined || name === undefined || isGivenName(name) || name === PARENT) continue;
    owner.used.push({ name, line, model: owner.model });
  }
}
