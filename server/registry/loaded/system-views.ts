// What the data files of a system do to views, by the full id of the view.
import type { ViewHead } from "../../../data/snapshot/loaded/loaded-reader.js";
import { getModuleOfXmlId, toFullXmlId } from "../../../data/xml-id.js";
import type { ViewOperation, ViewReader } from "../view/reader.js";
import type { LoadedSystem, SystemModule } from "./loaded-system.js";

/** @throws SnapshotError, also later */
export function openSystemViews(system: LoadedSystem): ViewReader {
  const { loaded } = system.snapshot;
  const tables = new Map<number, ModuleViews>();
  const getTable = (module: SystemModule): ModuleViews => {
    const known = tables.get(module.entry) ?? groupViews(system, module);
    tables.set(module.entry, known);
    return known;
  };
  /** The modules whose data touches the view, or inherits from it, in load order. */
  const listTables = (xmlId: string): readonly ModuleViews[] => {
    const own = system.find(getModuleOfXmlId(xmlId));
    const others = loaded.listForeignEntries(xmlId);
    return system.listModules([...(own === undefined ? [] : [own.entry]), ...others]).map(getTable);
  };
  return {
    listOperations: (xmlId) => listTables(xmlId).flatMap(({ byId }) => byId.get(xmlId) ?? []),
    listInheriting: (xmlId) => [
      ...new Set(listTables(xmlId).flatMap(({ byParent }) => byParent.get(xmlId) ?? [])),
    ],
  };
}

/** What one module does to views, by full ids. */
interface ModuleViews {
  readonly byId: ReadonlyMap<string, readonly ViewOperation[]>;
  readonly byParent: ReadonlyMap<string, readonly string[]>;
}

function groupViews({ snapshot, readHead }: LoadedSystem, module: SystemModule): ModuleViews {
  const byId = new Map<string, ViewOperation[]>();
  const byParent = new Map<string, string[]>();
  for (const [position, { archRow, ...view }] of readHead(module).views.entries()) {
    if (isOfTheme(module, view.operation)) continue;
    const id = toFullXmlId(module.name, view.xml_id);
    add(byId, id, {
      module: module.name,
      rank: [module.place, position],
      view,
      readArch: () => (archRow === undefined ? undefined : snapshot.loaded.readArch(archRow)),
    });
    if (view.inherit_id) add(byParent, toFullXmlId(module.name, view.inherit_id), id);
  }
  return { byId, byParent };
}

/** Templates of a theme are kept apart until a website takes it: `_tag_template` of odoo/tools/convert.py. */
function isOfTheme({ name }: SystemModule, operation: ViewHead["operation"]): boolean {
  return operation === "template" && name.startsWith("theme_");
}

function add<T>(groups: Map<string, T[]>, key: string, value: T): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [value]);
  else group.push(value);
}
