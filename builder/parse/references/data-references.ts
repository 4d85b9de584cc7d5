// What a data file refers to: models, fields of records, methods, and external ids. Fields and buttons of archs are not
// read here: of which model they are follows from the whole view.
// Which elements are loaded, and what their attributes name: `xml_import` of the platform's `tools/convert.py`.
import type {
  Reference,
  UnreadFile,
  WrittenReference,
} from "../../../data/module/module-under-development.js";
import { toFullXmlId } from "../../../data/module/xml-id.js";
import { createLineFinder } from "../python/text/lines.js";
import type { SourceFile } from "../source-file.js";
import { decodeXml } from "../xml/decode.js";
import { XML_LIMIT_BYTES } from "../xml/data-file.js";
import { findFieldValue, findValue } from "../xml/record-fields.js";
import { ARCH_COLUMNS, CONTAINERS, VIEW_MODEL } from "../xml/record-locations.js";
import {
  findLine,
  listAttributes,
  listChildren,
  parseTree,
  toText,
  type XmlElement,
} from "../xml/tree.js";

interface DataReferences {
  readonly references: readonly WrittenReference[];
  readonly unread: readonly UnreadFile[];
}

interface DataFile {
  readonly file: string;
  /** Of the module. */
  readonly technicalName: string;
  readonly isDemo: boolean;
}

type Gathered = DataFile & {
  readonly references: WrittenReference[];
  readonly unread: UnreadFile[];
};

/** Attributes in which tags that are no `<record>` name models and records. */
const TAGS: ReadonlyMap<
  string,
  { readonly models: readonly string[]; readonly ids: readonly string[] }
> = new Map([
  ["template", { models: [], ids: [] }],
  ["menuitem", { models: [], ids: ["parent", "action"] }],
  ["act_window", { models: ["res_model", "src_model", "binding_model"], ids: ["view_id"] }],
  ["report", { models: ["model"], ids: ["paperformat"] }],
]);

/** Fields that hold the name of a model as text. */
const MODEL_FIELDS: ReadonlySet<string> = new Set([
  `${VIEW_MODEL} model`,
  "ir.actions.act_window res_model",
  "ir.actions.report model",
  "ir.filters model_id",
]);

