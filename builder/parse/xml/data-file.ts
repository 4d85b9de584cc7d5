// One XML data file: its records in document order, and its views, which need a tree.
// Which elements are records, and where: `xml_import` of the platform's `tools/convert.py`.
import type { LoadedRecord } from "../../../data/module/loaded-module.js";
import type { FileDiagnostic, Parsed } from "../diagnostics.js";
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
import { scanMarkup } from "./markup.js";
import { findValue, findReference, toFields } from "./record-fields.js";
import { ARCH_COLUMNS, CONTAINERS, gatherRecords, VIEW_MODEL } from "./record-locations.js";
import { listChildren, parseTree, type XmlElement } from "./tree.js";
import type { ViewRecord } from "../../../data/module/records.js";
import type { InFile } from "../source-file.js";

export interface DataFile {
  readonly views: readonly ParsedView[];
  /** Writes of views when the platform loads the file, in order. */
  readonly loadedViews: readonly FileView[];
  /** All records with an id, of every model, in the order of the file. */
  readonly records: readonly LoadedRecord[];
}

/** A larger file is not read: the largest with views in public repositories is under 4 MB. */
export const XML_LIMIT_BYTES = 20 * 1024 * 1024;

/** Sign that a file needs a tree, which takes most of the time. */
const WANTED = /ir\.ui\.view|<template\b/;

type Views = Record<"views", ParsedView[]> & Record<"loadedViews", FileView[]>;

/**
 * Views and records with an id, in document order; those that the file breaks off inside are left out.
 */
export function parseDataFile(bytes: Uint8Array): Parsed<DataFile> {
  const diagnostics: FileDiagnostic[] = [];
  const views: Views = { views: [], loadedViews: [] };
  const { text, fault: undecodable } = decodeXml(bytes);
  if (undecodable !== undefined) {
    const { line, message } = undecodable;
    diagnostics.push({ code: "text_undecodable", line, detail: message });
  }
  const gathering = gatherRecords(text);
  const hasViews = WANTED.test(text);
  const { roots, fault } = hasViews
    ? parseTree(text, gathering)
    : { roots: [], ...scanMarkup(text, gathering) };
  // Other markup need not be a data file.
  const isData =
    hasViews || gathering.isData() || gathering.records.length > 0 || text.trim() === "";
  if (fault !== undefined && isData) {
    const code = fault.kind === "too_large" ? "file_too_large" : "xml_unreadable";
    diagnostics.push({
      code,
      line: createLineFinder(text)(fault.offset),
      detail: fault.message,
    });
  }
  collectViews(roots, views, ({ line, detail }) => {
    diagnostics.push({ code: "arch_unreadable", line, detail });
  });
  const records = [...gathering.records, ...listGiven(text)];
  return { value: { ...views, records }, diagnostics };
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

function collectViews(roots: readonly XmlElement[], views: Views, report: FaultReport): void {
  // A stack of its own: nesting is as deep as the file likes.
  const pending = roots.toReversed();
  for (let element = pending.pop(); element !== undefined; element = pending.pop()) {
    if (element.isComplete) {
      const xmlId = findValue(element, "id");
      for (const given of listOperations(element, xmlId, report)) {
        views.loadedViews.push(given);
        const isView = given.operation === "record" || given.operation === "template";
        if (isView && xmlId !== null) views.views.push(toView(given, element));
      }
    }
    // One by one: a call takes only so many arguments.
    for (const inner of listInner(element).toReversed()) pending.push(inner);
  }
}

/** The elements inside another one that the platform loads as records of their own. */
function listInner(element: XmlElement): readonly XmlElement[] {
  if (CONTAINERS.has(element.name)) return listChildren(element);
  return element.isComplete && element.name === "record" ? listNestedRecords(element) : [];
}

/** Records in the fields of a record, which the platform knows since 14.0; an arch has none. */
function listNestedRecords(record: XmlElement): readonly XmlElement[] {
  return listChildren(record)
    .filter((child) => child.name === "field" && !ARCH_COLUMNS.has(findValue(child, "name") ?? ""))
    .flatMap((field) => listChildren(field))
    .filter((child) => child.name === "record");
}

/** Writes of an element to views. */
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

/** A view as its file alone tells; `view_type` is `null` where only the parent view knows it. */
type ParsedView = InFile<ViewRecord>;

/**
 * Root tags that are view types: `ir.ui.view.type` of the platform from 6.1 to 18.0 with its
 * enterprise views, and what widespread community add-ons add to it.
 */
const VIEW_TYPES: ReadonlySet<string> = new Set(
  (
    "form tree list search kanban calendar graph pivot gantt qweb activity diagram mdx " +
    "dashboard cohort grid map hierarchy geoengine timeline leaflet_map"
  ).split(" "),
);

/** @param given what the platform reads of the element: of a parent that it looks for, the element tells more */
function toView(given: FileView, element: XmlElement): ParsedView {
  const isTemplate = given.operation === "template";
  const isOpen = given.dynamic.includes("inherit_id");
  const searched = isOpen ? findReference(toFields(element).get("inherit_id")) : null;
  const inherited = given.inherit_id ?? searched;
  const isNew = inherited === null;
  return {
    xml_id: given.xml_id,
    name: given.name?.trim() ?? "",
    model: isTemplate ? VIEW_MODEL : (given.model?.trim() ?? ""),
    inherit_xml_id: inherited,
    is_new: isNew,
    view_type: given.type?.trim() ?? findArchType(given.arch, isNew),
    line: given.line,
  };
}

/**
 * Root tag of an arch. A new view takes it as its type (`create` of `ir.ui.view`); in an inheriting
 * view it may be a locator such as `<field>`.
 */
function findArchType(arch: string | undefined, isNew: boolean): string | null {
  const tag = /^\["([^"\\]+)"/.exec(arch ?? "")?.[1] ?? null;
  return tag !== null && (isNew || VIEW_TYPES.has(tag)) ? tag : null;
}
