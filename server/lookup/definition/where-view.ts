// Where a view is: the module that has it, those that have it anew under the same id, and those whose
// views inherit from it.
import type { ViewPlaces } from "../../interface/shape/where.js";
import type { ModuleRecord, ViewRecord } from "../../../data/records.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { findString } from "../../../data/snapshot/table/string-table.js";
import { getModuleOfXmlId, toFullXmlId } from "../../../data/xml-id.js";
import { findUnresolvedKind } from "../../../data/platform/module-names.js";
import { listProviderEntries } from "../dependency/dependency-graph.js";
import { chooseChain, readPlaces, type DefinitionQuery, type Located } from "./definition-chain.js";
import { findEntriesByName, listDistinct } from "../entries.js";
import { listNearTexts } from "../search/near-names.js";
import type { Outcome } from "../outcome.js";
import { requireRows } from "./where-model.js";

/** @param wanted a full id */
export function findView(
  snapshot: Snapshot,
  wanted: string,
  query: DefinitionQuery,
): Outcome<Located<ViewPlaces>> {
  const own = findEntriesByName(snapshot, getModuleOfXmlId(wanted)) ?? [];
  const having = own.filter((entry) => listViews(snapshot.readRecord(entry), wanted).length > 0);
  const foreign = listForeignEntries(snapshot, wanted);
  const all = [...having, ...foreign].toSorted((left, right) => left - right);
  if (all.length === 0) return unknownView(snapshot, wanted, own);
  const outcome = chooseChain(snapshot, wanted, all, query);
  if (!outcome.found) return outcome;
  const { versions, entries, loadOrder } = outcome.value;
  const modules = readPlaces(snapshot, entries, query, (record) => {
    const views = requireRows(listViews(record, wanted));
    const isDefined = views.some(({ xml_id }) => xml_id === wanted);
    return { role: isDefined ? ("defines" as const) : ("inherits" as const), views };
  });
  const { platform_version } = versions;
  const module = getModuleOfXmlId(wanted);
  const isHere = listProviderEntries(snapshot, module, platform_version).length > 0;
  const kind = isHere ? null : findUnresolvedKind(module, platform_version);
  const body = { xml_id: wanted, ...versions, kind, load_order: loadOrder, modules };
  return { found: true, value: { body, total: entries.length } };
}

function listForeignEntries({ definitions }: Snapshot, wanted: string): readonly number[] {
  const view = findString(definitions.views, wanted);
  return view === undefined ? [] : [...definitions.listForeignEntries(view)];
}

/** The view of that id and those that inherit from it. */
function listViews(record: ModuleRecord, wanted: string): readonly ViewRecord[] {
  return listFullViews(record).filter(
    ({ xml_id, inherit_xml_id }) => xml_id === wanted || inherit_xml_id === wanted,
  );
}

function listFullViews({ technical_name, views }: ModuleRecord): readonly ViewRecord[] {
  return views.map((view) => ({
    ...view,
    xml_id: toFullXmlId(technical_name, view.xml_id),
    inherit_xml_id:
      view.inherit_xml_id === null ? null : toFullXmlId(technical_name, view.inherit_xml_id),
  }));
}

/** @param own the entries of the module that the id names */
function unknownView(snapshot: Snapshot, what: string, own: readonly number[]): Outcome<never> {
  const { views, listForeignEntries: listInheriting } = snapshot.definitions;
  const inheriting = new Map(
    Array.from({ length: views.length }, (_, number) => [
      views.get(number),
      listInheriting(number).length,
    ]),
  );
  const ids = own.flatMap((entry) =>
    listFullViews(snapshot.readRecord(entry)).map(({ xml_id }) => xml_id),
  );
  const suggestions = listNearTexts(
    listDistinct([...ids, ...inheriting.keys()]),
    what,
    (id) => inheriting.get(id) ?? 0,
  );
  return { found: false, reason: "unknown_view", what, suggestions };
}
