// References of a data file: models, fields of records, methods, and external ids. Fields and
// buttons of archs are not read here: their model follows from the whole view. Loaded elements and
// attributes as in `xml_import` of the platform's `tools/convert.py`.
import { OLD_MODE } from "./code/actions.js";
import {
  listFieldCode,
  listFunctionCode,
  listSearchCode,
  type PlacedReference,
} from "./data-code.js";
import type {
  Reference,
  UnreadFile,
  WrittenReference,
} from "../../../data/module/module-under-development.js";
import { getModuleOfXmlId, toFullXmlId } from "../../../data/module/xml-id.js";
import { createLineFinder } from "../python/text/lines.js";
import type { SourceFile } from "../source-file.js";
import { decodeXml } from "../xml/decode.js";
import { XML_LIMIT_BYTES } from "../xml/data-file.js";
import { findFieldValue, findValue, toFields } from "../xml/record-fields.js";
import { ARCH_COLUMNS, CONTAINERS, VIEW_MODEL } from "../xml/record-locations.js";
import {
  findLine,
  listAttributes,
  listChildren,
  parseTree,
  toElementText,
  type XmlElement,
} from "../xml/tree.js";

interface DataReferences {
  readonly references: readonly WrittenReference[];
  readonly unread: readonly UnreadFile[];
}

/** Facts shared by the data files of a module. */
export interface DataOwner {
  readonly technicalName: string;
  readonly isDemo: boolean;
  /** Whether the module's folder has a file, by its path in it. */
  readonly hasFile: (path: string) => boolean;
  /** Full ids of records that files before this one make; those of this one are added. */
  readonly made: Set<string>;
}

/** Contexts may give defaults to all records of a file. */
const CONTEXT_OF_ALL = /<(?:odoo|openerp|data)\b[^>]*\bcontext=/;

