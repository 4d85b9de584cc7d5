// Units of semantic ranking: modules with their entries and documents, and makers of models among
// them.
import { compareText } from "../../../data/platform/platform-version.js";
import { groupBy, type Lists } from "../../../data/snapshot/table/columns.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { damagedSection } from "../../../data/snapshot/errors.js";
import { deriveEach, deriveOnce, listEntriesAtVersion } from "../derived.js";
import type { AcceptedDocuments } from "./vector-index.js";

/**
 * Modules of one platform version, or of all. A module is a technical name in an organization, a
 * number counted from 0 in the order of names, then of organizations.
 */
export interface ModuleSelection {
  /** Modules of the snapshot, whether they have entries here or not. */
  readonly moduleCount: number;
  /** Documents of an entry in this selection. */
  readonly documents: AcceptedDocuments;
  /** Start of a document's modules in `modules`; one more than there are documents. */
  readonly firstModule: Uint32Array;
  readonly modules: Uint32Array;
  /** Number of the module's entries in this selection. */
  countEntries(module: number): number;
  /** The module's entries in this selection, newest platform version first, then by repository. */
  listEntries(module: number): readonly number[];
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
  const { moduleOfEntry, moduleCount } = getModules(snapshot);
  const entries =
    platformVersion === undefined
      ? [...moduleOfEntry.keys()]
      : listEntriesAtVersion(snapshot, platformVersion);
  const modules = entries.map((entry) => moduleOfEntry[entry] ?? 0);
  const { first, list } = groupBy(modules, moduleCount);
  const ofModules = { first, list: list.map((position) => entries[position] ?? 0) };
  return toSelection(snapshot, ofModules);
}

const getModules = deriveOnce((snapshot) => {
  const moduleOfEntry = numberModules(snapshot);
  const moduleCount = moduleOfEntry.reduce((most, module) => Math.max(most, module + 1), 0);
  return { moduleOfEntry, moduleCount };
});

/** The module of each entry. Entries are sorted by technical name first. */
function numberModules({ entries, repositories }: Snapshot): Uint32Array {
  const organizations = repositories.map((row) => row.organization);
  const sorted = [...new Set(organizations)].toSorted(compareText);
  const ranks = organizations.map((organization) => sorted.indexOf(organization));
  const { name, repository, length } = entries;
  const getRank = (entry: number): number => ranks[repository.get(entry)] ?? 0;
  const modules = new Uint32Array(length);
  let count = 0;
  for (let first = 0, end = 0; first < length; first = end) {
    const found = new Set<number>();
    for (; end < length && name.get(end) === name.get(first); end++) found.add(getRank(end));
    const inOrder = [...found].toSorted((left, right) => left - right);
    for (let entry = first; entry < end; entry++) {
      modules[entry] = count + inOrder.indexOf(getRank(entry));
    }
    count += found.size;
  }
  return modules;
}

/** @param entries of each module, one list after another */
function toSelection(snapshot: Snapshot, entries: Lists): ModuleSelection {
  const moduleCount = entries.first.length - 1;
  const documentCount = snapshot.documentLists.length;
  const ofModule = (module: number): Uint32Array =>
    entries.list.subarray(entries.first[module], entries.first[module + 1]);
  // Each document of each module, once.
  const pairs = { modules: [] as number[], documents: [] as number[] };
  const lastModule = new Int32Array(documentCount).fill(-1);
  for (let module = 0; module < moduleCount; module++) {
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
    countEntries: (module) => ofModule(module).length,
    listEntries: (module) =>
      [...ofModule(module)].toSorted((left, right) => compareNewestFirst(snapshot, left, right)),
  };
}

/** Numbers of versions are in numeric order of the versions themselves. */
function compareNewestFirst(snapshot: Snapshot, left: number, right: number): number {
  const { version, repository } = snapshot.entries;
  return version.get(right) - version.get(left) || repository.get(left) - repository.get(right);
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
