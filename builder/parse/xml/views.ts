// Views: `<record model="ir.ui.view">` and `<template>`, from the element to what is known of the view.
// Stops at the file: the type of a view that only its parent knows is linked in the catalog.
import type { ViewRecord } from "../../../data/records.js";
import type { InFile } from "../source-file.js";
import { findFieldValue, findReference, findValue, toFields } from "./record-fields.js";
import { findLine, listChildren, parseTree, toText, type XmlElement } from "./tree.js";

/** A view as its file alone tells; `view_type` is `null` where only the parent view knows it. */
export type ParsedView = InFile<ViewRecord>;

export const VIEW_MODEL = "ir.ui.view";

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

export function toTemplateView(element: XmlElement, xmlId: string): ParsedView {
  const inherited = findValue(element, "inherit_id");
  return {
    xml_id: xmlId,
    name: findValue(element, "name") ?? xmlId,
    model: VIEW_MODEL,
    inherit_xml_id: inherited,
    is_new: inherited === null,
    view_type: "qweb",
    line: findLine(element),
  };
}

export function toRecordView(element: XmlElement, xmlId: string): ParsedView {
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
    line: findLine(element),
  };
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