type Gathered = DataOwner & {
  readonly file: string;
  readonly hasContext: boolean;
  /** Records that stand in a field of another one. */
  readonly inner: Set<XmlElement>;
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

/** Attributes of archs, and elements of data files, that later versions do not take. */
const OUTDATED_ATTRIBUTES: ReadonlySet<string> = new Set(["attrs", "states"]);
const OUTDATED_ELEMENTS: ReadonlySet<string> = new Set(["act_window", "report"]);

/** Attributes that name a template (`_compile_directive_snippet` of web_editor, of html_builder since 19.0). */
const CALLS: ReadonlySet<string> = new Set(["t-call", "t-snippet", "t-snippet-call"]);

const REFERENCE_CALL = /(?<![\w.])(?:self\.env\.)?ref\(\s*u?(["'])([\w.-]+)\1\s*\)/g;
/** In archs and other markup: `_eval_xml` replaces it. */
const MARKED_ID = /(?<!%)%\(\s*([\w.-]+)\s*\)[ds]/g;
/** The view that a context asks for; one without a module is ignored (`get_view` of ir_ui_view.py). */
const VIEW_REF = /(["'])(?:[a-z]+_view_ref)\1\s*:\s*(["'])([\w.-]+)\2/g;
/** A file by its address, and the picture of a menu. */
const ADDRESS = /^\/?(\w+)[/,](static\/[\w./-]+\.\w+)$/;
const ADDRESSES: ReadonlySet<string> = new Set(["src", "href", "web_icon"]);
/** A group in an attribute of an arch, which may be asked not to be there. */
const GROUP = /^!?\s*(\w+(?:\.[\w.-]+)?)$/;

/** Nothing of what is no XML. */
export function readDataReferences(
  { path: file, bytes }: SourceFile,
  owner: DataOwner,
): DataReferences {
  // The reader of views reports files that are too large.
  if (bytes.length > XML_LIMIT_BYTES) return { references: [], unread: [] };
  const { text } = decodeXml(bytes);
  const hasContext = CONTEXT_OF_ALL.test(text);
  const gathered: Gathered = {
    ...owner,
    file,
    hasContext,
    inner: new Set(),
    references: [],
    unread: [],
  };
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
  if (CONTAINERS.has(element.name)) return listChildren(element);
  const inner = readLoaded(element, gathered);
  // The reference is resolved before the record is made.
  const id = element.name === "delete" ? null : findValue(element, "id");
  if (id !== null) gathered.made.add(toFullXmlId(gathered.technicalName, id));
  return inner;
}

function readLoaded(element: XmlElement, gathered: Gathered): readonly XmlElement[] {
  const { name } = element;
  if (OUTDATED_ELEMENTS.has(name))
    add(element, { kind: "wrong", rule: "outdated-element", name }, gathered);
  if (name === "record") return readRecord(element, gathered);
  if (name === "function") return readFunction(element, gathered);
  if (name === "delete") {
    addModel(element, findValue(element, "model"), gathered);
    addCode(listSearchCode(element), gathered);
  }
  const tag = TAGS.get(name);
  if (tag === undefined) return [];
  for (const attribute of tag.models) addModel(element, findValue(element, attribute), gathered);
  for (const attribute of tag.ids) addId(element, findValue(element, attribute), gathered);
  addAddress(element, findValue(element, "web_icon") ?? "", gathered);
  for (const group of splitGroups(element)) addId(element, group.replace(/^-/, ""), gathered);
  if (name === "template") {
    addId(element, findValue(element, "inherit_id"), gathered, { isView: true });
    readMarkup(listChildren(element), gathered, "template");
  }
  if (name === "report" && isOfTemplate(findValue(element, "report_type") ?? QWEB)) {
    addTemplate(element, findValue(element, "name"), gathered);
  }
  return listChildren(element).filter((child) => name === "menuitem" && child.name === name);
}

function readRecord(record: XmlElement, gathered: Gathered): readonly XmlElement[] {
  const model = findValue(record, "model");
  if (model === null) return [];
  addModel(record, model, gathered);
  addMade(record, model, gathered);
  const inner: XmlElement[] = [];
  const fields = toFields(record);
  const ofView = model === VIEW_MODEL ? findFieldValue(fields.get("type")) : undefined;
  const report = model === "ir.actions.report" ? fields.get("report_name") : undefined;
  if (report !== undefined && isOfTemplate(findFieldValue(fields.get("report_type")))) {
    addTemplate(report, findFieldValue(report), gathered);
  }
  for (const field of listChildren(record)) {
    const name = field.name === "field" ? findValue(field, "name") : null;
    if (name === null) continue;
    // Since 19.0 a language may stand behind the name.
    add(field, { kind: "field", model, path: [name.replace(/@.*$/, "")] }, gathered);
    const isView = model === VIEW_MODEL && name === "inherit_id";
    addId(field, findValue(field, "ref"), gathered, { isView });
    readExpression(field, gathered);
    addCode(listFieldCode(field, { model, name, fields }), gathered);
    if (name === "view_mode" && model === ACTION_MODEL) addModes(field, gathered);
    if (name === "context") addViews(field, toElementText(field), gathered);
    if (ADDRESSES.has(name)) addAddress(field, toElementText(field), gathered);
    if (MODEL_FIELDS.has(`${model} ${name}`)) addModel(field, findFieldValue(field), gathered);
    const isMarkup = ["xml", "html", "xhtml"].includes(findValue(field, "type") ?? "");
    const isArch = ofView !== undefined && ARCH_COLUMNS.has(name);
    const isTemplate = ofView === QWEB || listChildren(field)[0]?.name === "t";
    const markup = isArch ? (isTemplate ? "template" : "view") : "text";
    if (isMarkup) readMarkup(listChildren(field), gathered, markup);
    else if (!ARCH_COLUMNS.has(name)) {
      inner.push(...listChildren(field).filter((child) => child.name === "record"));
      for (const one of inner) gathered.inner.add(one);
    }
  }
  return inner;
}

/** Records inside a field count for that field; a context may give defaults. */
function addMade(record: XmlElement, model: string, gathered: Gathered): void {
  const id = toFullXmlId(gathered.technicalName, findValue(record, "id") ?? "");
  const isNew = getModuleOfXmlId(id) === gathered.technicalName && !gathered.made.has(id);
  if (
    !isNew ||
    gathered.inner.has(record) ||
    gathered.hasContext ||
    findValue(record, "context") !== null
  )
    return;
  add(record, { kind: "made", model, fields: [...toFields(record).keys()] }, gathered);
}

function readFunction(element: XmlElement, gathered: Gathered): readonly XmlElement[] {
  const model = findValue(element, "model");
  const name = findValue(element, "name");
  addModel(element, model, gathered);
  if (model !== null && name !== null) add(element, { kind: "method", model, name }, gathered);
  readExpression(element, gathered);
  for (const value of listChildren(element)) {
    readExpression(value, gathered);
    if (value.name === "value") addModel(value, findValue(value, "model"), gathered);
    if (value.name === "value") addId(value, findValue(value, "ref"), gathered);
  }
  addCode(listFunctionCode(element), gathered);
  return listChildren(element).filter((child) => child.name === "function");
}

function readExpression(element: XmlElement, gathered: Gathered): void {
  const text = findValue(element, "eval") ?? "";
  for (const [, , id = ""] of text.matchAll(REFERENCE_CALL)) addId(element, id, gathered);
}

/** Ids and groups of an arch, or of other markup. */
function readMarkup(
  elements: readonly XmlElement[],
  gathered: Gathered,
  markup: "template" | "view" | "text",
): void {
  if (markup === "view" && elements[0]?.name === "list") {
    add(elements[0], { kind: "wrong", rule: "early-list", name: "list" }, gathered);
  }
  const pending = elements.toReversed();
  for (let element = pending.pop(); element !== undefined; element = pending.pop()) {
    for (const [name, value] of listAttributes(element)) {
      for (const [, id = ""] of value.matchAll(MARKED_ID)) addId(element, id, gathered);
      if (name === "groups") readGroups(element, value, gathered);
      if (name === "context") addViews(element, value, gathered);
      if (ADDRESSES.has(name)) addAddress(element, value, gathered);
      if (CALLS.has(name) && markup !== "view") addTemplate(element, value, gathered);
      if (OUTDATED_ATTRIBUTES.has(name) && markup === "view") addOutdated(element, name, gathered);
    }
    // A locator without such an element is an `unknown-place`.
    const isLocator = findValue(element, "position") !== null;
    if (element.name === "tree" && markup === "view" && !isLocator) {
      add(element, { kind: "wrong", rule: "outdated-list", name: "tree" }, gathered);
    }
    const children = listChildren(element);
    if (element.name === "attribute") {
      const text = toElementText(element);
      for (const [, id = ""] of text.matchAll(MARKED_ID)) addId(element, id, gathered);
      const name = findValue(element, "name") ?? "";
      if (name === "groups") readGroups(element, text, gathered);
      const isSet = markup === "view" && OUTDATED_ATTRIBUTES.has(name) && text.trim() !== "";
      if (isSet) addOutdated(element, name, gathered);
    }
    for (const child of children.toReversed()) pending.push(child);
  }
}

const QWEB = "qweb";
const ACTION_MODEL = "ir.actions.act_window";

/** Other reports are made by code. */
function isOfTemplate(reportType: string | null): boolean {
  return reportType?.startsWith(QWEB) === true;
}

/** Kinds of views that an action has; the rules of versions have both names of a list. */
function addModes(element: XmlElement, gathered: Gathered): void {
  const modes = findFieldValue(element) ?? "";
  if (OLD_MODE.test(modes)) {
    add(element, { kind: "wrong", rule: "outdated-list", name: "view_mode" }, gathered);
  }
  const values = modes.split(",").filter((mode) => !/^(?:tree|list)$/.test(mode));
  add(element, { kind: "value", model: VIEW_MODEL, path: ["type"], values }, gathered);
}

function addViews(element: XmlElement, context: string, gathered: Gathered): void {
  for (const [, , , id = ""] of context.matchAll(VIEW_REF)) {
    if (id.includes(".")) addTemplate(element, id, gathered);
    else add(element, { kind: "wrong", rule: "unprefixed-record", name: id }, gathered);
  }
}

/** Files of the module's own folder alone: of others only those are known that bundles may name. */
function addAddress(element: XmlElement, address: string, gathered: Gathered): void {
  const [, module, path = ""] = ADDRESS.exec(address.trim()) ?? [];
  if (module !== gathered.technicalName) return;
  add(element, { kind: "file", path, isThere: gathered.hasFile(path) }, gathered);
}

function addOutdated(element: XmlElement, name: string, gathered: Gathered): void {
  add(element, { kind: "wrong", rule: "outdated-attribute", name }, gathered);
}

/** A template that is looked for when it is rendered; names without a module are of scripts. */
function addTemplate(element: XmlElement, name: string | null, gathered: Gathered): void {
  if (name === null || !/^\w+\.[\w.-]+$/.test(name)) return;
  const origin = toOrigin(gathered.isDemo, false);
  add(element, { kind: "record", xmlId: name, isView: true, from: origin }, gathered);
}

function readGroups(element: XmlElement, groups: string, gathered: Gathered): void {
  for (const group of groups.split(",")) {
    const [, id] = GROUP.exec(group.trim()) ?? [];
    if (id === undefined) continue;
    if (id.includes(".")) addId(element, id, gathered, { isQuestion: true });
    else add(element, { kind: "wrong", rule: "unprefixed-record", name: id }, gathered);
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
  use: RecordUse = {},
): void {
  const reference = id === null ? undefined : toRecordReference(id, gathered, use);
  if (reference !== undefined) add(element, reference, gathered);
}

interface RecordUse {
  readonly isView?: boolean;
  readonly isQuestion?: boolean;
}

/** The record of an id as a file of a module has it; `undefined` for what is none. */
export function toRecordReference(
  id: string,
  { technicalName, isDemo, made }: DataOwner,
  { isView = false, isQuestion = false }: RecordUse = {},
): Reference | undefined {
  if (!/^[\w.-]+$/.test(id)) return undefined;
  const xmlId = toFullXmlId(technicalName, id);
  const isOwn = xmlId.startsWith(`${technicalName}.`);
  const isEarly = isOwn && !isQuestion && !made.has(xmlId);
  const from = toOrigin(isDemo, isQuestion);
  return { kind: "record", xmlId, isView, from, ...(isEarly && { isEarly }) };
}

function toOrigin(isDemo: boolean, isQuestion: boolean): "data" | "demo" | "question" {
  if (isQuestion) return "question";
  return isDemo ? "demo" : "data";
}

function addCode(found: readonly PlacedReference[], gathered: Gathered): void {
  const { file, isDemo, references } = gathered;
  for (const one of found) {
    const isOfDemo = isDemo && one.kind === "record" && one.from === "code";
    references.push({ ...one, ...(isOfDemo && { from: "demo" as const }), file });
  }
}

function add(element: XmlElement, reference: Reference, { file, references }: Gathered): void {
  references.push({ ...reference, file, line: findLine(element) });
}
