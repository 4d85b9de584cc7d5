// Types of inheriting views: an extension has the type of the view that it extends, which may be in
// another module. Pure.
import type { ModuleRecord } from "../../data/module/records.js";
import { toFullXmlId } from "../../data/module/xml-id.js";
import type { ViewLink } from "../cache/found-entry.js";

/** A module at one platform version. */
export type ViewOwner = Pick<ModuleRecord, "technical_name" | "platform_version">;

/** Views by their full ids. */
type KnownViews = Map<string, ViewLink>;

/**
 * Gives each view without a type that of the nearest ancestor whose type is known in the snapshot
 * at the same platform version; `null` stays where the chain leaves the snapshot or runs in a
 * circle.
 * @param modules with all their views
 * @returns a function to the views of a module with their types
 */
export function linkViewTypes(
  modules: readonly (readonly [ViewOwner, readonly ViewLink[]])[],
): <T extends ViewLink>(module: ViewOwner, views: readonly T[]) => readonly T[] {
  const parents = listParents(modules);
  const known = new Map<string, KnownViews>();
  for (const [module, views] of modules) {
    const { platform_version: version } = module;
    const ofVersion = known.get(version) ?? new Map<string, ViewLink>();
    known.set(version, ofVersion);
    for (const view of views) {
      const id = toFullXmlId(module.technical_name, view.xml_id);
      if (parents.get(version)?.has(id) !== true) continue;
      const other = ofVersion.get(id);
      // The definition of a view says more than another module's override of the same id.
      if (other === undefined || saysMore(view, other)) {
        ofVersion.set(id, { ...view, inherit_xml_id: qualifyParent(module, view) });
      }
    }
  }
  const types = new Map(Array.from(known, ([version, views]) => [version, createTypes(views)]));
  return (module, views) =>
    views.map((view) => {
      const parent = qualifyParent(module, view);
      if (view.view_type !== null || parent === null) return view;
      const viewType = types.get(module.platform_version)?.(parent) ?? null;
      return viewType === null ? view : { ...view, view_type: viewType };
    });
}

/** By platform version the full ids of views that others inherit from: nobody asks for the rest. */
function listParents(
  modules: readonly (readonly [ViewOwner, readonly ViewLink[]])[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const parents = new Map<string, Set<string>>();
  for (const [module, views] of modules) {
    const ofVersion = parents.get(module.platform_version) ?? new Set<string>();
    parents.set(module.platform_version, ofVersion);
    for (const view of views) {
      const parent = qualifyParent(module, view);
      if (parent !== null) ofVersion.add(parent);
    }
  }
  return parents;
}

/** True if a view tells a type, or a possible parent, and the other tells nothing. */
function saysMore(view: ViewLink, other: ViewLink): boolean {
  if (other.view_type !== null) return false;
  return view.view_type !== null || (other.inherit_xml_id === null && view.inherit_xml_id !== null);
}

/** From a view upwards; who finds one knows it for all on the way, so that a long chain is walked once. */
function createTypes(known: KnownViews): (start: string) => string | null {
  const types = new Map<string, string | null>();
  return (start) => {
    const met: string[] = [];
    let type: string | null = null;
    for (let id: string | null = start; id !== null;) {
      const found = types.get(id);
      if (found !== undefined) {
        type = found;
        break;
      }
      // Until it is known, and in a circle.
      types.set(id, null);
      met.push(id);
      const view: ViewLink | undefined = known.get(id);
      id = view?.inherit_xml_id ?? null;
      if (view !== undefined && view.view_type !== null) [type, id] = [view.view_type, null];
    }
    for (const id of met) types.set(id, type);
    return type;
  };
}

function qualifyParent(module: ViewOwner, view: ViewLink): string | null {
  return view.inherit_xml_id === null
    ? null
    : toFullXmlId(module.technical_name, view.inherit_xml_id);
}
