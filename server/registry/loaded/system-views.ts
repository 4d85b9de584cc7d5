// Writes of views by the data files of a system, by the full id of the view.
import { addToGroup } from "../../../data/grouped.js";
import type { ViewHead } from "../../../data/snapshot/loaded/loaded-reader.js";
import { toFullXmlId } from "../../../data/module/xml-id.js";
import { memoizeEach } from "../../lookup/memo.js";
import type { ViewOperation, ViewReader } from "../view/reader.js";
import type { LoadedSystem, SystemModule } from "./loaded-system.js";

/** @throws SnapshotError, also later */
export function createSystemViews(system: LoadedSystem): ViewReader {
  const getTable = memoizeEach((module: SystemModule) => groupViews(system, module));
  const listTables = (xmlId: string): readonly ModuleViews[] =>
    system.listTouching(xmlId).map(getTable);
  return {
    listOperations: (xmlId) => listTables(xmlId).flatMap(({ byId }) => byId.get(xmlId) ?? []),
    listInheriting: (xmlId) => [
      ...new Set(listTables(xmlId).flatMap(({ byParent }) => byParent.get(xmlId) ?? [])),
    ],
  };
}

/** Writes of views by one module, by full ids. */
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
    addToGroup(byId, id, {
      module: module.name,
      rank: [module.loadIndex, position],
      view,
      readArch: () => (archRow === undefined ? undefined : snapshot.loaded.readArch(archRow)),
    });
    if (view.inherit_id) addToGroup(byParent, toFullXmlId(module.name, view.inherit_id), id);
  }
  return { byId, byParent };
}

/** Templates of a theme are kept apart until a website takes it: `_tag_template` of odoo/tools/convert.py. */
function isOfTheme({ name }: SystemModule, operation: ViewHead["operation"]): boolean {
  return operation === "template" && name.startsWith("theme_");
}
