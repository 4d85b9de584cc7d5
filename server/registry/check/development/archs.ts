// References in the archs of a module under development. The model of a field or a button follows
// from its place in the combined view, so they are read there.
// Fields that conditions of a view use and the view does not have, which is refused before 17.0: `NameManager.check` of
// ir_ui_view.py. Who may see a field is not looked at.
import type { Steps } from "../../../../data/yield.js";
import type {
  ModuleUnderDevelopment,
  WrittenReference,
} from "../../../../data/module/module-under-development.js";
import { getRules } from "../../../../data/platform/rules.js";
import {
  listExpressionReferences,
  INNER_VIEWS,
  isGivenName,
} from "../../../../data/module/expression-references.js";
import { toFullXmlId } from "../../../../data/module/xml-id.js";
import type { Registry } from "../../loaded/registry-cache.js";
import { combineView, type ViewDiagnostic } from "../../view/combine.js";
import {
  findMemberKind,
  MEMBER_NAME,
  listDescendants,
  plantArch,
  type ChildNode,
  type ElementNode,
} from "../../view/tree.js";
import type { ArchLocation } from "../../view/state.js";
import { isWrongAt } from "./finding-kinds.js";
import { listDomainFields, listExpressionNames } from "../../../../data/module/domain-fields.js";

interface Origin {
  readonly file: string;
  readonly line: number;
}

interface AbsentField extends Origin {
  readonly model: string | null;
  readonly name: string;
}

interface ArchReferences {
  readonly references: readonly WrittenReference[];
  /** Specs that find nothing though all that they change is known. */
  readonly lost: readonly ViewDiagnostic[];
  /** Fields that conditions use and their views do not have. */
  readonly absent: readonly AbsentField[];
  /** Labels of what their views do not have. */
  readonly labels: readonly (Origin & { readonly name: string })[];
  /** Unread places, since not all of the view is known. */
  readonly unread: readonly Origin[];
}

/** Views in which a `<field>` is one of the model. */
const FIELD_VIEWS: ReadonlySet<string> = new Set([
  "form",
  "tree",
  "list",
  "search",
  "kanban",
  "calendar",
  "graph",
  "pivot",
  "activity",
]);

/** @param asked files whose views are read; `undefined` for all */
export function* listArchReferences(
  registry: Registry,
  module: ModuleUnderDevelopment,
  asked: ReadonlySet<string> | undefined,
): Steps<ArchReferences> {
  const { technicalName, loaded } = module;
  const ids = new Set(
    loaded.views
      .filter(({ operation, file }) => operation !== "delete" && asked?.has(file) !== false)
      .map(({ xml_id: id }) => toFullXmlId(technicalName, id)),
  );
  const found: ArchReferences[] = [];
  for (const id of ids) found.push(yield* readView(registry, technicalName, id));
  return {
    references: found.flatMap(({ references }) => references),
    lost: found.flatMap(({ lost }) => lost),
    absent: found.flatMap(({ absent }) => absent),
    labels: found.flatMap(({ labels }) => labels),
    unread: found.flatMap(({ unread }) => unread),
  };
}

const NOTHING: ArchReferences = { references: [], lost: [], absent: [], labels: [], unread: [] };

