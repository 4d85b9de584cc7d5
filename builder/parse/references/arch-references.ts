// References of archs of views. The model of a field follows from the fields around it, and from the model of the view, which
// another module may name.
import {
  INNER_VIEWS,
  listExpressionReferences,
} from "../../../data/module/expression-references.js";
import type { ArchNode, LoadedView } from "../../../data/module/loaded-module.js";
import type { ModuleReference, ReferenceWay } from "../../../data/module/module-reference.js";
import { FULL_XML_ID, toFullXmlId } from "../../../data/module/xml-id.js";

/** Stands between a model and the fields that lead on from it. */
const STEP = ">";

const MEMBER_NAME = /^[a-z_]\w*$/i;
const MARKED_ID = /(?<!%)%\(\s*([\w.-]+)\s*\)[ds]/g;
/** A step of an expression that names a field or a button. */
const NAMED_STEP = /\b(field|button)\[[^\]]*@name\s*=\s*(["'])(\w+)\2[^\]]*\](\[\d+\])?/g;
/** Names behind points in expressions of templates, whose records only running code knows. */
const TEMPLATE_PATH = /(?<![\w.'"])[a-z_]\w*((?:\.[a-z]\w*)+)(?!\s*\()/gi;

/** Names of the client are no fields, at whatever version. */
const OF_ANY_VERSION = { namesActiveRecords: true } as const;

interface Room {
  /** `undefined` where it is not told. */
  readonly model: string | undefined;
  readonly parent: string | undefined;
}

interface Gathered {
  readonly technicalName: string;
  readonly file: string;
  readonly isTemplate: boolean;
  readonly found: ModuleReference[];
}

export function listArchReferences(
  technicalName: string,
  {
    xml_id: xmlId,
    arch,
    arch_line: line = 1,
    model,
    inherit_id: inherited,
    file,
    type,
  }: LoadedView,
): readonly ModuleReference[] {
  if (arch === undefined) return [];
  const owner = `@${toFullXmlId(technicalName, inherited ?? xmlId)}`;
  const isTemplate = type === "qweb";
  const gathered: Gathered = { technicalName, file, isTemplate, found: [] };
  const root = JSON.parse(arch) as ArchNode;
  const room = { model: isTemplate ? undefined : (model ?? owner), parent: undefined };
  const isChange = inherited !== undefined && inherited !== null;
  readNode(root, line, room, isChange && !isTemplate, gathered);
  return gathered.found;
}

/** @param isChange whether elements say where something is changed */
function readNode(
  node: ArchNode,
  line: number,
  room: Room,
  isChange: boolean,
  gathered: Gathered,
): void {
  const [tag, attributes, , children] = node;
  readGeneral(node, line, gathered);
  const isContainer = isChange && (tag === "data" || tag === "t");
  const isPlace = isChange && !isContainer;
  let inner = room;
  if (tag === "xpath") inner = readPath(attributes["expr"] ?? "", line, attributes, room, gathered);
  else if (room.model !== undefined) {
    inner = readMember(node, line, room, isPlace, gathered);
    if (!isPlace) readExpressions(tag, Object.entries(attributes), line, { room, inner }, gathered);
  }
  const isAttributes = isPlace && attributes["position"] === "attributes";
  for (const child of children) {
    if (typeof child === "string") continue;
    const at = line + child[2];
    const isOutside = tag === "field" && !INNER_VIEWS.has(child[0]);
    if (!isAttributes) readNode(child, at, isOutside ? room : inner, isContainer, gathered);
    else readGivenAttribute(tag, child, at, room, gathered);
  }
}

/** References that any element may have. */
function readGeneral(
  [tag, attributes, , children]: ArchNode,
  line: number,
  gathered: Gathered,
): void {
  for (const [name, value] of Object.entries(attributes)) {
    readIds(name, value, line, gathered);
    if (!gathered.isTemplate || !/^t-(?:field|esc|out|raw|value|foreach|if|elif|att)/.test(name))
      continue;
    for (const [, path = ""] of value.matchAll(TEMPLATE_PATH)) {
      for (const one of path.slice(1).split(".")) {
        add({ way: "template_field", name: one, model: "", via: "" }, line, gathered);
      }
    }
  }
  if (tag !== "attribute") return;
  const text = children.filter((child) => typeof child === "string").join("");
  readIds(attributes["name"] ?? "", text, line, gathered);
}

function readIds(name: string, value: string, line: number, gathered: Gathered): void {
  const { technicalName, isTemplate } = gathered;
  const addRecord = (way: ReferenceWay, id: string): void =>
    add({ way, name: toFullXmlId(technicalName, id), model: "", via: "" }, line, gathered);
  if (value.includes("%(")) {
    for (const [, id = ""] of value.matchAll(MARKED_ID)) addRecord("view_record", id);
  }
  if (name === "groups") {
    for (const group of value.split(",").map((one) => one.trim().replace(/^!\s*/, ""))) {
      if (FULL_XML_ID.test(group)) addRecord("view_groups", group);
    }
  }
  if (name === "t-call" && isTemplate && FULL_XML_ID.test(value)) addRecord("template_call", value);
}

/** The element itself, and where what lies in it is. */
function readMember(
  [tag, attributes]: ArchNode,
  line: number,
  room: Room,
  isPlace: boolean,
  gathered: Gathered,
): Room {
  const name = attributes["name"] ?? "";
  if (room.model === undefined || !MEMBER_NAME.test(name)) return room;
  if (tag === "field" || tag === "groupby") {
    addField(isPlace ? "view_locator" : "view_field", room.model, [name], line, gathered);
    const isInside = !isPlace || (attributes["position"] ?? "inside") === "inside";
    return isInside ? enter(room, name) : room;
  }
  const isObject = attributes["type"] === "object" || (isPlace && attributes["type"] === undefined);
  if ((tag === "button" || tag === "a") && isObject && attributes["special"] === undefined) {
    const way = isPlace ? "view_method" : "view_button";
    add({ way, name, ...splitModel(room.model) }, line, gathered);
  }
  return room;
}

const enter = ({ model }: Room, name: string): Room => ({
  model: model === undefined ? undefined : `${model}${STEP}${name}`,
  parent: model,
});

/** The fields that lead to a place, and the room in which what is put there stands. */
function readPath(
  expr: string,
  line: number,
  { position = "inside" }: Readonly<Record<string, string>>,
  room: Room,
  gathered: Gathered,
): Room {
  const steps = [...expr.matchAll(NAMED_STEP)];
  let at = room;
  let before = room;
  for (const [, tag, , name = ""] of steps) {
    if (at.model === undefined) break;
    if (tag === "button") {
      add({ way: "view_method", name, ...splitModel(at.model) }, line, gathered);
      continue;
    }
    addField("view_locator", at.model, [name], line, gathered);
    before = at;
    at = enter(at, name);
  }
  const last = steps.at(-1);
  const isLast = last?.[1] === "field" && expr.trimEnd().endsWith(last[0]);
  const isUp = /(?:\/\.\.|\/parent::\w+)$/.test(expr.trimEnd());
  return (isLast && position !== "inside") || isUp ? before : at;
}

/** `<attribute name="domain">…</attribute>` */
function readGivenAttribute(
  tag: string,
  child: ArchNode,
  line: number,
  room: Room,
  gathered: Gathered,
): void {
  const text = child[3].filter((one) => typeof one === "string").join("");
  const given = [child[1]["name"] ?? "", text] as const;
  readGeneral(child, line, gathered);
  readExpressions(tag, [given], line, { room, inner: room }, gathered);
}

function readExpressions(
  tag: string,
  attributes: readonly (readonly [string, string])[],
  line: number,
  { room: { model, parent }, inner }: { readonly room: Room; readonly inner: Room },
  gathered: Gathered,
): void {
  if (model === undefined) return;
  const comodel = inner.model === model ? undefined : inner.model;
  for (const attribute of attributes) {
    const models = { model, comodel, parent, rules: OF_ANY_VERSION };
    for (const one of listExpressionReferences(tag, attribute, models)) {
      if (one.kind === "field") addField("view_expression", one.model, one.path, line, gathered);
    }
  }
}

function addField(
  way: ReferenceWay,
  model: string,
  path: readonly string[],
  line: number,
  gathered: Gathered,
): void {
  for (const [at, name] of path.entries()) {
    const start = [model, ...path.slice(0, at)].join(STEP);
    add({ way, name, ...splitModel(start) }, line, gathered);
  }
}

/** Name of a model, and the fields that lead from it. */
function splitModel(start: string): Pick<ModuleReference, "model" | "via"> {
  const [model = "", ...fields] = start.split(STEP);
  return { model, via: fields.join(".") };
}

function add(
  reference: Omit<ModuleReference, "file" | "line">,
  line: number,
  { file, found }: Gathered,
): void {
  found.push({ ...reference, file, line });
}
