// Views of one XML data file: `<record model="ir.ui.view">` and `<template>`, in document order.
// Stops at the file: the type of a view that only its parent knows is linked in the catalog.
import type { ViewRecord } from "../../../data/records.js";
import type { Diagnostic, Parsed } from "../../diagnostics.js";
import type { SourceFile } from "../source-file.js";
import { decodeXml, toLine } from "./decode.js";
import { findAttribute, listChildren, parseTree, toText, type XmlElement } from "./tree.js";

/** A view as its file alone tells; `view_type` is `null` where only the parent view knows it. */
export type ParsedView = ViewRecord;

/** A larger file is not read: the largest with views in public repositories is under 4 MB. */
export const XML_LIMIT_BYTES = 20 * 1024 * 1024;

const VIEW_MODEL = "ir.ui.view";
const SKIPPED_FOLDERS: ReadonlySet<string> = new Set(["static", "tests"]);

/**
 * Root tags that are view types: `ir.ui.view.type` of the platform from 6.1 to 18.0 with its
 * enterprise views, and what widespread community add-ons add to it.
 */
export const VIEW_TYPES: ReadonlySet<string> = new Set(
  (
    "form tree list search kanban calendar graph pivot gantt qweb activity diagram mdx " +
    "dashboard cohort grid map hierarchy geoengine timeline leaflet_map"
  ).split(" "),
);

const ARCH_FIELDS: ReadonlySet<string> = new Set(["arch", "arch_base"]);

// The roots of a data file through the platform's versions; `data` also groups inside the others.
const CONTAINERS: ReadonlySet<string> = new Set(["odoo", "openerp", "terp", "data"]);

/** Whether a file of a module, by its path relative to the module folder, may hold views. */
export function isViewFile(path: string): boolean {
  const folders = path.split("/").slice(0, -1);
  return path.toLowerCase().endsWith(".xml") && !folders.some((each) => SKIPPED_FOLDERS.has(each));
}

/** Views with an id, in document order; a record that the file breaks off inside is left out. */
export function parseViews(file: SourceFile): Parsed<readonly ParsedView[]> {
  const diagnostics: Diagnostic[] = [];
  const { path } = file;
  if (file.bytes.length > XML_LIMIT_BYTES) {
    const detail = `${file.bytes.length} bytes, the limit is ${XML_LIMIT_BYTES}`;
    return { value: [], diagnostics: [{ code: "file_too_large", path, line: 1, detail }] };
  }
  const { text, fault: undecodable } = decodeXml(file.bytes);
  if (undecodable !== undefined) {
    const { line, message } = undecodable;
    diagnostics.push({ code: "text_undecodable", path, line, detail: message });
  }
  // Most data files hold no view, and building a tree is what takes the time.
  if (text.trim() !== "" && !/ir\.ui\.view|<template/.test(text)) return { value: [], diagnostics };
  const { roots, fault } = parseTree(text);
  if (fault !== undefined) {
    const code = fault.kind === "too_large" ? "file_too_large" : "xml_unreadable";
    diagnostics.push({ code, path, line: toLine(text, fault.offset), detail: fault.message });
  }
  return { value: listViews(roots), diagnostics };
}

function listViews(roots: readonly XmlElement[]): readonly ParsedView[] {
  const views: ParsedView[] = [];
  // A stack of its own: nesting is as deep as the file likes.
  const pending = roots.toReversed();
  for (let element = pending.pop(); element !== undefined; element = pending.pop()) {
    const view = element.isComplete ? toView(element) : undefined;
    if (view !== undefined) views.push(view);
    // One by one: a call takes only so many arguments.
    for (const inner of listInner(element).toReversed()) pending.push(inner);
  }
  return views;
}

/** The elements inside another one that the platform loads as records of their own. */
function listInner(element: XmlElement): readonly XmlElement[] {
  if (CONTAINERS.has(element.name)) return listChildren(element);
  return element.name === "record" && element.isComplete ? listNestedRecords(element) : [];
}

