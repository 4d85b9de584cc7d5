// One XML data file: its records in document order, each given to who knows what its model means.
// Which elements are records, and where: `xml_import` of the platform's `tools/convert.py`.
import type { LoadedRecord } from "../../../data/loaded-module.js";
import { DATA_PARTS, type DataPart, type ModuleParts } from "../../../data/module-parts.js";
import type { Diagnostic, Parsed } from "../diagnostics.js";
import { isUpgradeFile } from "../file-kind.js";
import type { InFile, SourceFile, Unplaced } from "../source-file.js";
import { ACTION_TAGS, toActionRecord, toTagAction } from "./actions.js";
import { toAssetRecord, toTagAsset } from "./assets.js";
import { toCronRecord } from "./crons.js";
import { listGivenIds } from "../given-ids.js";
import { createLineFinder } from "../python/text/lines.js";
import { decodeXml } from "./decode.js";
import {
  listLoadedWrites,
  toLoadedDelete,
  toLoadedRecord,
  toLoadedTemplate,
  type FaultReport,
  type FileView,
} from "./loaded-views.js";
import { toMenuRecord, toTagMenu } from "./menus.js";
import { scanMarkup } from "./markup.js";
import { findValue, toFields, type RecordFields } from "./record-fields.js";
import { ARCH_COLUMNS, CONTAINERS, gatherRecords } from "./record-locations.js";
import { toAccessRecord, toGroupRecord, toRuleRecord } from "./security.js";
import { findLine, listChildren, parseTree, type XmlElement } from "./tree.js";
import { toRecordView, toTemplateView, VIEW_MODEL, type ParsedView } from "./views.js";

type FileParts = {
  readonly [P in DataPart]: readonly InFile<ModuleParts[P][number]>[];
};

/** Rows of parts without the place where they stand. */
type FoundRows = { readonly [P in DataPart]?: readonly Unplaced<ModuleParts[P][number]>[] };

/** What records of a model are rows of. */
const ROWS_OF_MODELS = new Map<string, (fields: RecordFields, xmlId: string) => FoundRows>([
  ["res.groups", (fields, xmlId) => ({ groups: [toGroupRecord(fields, xmlId)] })],
  ["ir.model.access", (fields, xmlId) => ({ access: [toAccessRecord(fields, xmlId)] })],
  ["ir.rule", (fields, xmlId) => ({ rules: [toRuleRecord(fields, xmlId)] })],
  ["ir.cron", (fields, xmlId) => ({ crons: [toCronRecord(fields, xmlId)] })],
  ["ir.ui.menu", (fields, xmlId) => ({ menus: [toMenuRecord(fields, xmlId)] })],
  ["ir.asset", (fields, xmlId) => ({ assets: toAssetRecord(fields, xmlId) })],
]);

export interface DataFile extends FileParts {
  readonly views: readonly ParsedView[];
  /** What happens to views when the platform loads the file, in its order. */
  readonly loadedViews: readonly FileView[];
  /** All records with an id, of every model, in the order of the file. */
  readonly records: readonly LoadedRecord[];
}

/** A larger file is not read: the largest with views in public repositories is under 4 MB. */
export const XML_LIMIT_BYTES = 20 * 1024 * 1024;

/** What a file must hold to need a tree, which takes most of the time. */
const WANTED =
  /res\.groups|ir\.(?:ui\.(?:view|menu)|rule|cron|actions\.|asset|model\.access)|<(?:template|menuitem|act_window|report|url|wizard|asset)\b/;

type Lists = { [Part in keyof DataFile]: DataFile[Part][number][] };

/**
 * Records with an id, in document order; one that the file breaks off inside is left out. Of a file
 * for upgrades only the views count.
 */
export function parseDataFile(file: SourceFile): Parsed<DataFile> {
  const diagnostics: Diagnostic[] = [];
  const lists = createLists();
  const { path } = file;
  if (file.bytes.length > XML_LIMIT_BYTES) {
    const detail = `${file.bytes.length} bytes, the limit is ${XML_LIMIT_BYTES}`;
    return { value: lists, diagnostics: [{ code: "file_too_large", path, line: 1, detail }] };
  }
  const { text, fault: undecodable } = decodeXml(file.bytes);
  if (undecodable !== undefined) {
    const { line, message } = undecodable;
    diagnostics.push({ code: "text_undecodable", path, line, detail: message });
  }
  const gathering = gatherRecords(text);
  const readRecords = (): DataFile["records"] => [...gathering.records, ...listGiven(text)];
  if (text.trim() !== "" && !WANTED.test(text)) {
    scanMarkup(text, gathering);
    return { value: { ...lists, records: readRecords() }, diagnostics };
  }
  const { roots, fault } = parseTree(text, gathering);
  if (fault !== undefined) {
    const code = fault.kind === "too_large" ? "file_too_large" : "xml_unreadable";
    diagnostics.push({
      code,
      path,
      line: createLineFinder(text)(fault.offset),
      detail: fault.message,
    });
  }
  collectRecords(roots, lists, ({ line, detail }) => {
    diagnostics.push({ code: "arch_unreadable", path, line, detail });
  });
  const { views, loadedViews } = lists;
  const found = isUpgradeFile(path) ? { ...createLists(), views, loadedViews } : lists;
  return { value: { ...found, records: readRecords() }, diagnostics };
}