function* readView(
  registry: Registry,
  technicalName: string,
  xmlId: string,
): Steps<ArchReferences> {
  const views = registry.createViews();
  const view = views.find(xmlId);
  if (view === undefined || !view.active || view.arch?.module !== technicalName) return NOTHING;
  const {
    document,
    views: combined,
    diagnostics,
  } = yield* combineView(views, view, registry.system.platformVersion);
  if (document === undefined) return { ...NOTHING, unread: listNamed(view.arch) };
  const isKnown = combined.every(({ dynamic, arch }) => dynamic.length === 0 && arch !== undefined);
  const lost = isKnown
    ? diagnostics.filter((one) => one.view === xmlId && one.code === "not_found")
    : [];
  if (!FIELD_VIEWS.has(view.type ?? "") || view.model === null) return { ...NOTHING, lost };
  const rules = getRules(registry.system.platformVersion);
  const own = combined.findIndex((one) => one.xmlId === xmlId);
  const { file } = view.arch;
  const references: WrittenReference[] = [];
  const labels: (Origin & { readonly name: string })[] = [];
  /** Names that a label may be for (`must_have_name` of ir_ui_view.py). */
  const named = new Set<string | undefined>();
  const open: [ChildNode, string | undefined, string | undefined][] = document.children.map(
    (node) => [node, view.model ?? undefined, undefined],
  );
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, model, parent] = next;
    if (node.kind !== "element") continue;
    const name = node.attributes.get("name") ?? "";
    const isOwn = node.origin.view === own && node.changed?.has("name") !== true;
    const isNamed = model !== undefined && isOwn && MEMBER_NAME.test(name);
    const origin = { file, line: node.origin.line };
    const member = findMember(node);
    const labelled = node.tag === "label" ? node.attributes.get("for") : undefined;
    if (labelled && node.origin.view === own) labels.push({ name: labelled, ...origin });
    if (node.tag !== "label") for (const one of ["name", "id"]) named.add(node.attributes.get(one));
    if (isNamed && member === "field") {
      references.push({ kind: "field", model, path: [name], ...origin });
    } else if (isNamed && member === "method") {
      references.push({ kind: "method", model, name, ...origin });
    }
    const inner = member === "field" ? findComodel(registry, model, name) : model;
    for (const [attribute, source] of model === undefined ? [] : node.attributes) {
      const at = node.changed?.get(attribute) ?? node.origin;
      if (at.view !== own) continue;
      const widget = node.attributes.get("widget");
      const field = member === "field" ? name : undefined;
      const models = { model: model ?? "", comodel: inner, parent, rules, widget, field };
      for (const reference of listExpressionReferences(node.tag, [attribute, source], models)) {
        references.push({ ...reference, file, line: at.line });
      }
    }
    for (const child of node.children) {
      const isInner = member === "field" && isInnerView(node, child);
      open.push([child, isInner ? inner : model, isInner ? model : parent]);
    }
  }
  // A spec that finds nothing may be the one that brings the field.
  const isWhole = isKnown && diagnostics.length === 0;
  const findInner = (model: string | undefined, name: string) => findComodel(registry, model, name);
  const absent =
    isWhole && isWrongAt("absent-field", registry.system.platformVersion)
      ? listAbsentFields(document.children, view.model, own, findInner).filter(
          ({ name, model }) => model && registry.models.findModel(model)?.findField(name),
        )
      : [];
  return {
    references,
    lost,
    absent: absent.map(({ name, model = null, line }) => ({ name, model, file, line })),
    labels: isWhole ? labels.filter(({ name }) => !named.has(name)) : [],
    unread: [],
  };
}

/** Fields and buttons of an arch that stands nowhere. */
function listNamed({ file, module, line, readRoot }: ArchLocation): readonly Origin[] {
  const root = readRoot();
  if (root === undefined) return [];
  return [...listDescendants(plantArch(root, { view: 0, module, line }))].flatMap((node) => {
    const isNamed = node.kind === "element" && findMember(node) !== undefined;
    return isNamed ? [{ file, line: node.origin.line }] : [];
  });
}

/** A button that closes the dialog calls nothing. */
const findMember = ({ tag, attributes }: ElementNode) =>
  attributes.has("special") ? undefined : findMemberKind(tag, attributes.get("type"));

/** The model of the views that lie in a field. */
function findComodel(
  { models }: Registry,
  model: string | undefined,
  name: string,
): string | undefined {
  const field = model === undefined ? undefined : models.findModel(model)?.findField(name);
  return field?.comodel_name ?? undefined;
}

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
const isInnerView = ({ tag }: ElementNode, child: ChildNode): boolean =>
  tag === "groupby" || (child.kind === "element" && INNER_VIEWS.has(child.tag));

/**
 * @param own number of the view whose conditions are meant
 * @param findInner the comodel of a field of a model
 */
function listAbsentFields(
  roots: readonly ChildNode[],
  start: string,
  own: number,
  findInner: (model: string | undefined, name: string) => string | undefined,
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
      open.push([child, isInner ? openScope(findInner(scope.model, name), scope) : scope]);
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
