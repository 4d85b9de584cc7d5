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

/** An arch with what was found of it, and the line of the element that is read. */
interface Reading {
  readonly technicalName: string;
  readonly file: string;
  readonly isTemplate: boolean;
  readonly found: ModuleReference[];
  readonly line: number;
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
  const reading: Reading = { technicalName, file, isTemplate, found: [], line };
  const root = JSON.parse(arch) as ArchNode;
  const room = { model: isTemplate ? undefined : (model ?? owner), parent: undefined };
  const isChange = inherited !== undefined && inherited !== null;
  readNode(root, room, isChange && !isTemplate, reading);
  return reading.found;
}

/** @param isChange whether elements say where something is changed */
function readNode(node: ArchNode, room: Room, isChange: boolean, reading: Reading): void {
  const [tag, attributes, , children] = node;
  readGeneral(node, reading);
  const isContainer = isChange && (tag === "data" || tag === "t");
  const isPlace = isChange && !isContainer;
  let inner = room;
  if (tag === "xpath") inner = readPath(attributes, room, reading);
  else if (room.model !== undefined) {
    inner = readMember(node, room, isPlace, reading);
    if (!isPlace) readExpressions(tag, Object.entries(attributes), { room, inner }, reading);
  }
  const isAttributes = isPlace && attributes["position"] === "attributes";
  for (const child of children) {
    if (typeof child === "string") continue;
    const at = { ...reading, line: reading.line + child[2] };
    const isOutside = tag === "field" && !INNER_VIEWS.has(child[0]);
    if (!isAttributes) readNode(child, isOutside ? room : inner, isContainer, at);
    else readGivenAttribute(tag, child, room, at);
  }
}

/** References that any element may have. */
function readGeneral([tag, attributes, , children]: ArchNode, reading: Reading): void {
  for (const [name, value] of Object.entries(attributes)) {
    readIds(name, value, reading);
    if (!reading.isTemplate || !/^t-(?:field|esc|out|raw|value|foreach|if|elif|att)/.test(name))
      continue;
    for (const [, path = ""] of value.matchAll(TEMPLATE_PATH)) {
      for (const one of path.slice(1).split(".")) {
        add({ way: "template_field", name: one, model: "", via: "" }, reading);
      }
    }
  }
  if (tag !== "attribute") return;
  const text = children.filter((child) => typeof child === "string").join("");
  readIds(attributes["name"] ?? "", text, reading);
}

function readIds(name: string, value: string, reading: Reading): void {
  const { technicalName, isTemplate } = reading;
  const addRecord = (way: ReferenceWay, id: string): void =>
    add({ way, name: toFullXmlId(technicalName, id), model: "", via: "" }, reading);
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
  room: Room,
  isPlace: boolean,
  reading: Reading,
): Room {
  const name = attributes["name"] ?? "";
  if (room.model === undefined || !MEMBER_NAME.test(name)) return room;
  if (tag === "field" || tag === "groupby") {
    addField(isPlace ? "view_locator" : "view_field", room.model, [name], reading);
    const isInside = !isPlace || (attributes["position"] ?? "inside") === "inside";
    return isInside ? enter(room, name) : room;
  }
  const isObject = attributes["type"] === "object" || (isPlace && attributes["type"] === undefined);
  if ((tag === "button" || tag === "a") && isObject && attributes["special"] === undefined) {
    const way = isPlace ? "view_method" : "view_button";
    add({ way, name, ...splitModel(room.model) }, reading);
  }
  return room;
}

const enter = ({ model }: Room, name: string): Room => ({
  model: model === undefined ? undefined : `${model}${STEP}${name}`,
  parent: model,
});

/** The fields that lead to a place, and the room in which what is put there stands. */
function readPath(
  { expr = "", position = "inside" }: Readonly<Record<string, string>>,
  room: Room,
  reading: Reading,
): Room {
  const steps = [...expr.matchAll(NAMED_STEP)];
  let at = room;
  let before = room;
  for (const [, tag, , name = ""] of steps) {
    if (at.model === undefined) break;
    if (tag === "button") {
      add({ way: "view_method", name, ...splitModel(at.model) }, reading);
      continue;
    }
    addField("view_locator", at.model, [name], reading);
    before = at;
    at = enter(at, name);
  }
  const last = steps.at(-1);
  const isLast = last?.[1] === "field" && expr.trimEnd().endsWith(last[0]);
  const isUp = /(?:\/\.\.|\/parent::\w+)$/.test(expr.trimEnd());
  return (isLast && position !== "inside") || isUp ? before : at;
}

/** `<attribute name="domain">…</attribute>` */
function readGivenAttribute(tag: string, child: ArchNode, room: Room, reading: Reading): void {
  const text = child[3].filter((one) => typeof one === "string").join("");
  const given = [child[1]["name"] ?? "", text] as const;
  readGeneral(child, reading);
  readExpressions(tag, [given], { room, inner: room }, reading);
}

function readExpressions(
  tag: string,
  attributes: readonly (readonly [string, string])[],
  { room: { model, parent }, inner }: { readonly room: Room; readonly inner: Room },
  reading: Reading,
): void {
  if (model === undefined) return;
  const comodel = inner.model === model ? undefined : inner.model;
  for (const attribute of attributes) {
    const models = { model, comodel, parent, rules: OF_ANY_VERSION };
    for (const one of listExpressionReferences(tag, attribute, models)) {
      if (one.kind === "field") addField("view_expression", one.model, one.path, reading);
    }
  }
}

function addField(
  way: ReferenceWay,
  model: string,
  path: readonly string[],
  reading: Reading,
): void {
  for (const [at, name] of path.entries()) {
    const start = [model, ...path.slice(0, at)].join(STEP);
    add({ way, name, ...splitModel(start) }, reading);
  }
}

/** Name of a model, and the fields that lead from it. */
function splitModel(start: string): Pick<ModuleReference, "model" | "via"> {
  const [model = "", ...fields] = start.split(STEP);
  return { model, via: fields.join(".") };
}

function add(
  reference: Omit<ModuleReference, "file" | "line">,
  { file, line, found }: Reading,
): void {
  found.push({ ...reference, file, line });
}