/** Records that exist already, to which a function of the file gives ids. */
function listGiven(text: string): DataFile["records"] {
  const given = listGivenIds(text);
  const lineAt = createLineFinder(text);
  return given.map(({ id, start }) => ({
    xml_id: id,
    model: "",
    line: lineAt(start),
    tag: "function",
    noupdate: false,
    values: new Map(),
  }));
}

function createLists(): Lists {
  const parts: unknown = Object.fromEntries(DATA_PARTS.map((part) => [part, []]));
  return { views: [], loadedViews: [], records: [], ...(parts as Pick<Lists, DataPart>) };
}

/** An element and the menu that it lies in. */
interface Position {
  readonly element: XmlElement;
  readonly menu: string | null;
}

function collectRecords(roots: readonly XmlElement[], lists: Lists, report: FaultReport): void {
  // A stack of its own: nesting is as deep as the file likes.
  const pending: Position[] = roots.toReversed().map((element) => ({ element, menu: null }));
  for (let position = pending.pop(); position !== undefined; position = pending.pop()) {
    const { element, menu } = position;
    const xmlId = element.isComplete ? findValue(element, "id") : null;
    if (xmlId !== null) addRecord(element, xmlId, menu, lists);
    if (element.isComplete) lists.loadedViews.push(...listOperations(element, xmlId, report));
    const inner = { menu: element.name === "menuitem" ? xmlId : null };
    // One by one: a call takes only so many arguments.
    for (const child of listInner(element).toReversed()) pending.push({ element: child, ...inner });
  }
}

/** The elements inside another one that the platform loads as records of their own. */
function listInner(element: XmlElement): readonly XmlElement[] {
  if (CONTAINERS.has(element.name)) return listChildren(element);
  if (!element.isComplete) return [];
  if (element.name === "record") return listNestedRecords(element);
  // Menus lie in each other since 14.0.
  if (element.name !== "menuitem") return [];
  return listChildren(element).filter((child) => child.name === "menuitem");
}

/** Records in the fields of a record, which the platform knows since 14.0; an arch has none. */
function listNestedRecords(record: XmlElement): readonly XmlElement[] {
  return listChildren(record)
    .filter((child) => child.name === "field" && !ARCH_COLUMNS.has(findValue(child, "name") ?? ""))
    .flatMap((field) => listChildren(field))
    .filter((child) => child.name === "record");
}

function addRecord(element: XmlElement, xmlId: string, menu: string | null, lists: Lists): void {
  const isView = element.name === "record" && findValue(element, "model") === VIEW_MODEL;
  if (isView) lists.views.push(toRecordView(element, xmlId));
  else if (element.name === "template") lists.views.push(toTemplateView(element, xmlId));
  const found = findRows(element, xmlId, menu);
  for (const part of DATA_PARTS) {
    const list: unknown[] = lists[part];
    for (const row of found[part] ?? []) list.push({ ...row, line: findLine(element) });
  }
}

function findRows(element: XmlElement, xmlId: string, menu: string | null): FoundRows {
  const { name } = element;
  const tag = ACTION_TAGS.get(name);
  if (tag !== undefined) return { actions: [toTagAction(element, xmlId, tag)] };
  if (name === "menuitem") return { menus: [toTagMenu(element, xmlId, menu)] };
  if (name === "asset") return { assets: toTagAsset(element, xmlId) };
  const model = name === "record" ? (findValue(element, "model") ?? "") : "";
  if (model.startsWith("ir.actions.")) {
    return { actions: toActionRecord(toFields(element), xmlId, model) };
  }
  return ROWS_OF_MODELS.get(model)?.(toFields(element), xmlId) ?? {};
}

/** What an element does to views. */
function listOperations(
  element: XmlElement,
  xmlId: string | null,
  report: FaultReport,
): readonly FileView[] {
  const { name } = element;
  if (name === "template") {
    const named = xmlId ?? findValue(element, "t-name");
    return named === null ? [] : [toLoadedTemplate(element, named, report)];
  }
  if (!["record", "function", "delete"].includes(name)) return [];
  if (findValue(element, "model") !== VIEW_MODEL) return [];
  if (name === "function") return listLoadedWrites(element);
  if (xmlId === null) return [];
  return [
    name === "record" ? toLoadedRecord(element, xmlId, report) : toLoadedDelete(element, xmlId),
  ];
}
