// Views: `<record model="ir.ui.view">` and `<template>`, from what they give to what is known of the view.
// Stops at the file: the type of a view that only its parent knows is linked in the catalog.
import type { ViewRecord } from "../../../data/module/records.js";
import type { InFile } from "../source-file.js";
import type { FileView } from "./loaded-views.js";
import { findReference, toFields } from "./record-fields.js";
import { VIEW_MODEL } from "./record-locations.js";
import type { XmlElement } from "./tree.js";

/** A view as its file alone tells; `view_type` is `null` where only the parent view knows it. */
export type ParsedView = InFile<ViewRecord>;

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
export function toView(given: FileView, element: XmlElement): ParsedView {
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