function toView(element: XmlElement): ParsedView | undefined {
  const xmlId = findValue(element, "id");
  if (xmlId === null) return undefined;
  if (element.name === "template") return toTemplateView(element, xmlId);
  if (element.name === "record" && findValue(element, "model") === VIEW_MODEL) {
    return toRecordView(element, xmlId);
  }
  return undefined;
}

function toTemplateView(element: XmlElement, xmlId: string): ParsedView {
  const inherited = findValue(element, "inherit_id");
  return {
    xml_id: xmlId,
    name: findValue(element, "name") ?? xmlId,
    model: VIEW_MODEL,
    inherit_xml_id: inherited,
    is_new: inherited === null,
    view_type: "qweb",
  };
}

function toRecordView(element: XmlElement, xmlId: string): ParsedView {
  const fields = toFields(element);
  const inherited = findReference(fields.get("inherit_id"));
  return {
    xml_id: xmlId,
    name: findFieldValue(fields.get("name")) ?? "",
    model: findFieldValue(fields.get("model")) ?? "",
    inherit_xml_id: inherited,
    is_new: inherited === null,
    view_type:
      findFieldValue(fields.get("type")) ??
      findArchType(fields.get("arch") ?? fields.get("arch_base"), inherited === null),
  };
}

/** Fields of a record by name; of one written twice the last, as the platform assigns in turn. */
function toFields(record: XmlElement): ReadonlyMap<string, XmlElement> {
  const fields = new Map<string, XmlElement>();
  for (const child of listChildren(record)) {
    const name = child.name === "field" ? findValue(child, "name") : null;
    if (name !== null) fields.set(name, child);
  }
  return fields;
}

/** Records in the fields of a record, which the platform knows since 14.0; an arch has none. */
function listNestedRecords(record: XmlElement): readonly XmlElement[] {
  return listChildren(record)
    .filter((child) => child.name === "field" && !ARCH_FIELDS.has(findValue(child, "name") ?? ""))
    .flatMap((field) => listChildren(field))
    .filter((child) => child.name === "record");
}

/**
 * The root tag of an arch. A new view takes it as its type whatever it is (`create` of
 * `ir.ui.view`); in an inheriting view it may as well be a locator such as `<field>`.
 */
function findArchType(arch: XmlElement | undefined, isNew: boolean): string | null {
  if (arch === undefined) return null;
  const inner = listChildren(arch);
  const root = inner.length > 0 ? inner[0] : parseTree(toText(arch).trim()).roots[0];
  if (root === undefined) return null;
  return isNew || VIEW_TYPES.has(root.name) ? root.name : null;
}

const REFERENCE_CALL = /\bref\s*\(\s*u?(["'])(.+?)\1/;

/** The parent view as written: `ref`, the `ref('…')` of an `eval`, `search:` and the domain. */
function findReference(field: XmlElement | undefined): string | null {
  if (field === undefined) return null;
  const reference = findValue(field, "ref");
  if (reference !== null) return reference;
  const expression = findValue(field, "eval");
  if (expression !== null) return REFERENCE_CALL.exec(expression)?.[2]?.trim() ?? null;
  const domain = findValue(field, "search");
  if (domain !== null) return `search:${domain}`;
  return toText(field).trim() || null;
}

const STRING_LITERAL = /^u?(["'])([^\\]*)\1$/;

/** The text of a field, or the string that its `eval` is; `null` for none. */
function findFieldValue(field: XmlElement | undefined): string | null {
  if (field === undefined) return null;
  const text = toText(field).trim();
  if (text !== "") return text;
  const expression = findValue(field, "eval");
  return (expression === null ? null : STRING_LITERAL.exec(expression)?.[2]?.trim()) || null;
}

/** An attribute without white space around it; `null` when it is missing or empty. */
function findValue(element: XmlElement, name: string): string | null {
  return findAttribute(element, name)?.trim() || null;
}