const REFERENCE_CALL = /(?<![\w.])(?:self\.env\.)?ref\(\s*u?(["'])([\w.-]+)\1\s*\)/g;
/** In archs and other markup: `_eval_xml` replaces it. */
const MARKED_ID = /(?<!%)%\(\s*([\w.-]+)\s*\)[ds]/g;
/** A group in an attribute of an arch, which may be asked not to be there. */
const GROUP = /^!?\s*(\w+\.[\w.-]+)$/;

/** Nothing of what is no XML. */
export function readDataReferences(
  { path: file, bytes }: SourceFile,
  { technicalName, isDemo }: Omit<DataFile, "file">,
): DataReferences {
  const gathered: Gathered = {
    file,
    technicalName,
    isDemo,
    references: [],
    unread: [],
  };
  // Files that are too large are told of by who reads views.
  if (bytes.length > XML_LIMIT_BYTES) return gathered;
  const { text } = decodeXml(bytes);
  const { roots, fault } = parseTree(text);
  if (fault !== undefined) {
    const line = createLineFinder(text)(fault.offset);
    return { ...gathered, unread: [{ file, line, detail: fault.message }] };
  }
  // A stack of its own: nesting is as deep as the file likes.
  const pending = roots.toReversed();
  for (let element = pending.pop(); element !== undefined; element = pending.pop()) {
    for (const inner of readElement(element, gathered).toReversed()) pending.push(inner);
  }
  return gathered;
}

/** @returns the elements inside it that are loaded on their own */
function readElement(element: XmlElement, gathered: Gathered): readonly XmlElement[] {
  const { name } = element;
  if (CONTAINERS.has(name)) return listChildren(element);
  if (name === "record") return readRecord(element, gathered);
  if (name === "function") return readFunction(element, gathered);
  const tag = TAGS.get(name);
  if (tag === undefined) return [];
  for (const attribute of tag.models) addModel(element, findValue(element, attribute), gathered);
  for (const attribute of tag.ids) addId(element, findValue(element, attribute), gathered);
  for (const group of splitGroups(element)) addId(element, group.replace(/^-/, ""), gathered);
  if (name === "template") {
    addId(element, findValue(element, "inherit_id"), gathered, { isView: true });
    readMarkup(listChildren(element), gathered);
  }
  return listChildren(element).filter((child) => name === "menuitem" && child.name === name);
}

function readRecord(record: XmlElement, gathered: Gathered): readonly XmlElement[] {
  const model = findValue(record, "model");
  if (model === null) return [];
  addModel(record, model, gathered);
  const inner: XmlElement[] = [];
  for (const field of listChildren(record)) {
    const name = field.name === "field" ? findValue(field, "name") : null;
    if (name === null) continue;
    // Since 19.0 a language may stand behind the name.
    add(field, { kind: "field", model, path: [name.replace(/@.*$/, "")] }, gathered);
    const isView = model === VIEW_MODEL && name === "inherit_id";
    addId(field, findValue(field, "ref"), gathered, { isView });
    readExpression(field, gathered);
    if (MODEL_FIELDS.has(`${model} ${name}`)) addModel(field, findFieldValue(field), gathered);
    const isMarkup = ["xml", "html", "xhtml"].includes(findValue(field, "type") ?? "");
    if (isMarkup) readMarkup(listChildren(field), gathered);
    else if (!ARCH_COLUMNS.has(name)) {
      inner.push(...listChildren(field).filter((child) => child.name === "record"));
    }
  }
  return inner;
}

function readFunction(element: XmlElement, gathered: Gathered): readonly XmlElement[] {
  const model = findValue(element, "model");
  const name = findValue(element, "name");
  addModel(element, model, gathered);
  if (model !== null && name !== null) add(element, { kind: "method", model, name }, gathered);
  readExpression(element, gathered);
  for (const value of listChildren(element)) {
    readExpression(value, gathered);
    if (value.name === "value") addId(value, findValue(value, "ref"), gathered);
  }
  return listChildren(element).filter((child) => child.name === "function");
}

function readExpression(element: XmlElement, gathered: Gathered): void {
  const text = findValue(element, "eval") ?? "";
  for (const [, , id = ""] of text.matchAll(REFERENCE_CALL)) addId(element, id, gathered);
}

/** Ids and groups of an arch, or of other markup. */
function readMarkup(elements: readonly XmlElement[], gathered: Gathered): void {
  const pending = elements.toReversed();
  for (let element = pending.pop(); element !== undefined; element = pending.pop()) {
    for (const [name, value] of listAttributes(element)) {
      for (const [, id = ""] of value.matchAll(MARKED_ID)) addId(element, id, gathered);
      if (name === "groups") readGroups(element, value, gathered);
    }
    const children = listChildren(element);
    if (element.name === "attribute") {
      const text = toText(element);
      for (const [, id = ""] of text.matchAll(MARKED_ID)) addId(element, id, gathered);
      if (findValue(element, "name") === "groups") readGroups(element, text, gathered);
    }
    for (const child of children.toReversed()) pending.push(child);
  }
}

function readGroups(element: XmlElement, groups: string, gathered: Gathered): void {
  for (const group of groups.split(",")) {
    const [, id] = GROUP.exec(group.trim()) ?? [];
    if (id !== undefined) addId(element, id, gathered, { isQuestion: true });
  }
}

function splitGroups(element: XmlElement): readonly string[] {
  const groups = findValue(element, "groups") ?? "";
  return groups.split(",").flatMap((group) => group.trim() || []);
}

function addModel(element: XmlElement, model: string | null, gathered: Gathered): void {
  if (model !== null) add(element, { kind: "model", model }, gathered);
}

function addId(
  element: XmlElement,
  id: string | null,
  gathered: Gathered,
  {
    isView = false,
    isQuestion = false,
  }: { readonly isView?: boolean; readonly isQuestion?: boolean } = {},
): void {
  if (id === null || !/^[\w.-]+$/.test(id)) return;
  const xmlId = toFullXmlId(gathered.technicalName, id);
  add(
    element,
    { kind: "record", xmlId, isView, from: toOrigin(gathered.isDemo, isQuestion) },
    gathered,
  );
}

function toOrigin(isDemo: boolean, isQuestion: boolean): "data" | "demo" | "question" {
  if (isQuestion) return "question";
  return isDemo ? "demo" : "data";
}

function add(element: XmlElement, reference: Reference, { file, references }: Gathered): void {
  references.push({ ...reference, file, line: findLine(element) });
}
