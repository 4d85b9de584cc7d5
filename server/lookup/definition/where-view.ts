// Locates a view: the module that has it, modules that redefine its id, and modules whose views
// inherit from it.
import type { ViewLocations } from "../../contract/shape/where.js";
import type { ModuleRecord, ViewRecord } from "../../../data/module/records.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { Steps } from "../../../data/yield.js";
import { findString, listTexts } from "../../../data/snapshot/table/string-table.js";
import { getModuleOfXmlId, toFullXmlId, toLocalId } from "../../../data/module/xml-id.js";
import { findUnresolvedKind } from "../../../data/platform/module-names.js";
import { listProviderEntries } from "../dependency/dependency-graph.js";
import {
  chooseChain,
  findDoubt,
  readDefiners,
  type DefinitionQuery,
  type Located,
} from "./definition-chain.js";
import { keepRecent, deriveOnce } from "../memo.js";
import { findEntriesByName, getTechnicalName, listDistinct } from "../entries.js";
import { listNearTexts } from "../search/near-names.js";
import type { Outcome } from "../../contract/outcome.js";
import { requireRows } from "./where-model.js";

/** @param wanted a full id */
export function* findView(
  snapshot: Snapshot,
  wanted: string,
  query: DefinitionQuery,
): Steps<Outcome<Located<ViewLocations>>> {
  const all = listViewEntries(snapshot, wanted);
  const module = getModuleOfXmlId(wanted);
  const subject = { makers: findEntriesByName(snapshot, module) ?? [], entries: all };
  if (all.length === 0) {
    return { ...unknownView(snapshot, wanted), doubt: findDoubt(snapshot, subject, query) };
  }
  const outcome = chooseChain(snapshot, { what: wanted, subject, entries: all }, query);
  if (!outcome.found) return outcome;
  const { versions, entries, loadOrder, completeness } = outcome.value;
  const modules = yield* readDefiners(snapshot, entries, query, (record) => {
    const views = requireRows(listViews(record, wanted));
    const isDefined = views.some(({ xml_id }) => xml_id === wanted);
    return { role: isDefined ? ("defines" as const) : ("inherits" as const), views };
  });
  const { platform_version } = versions;
  const isHere = listProviderEntries(snapshot, module, platform_version).length > 0;
  const kind = isHere ? null : findUnresolvedKind(module, platform_version);
  const body = {
    xml_id: wanted,
    ...versions,
    ...completeness,
    kind,
    load_order: loadOrder,
    modules,
  };
  return { found: true, value: { body, total: entries.length } };
}

/** Entries with the view of a full id, or with one that inherits from it; ascending. */
export function listViewEntries(snapshot: Snapshot, wanted: string): readonly number[] {
  const own = findEntriesByName(snapshot, getModuleOfXmlId(wanted)) ?? [];
  const having = own.filter((entry) => readViewIds(snapshot, entry).has(wanted));
  return [...having, ...listForeignEntries(snapshot, wanted)].toSorted(
    (left, right) => left - right,
  );
}

/** Entries of the module that an external id names, of all versions, whose data files have it; ascending. */
export function listRecordEntries(snapshot: Snapshot, xmlId: string): readonly number[] {
  // With a second point it is no id of a data file.
  if (toLocalId(xmlId).includes(".")) return [];
  const own = findEntriesByName(snapshot, getModuleOfXmlId(xmlId)) ?? [];
  return own.filter((entry) => readRecordModels(snapshot, entry).has(xmlId));
}

/** Entries whose records are kept: an error names records of a few modules. */
const MOST_OF_RECORDS = 16;

const getKeptModels = deriveOnce(() =>
  keepRecent<ReadonlyMap<string, string>, number>(MOST_OF_RECORDS),
);

/** Models of the records in the data files of an entry, by full ids. */
export function readRecordModels(snapshot: Snapshot, entry: number): ReadonlyMap<string, string> {
  return getKeptModels(snapshot)(entry, () => {
    const module = getTechnicalName(snapshot, entry);
    const { models, readIds } = snapshot.loaded.readData(entry);
    return new Map(
      models.flatMap((model) =>
        readIds(model).ids.map((id) => [toFullXmlId(module, id), model] as const),
      ),
    );
  });
}

/** Entries whose ids are kept: who types an id asks for those of one module many times. */
const MOST_KEPT = 256;

const getKeptIds = deriveOnce(() => keepRecent<ReadonlySet<string>, number>(MOST_KEPT));

/** Full ids of the views that an entry has, and of those from which they inherit. */
export function readViewIds(snapshot: Snapshot, entry: number): ReadonlySet<string> {
  const listIds = () =>
    listFullViews(snapshot.readRecord(entry)).flatMap(({ xml_id, inherit_xml_id }) =>
      inherit_xml_id === null ? [xml_id] : [xml_id, inherit_xml_id],
    );
  return getKeptIds(snapshot)(entry, () => new Set(listIds()));
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

/** Views that others inherit, with how many modules do. */
const getInherited = deriveOnce(({ definitions }) => {
  const ids = listTexts(definitions.views);
  const weights = new Map(ids.map((id, at) => [id, definitions.listForeignEntries(at).length]));
  return { ids, weights };
});

function unknownView(snapshot: Snapshot, what: string) {
  const own = findEntriesByName(snapshot, getModuleOfXmlId(what)) ?? [];
  const { ids: inherited, weights } = getInherited(snapshot);
  const ids = own.flatMap((entry) =>
    listFullViews(snapshot.readRecord(entry)).map(({ xml_id }) => xml_id),
  );
  // Ids near the wanted one; at most a few.
  const listNear = (all: readonly string[]) =>
    listNearTexts(all, what, (id) => weights.get(id) ?? 0);
  const suggestions = listNear(listDistinct([...listNear(ids), ...listNear(inherited)]));
  return { found: false, reason: "unknown_view", what, suggestions } as const;
}
