// Units of semantic ranking: modules with their entries and documents, and makers of models among
// them.
import { toGroups } from "../../../data/grouped.js";
import { groupBy, type Lists } from "../../../data/snapshot/table/columns.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { damagedSection } from "../../../data/snapshot/errors.js";
import { deriveEach, deriveOnce, listAllEntries, listEntriesAtVersion } from "../memo.js";
import type { AcceptedDocuments } from "./vector-index.js";

/** Modules of one platform version, or of all. A module is a technical name, by its number. */
export interface ModuleSelection {
  /** Modules of the snapshot, whether they have entries here or not. */
  readonly moduleCount: number;
  /** Documents of an entry in this selection. */
  readonly documents: AcceptedDocuments;
  /** Start of a document's modules in `modules`; one more than there are documents. */
  readonly firstModule: Uint32Array;
  readonly modules: Uint32Array;
  /** Number of platform versions in this selection that have the module. */
  countVersions(module: number): number;
  /** Entries of the module at each of them, the newest first. */
  listVersions(module: number): readonly (readonly number[])[];
}

/** @param platformVersion `undefined` for all */
export function selectModules(
  snapshot: Snapshot,
  platformVersion: string | undefined,
): ModuleSelection {
  // Unknown versions are not cached: callers may ask for any.
  const isKept = platformVersion === undefined || snapshot.versions.includes(platformVersion);
  return (isKept ? getSelection : createSelection)(snapshot, platformVersion);
}

const getSelection = deriveEach(createSelection);

function createSelection(snapshot: Snapshot, platformVersion: string | undefined): ModuleSelection {
  const { name } = snapshot.entries;
  const entries =
    platformVersion === undefined
      ? [...listAllEntries(snapshot)]
      : listEntriesAtVersion(snapshot, platformVersion);
  const { first, list } = groupBy(
    entries.map((entry) => name.get(entry)),
    snapshot.names.length,
  );
  return toSelection(snapshot, { first, list: list.map((position) => entries[position] ?? 0) });
}

/** @param entries of each module, one list after another */
function toSelection(snapshot: Snapshot, entries: Lists): ModuleSelection {
  const moduleCount = entries.first.length - 1;
  const documentCount = snapshot.documentLists.length;
  const ofModule = (module: number): Uint32Array =>
    entries.list.subarray(entries.first[module], entries.first[module + 1]);
  const { version } = snapshot.entries;
  const versionCounts = new Uint16Array(moduleCount);
  // Each document of each module, once.
  const pairs = { modules: [] as number[], documents: [] as number[] };
  const lastModule = new Int32Array(documentCount).fill(-1);
  for (let module = 0; module < moduleCount; module++) {
    versionCounts[module] = new Set(ofModule(module).map((entry) => version.get(entry))).size;
    for (const entry of ofModule(module)) {
      const document = snapshot.entries.document.get(entry);
      if (document >= documentCount) {
        throw damagedSection("entries.document", `below ${documentCount}`, String(document));
      }
      if (lastModule[document] === module) continue;
      lastModule[document] = module;
      pairs.modules.push(module);
      pairs.documents.push(document);
    }
  }
  const { first, list } = groupBy(pairs.documents, documentCount);
  const has = (document: number): boolean => (first[document + 1] ?? 0) > (first[document] ?? 0);
  return {
    moduleCount,
    documents: { list: Uint32Array.from(lastModule.keys()).filter(has), has },
    firstModule: first,
    modules: list.map((pair) => pairs.modules[pair] ?? 0),
    countVersions: (module) => versionCounts[module] ?? 0,
    // Numbers of versions are in numeric order of the versions themselves.
    listVersions: (module) =>
      [...toGroups(ofModule(module), (entry) => version.get(entry))]
        .toSorted(([left], [right]) => right - left)
        .map(([, group]) => group),
  };
}

/** For each document 1, where an entry of it makes a model, else 0. */
export const getModelMakers = deriveOnce(({ definitions, documentLists, entries }): Uint8Array => {
  const makers = new Uint8Array(documentLists.length);
  for (let model = 0; model < definitions.models.length; model++) {
    for (const entry of definitions.listDefiningEntries(model)) {
      makers[entries.document.get(entry)] = 1;
    }
  }
  return makers;
});
