// What a semantic search ranks: modules, each with its entries, and the documents that speak of them.
import { compareText } from "../../data/platform-version.js";
import type { Snapshot } from "../../data/snapshot/decode.js";
import { getPlatformVersion } from "./entries.js";
import type { AcceptedDocuments } from "./vector-index.js";

/**
 * A module is a technical name in an organization, a number counted from 0 in the order of names,
 * then of organizations.
 */
export interface ModuleGroups {
  /** Those of one platform version, or of all. */
  select(platformVersion: string | undefined): ModuleSelection;
}

export interface ModuleSelection {
  /** Of the snapshot, whether they have entries here or not. */
  readonly moduleCount: number;
  /** Those that an entry of this selection has. */
  readonly documents: AcceptedDocuments;
  /** Where the modules of a document begin in `modules`; one more than there are documents. */
  readonly firstModule: Uint32Array;
  readonly modules: Uint32Array;
  /** How many entries of the module are in this selection. */
  readonly entryCounts: Uint32Array;
  /** The module's entries in this selection, newest platform version first, then by repository. */
  listEntries(module: number): readonly number[];
}

export function openModuleGroups(snapshot: Snapshot): ModuleGroups {
  const moduleOfEntry = numberModules(snapshot);
  const entriesOfVersion = new Map<string, number[]>(snapshot.versions.map((name) => [name, []]));
  for (let entry = 0; entry < snapshot.entries.length; entry++) {
    entriesOfVersion.get(getPlatformVersion(snapshot, entry))?.push(entry);
  }
  const selections = new Map<string | undefined, ModuleSelection>();
  return {
    select(platformVersion) {
      const known = selections.get(platformVersion);
      if (known !== undefined) return known;
      const entries =
        platformVersion === undefined
          ? moduleOfEntry.keys()
          : entriesOfVersion.get(platformVersion);
      const selection = selectEntries(snapshot, entries ?? [], moduleOfEntry);
      // What is not there is not kept: any number of such versions can be asked for.
      if (entries !== undefined) selections.set(platformVersion, selection);
      return selection;
    },
  };
}

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

function selectEntries(
  snapshot: Snapshot,
  entries: Iterable<number>,
  moduleOfEntry: Uint32Array,
): ModuleSelection {
  const moduleCount = moduleOfEntry.reduce((most, module) => Math.max(most, module + 1), 0);
  const documentCount = snapshot.documentLists.length;
  const entryLists = new Map<number, number[]>();
  const modulesOfDocument = Array.from({ length: documentCount }, (): number[] => []);
  const entryCounts = new Uint32Array(moduleCount);
  for (const entry of entries) {
    const module = moduleOfEntry[entry] ?? 0;
    entryCounts[module] = (entryCounts[module] ?? 0) + 1;
    const list = entryLists.get(module);
    if (list === undefined) entryLists.set(module, [entry]);
    else list.push(entry);
    const modules = modulesOfDocument[snapshot.entries.document.get(entry)];
    if (modules?.includes(module) === false) modules.push(module);
  }
  const firstModule = new Uint32Array(documentCount + 1);
  const documents: number[] = [];
  modulesOfDocument.forEach((modules, document) => {
    firstModule[document + 1] = (firstModule[document] ?? 0) + modules.length;
    if (modules.length > 0) documents.push(document);
  });
  return {
    moduleCount,
    documents: {
      list: Uint32Array.from(documents),
      has: (document) => (modulesOfDocument[document]?.length ?? 0) > 0,
    },
    firstModule,
    modules: Uint32Array.from(modulesOfDocument.flat()),
    entryCounts,
    listEntries: (module) =>
      (entryLists.get(module) ?? []).toSorted((left, right) =>
        compareNewestFirst(snapshot, left, right),
      ),
  };
}

/** Numbers of versions are in numeric order of the versions themselves. */
function compareNewestFirst(snapshot: Snapshot, left: number, right: number): number {
  const { version, repository } = snapshot.entries;
  return version.get(right) - version.get(left) || repository.get(left) - repository.get(right);
}
