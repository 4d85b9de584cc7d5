// Types of inheriting views: an extension has the type of the view that it extends, which may be in
// another module. Pure.
import type { ViewRecord } from "../../data/records.js";

/** The views of one module at one platform version. */
export interface ModuleViews {
  readonly technicalName: string;
  readonly platformVersion: string;
  readonly views: readonly ViewRecord[];
}

/**
 * Gives each view without a type that of the nearest ancestor whose type is known in the snapshot
 * at the same platform version; `null` stays where the chain leaves the snapshot or runs in a
 * circle.
 * @returns the views of each module, in the same order
 */
export function linkViewTypes(modules: readonly ModuleViews[]): readonly (readonly ViewRecord[])[] {
  const known = new Map<string, ViewRecord>();
  const keyOf = (module: ModuleViews, xmlId: string): string =>
    `${module.platformVersion} ${qualify(module.technicalName, xmlId)}`;
  for (const module of modules) {
    for (const view of module.views) {
      const key = keyOf(module, view.xml_id);
      const other = known.get(key);
      // The definition of a view says more than another module's override of the same id.
      if (other === undefined || saysMore(view, other)) {
        known.set(key, { ...view, inherit_xml_id: qualifyParent(module, view) });
      }
    }
  }
  return modules.map((module) =>
    module.views.map((view) => {
      if (view.view_type !== null || view.inherit_xml_id === null) return view;
      const parent = qualify(module.technicalName, view.inherit_xml_id);
      const viewType = findType(known, module.platformVersion, parent);
      return viewType === null ? view : { ...view, view_type: viewType };
    }),
  );
}

/** Does a view tell a type, or a parent that may have one, where the other tells nothing? */
function saysMore(view: ViewRecord, other: ViewRecord): boolean {
  if (other.view_type !== null) return false;
  return view.view_type !== null || (other.inherit_xml_id === null && view.inherit_xml_id !== null);
}

function findType(
  known: ReadonlyMap<string, ViewRecord>,
  version: string,
  start: string,
): string | null {
  const seen = new Set<string>();
  let xmlId: string | null = start;
  while (xmlId !== null && !seen.has(xmlId)) {
    seen.add(xmlId);
    const view: ViewRecord | undefined = known.get(`${version} ${xmlId}`);
    if (view === undefined) return null;
    if (view.view_type !== null) return view.view_type;
    xmlId = view.inherit_xml_id;
  }
  return null;
}

function qualifyParent(module: ModuleViews, view: ViewRecord): string | null {
  return view.inherit_xml_id === null ? null : qualify(module.technicalName, view.inherit_xml_id);
}

/** An id without a module belongs to the module that writes it. */
function qualify(technicalName: string, xmlId: string): string {
  return xmlId.includes(".") ? xmlId : `${technicalName}.${xmlId}`;
}
