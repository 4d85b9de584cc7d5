// A system as the platform loads it: its modules in their order, and of each what it loads, read out of the snapshot when it is
// first asked for. Decoded modules are cached for all systems of a snapshot, up to so many bytes; a registry keeps its own needs
// for as long as it lives.
import { compareText } from "../../../data/platform/platform-version.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { LoadedHead } from "../../../data/snapshot/loaded/loaded-reader.js";
import { FILES_KEY, toFiles } from "../../../data/snapshot/loaded/keyed-rows.js";
import type { DataHead } from "../../../data/snapshot/loaded/packed-writes.js";
import { getModuleOfXmlId } from "../../../data/module/xml-id.js";
import { getCommit, getFolder, getProvider, getRepository } from "../../lookup/entries.js";
import { requireSmallRow } from "../../lookup/limits.js";
import { memoizeEach, createBoundedCache, getBudget, deriveOnce } from "../../lookup/memo.js";
import { findLineTemplate } from "../../lookup/forge.js";
import { createSystemKnowledge, type SystemKnowledge } from "../known/system-knowledge.js";
import type { SystemClass } from "../model/class-reader.js";
import type { PlannedSystem } from "../system-cache.js";
import type { LoadedClass } from "../../../data/module/loaded-module.js";

export interface SystemModule {
  readonly name: string;
  readonly entry: number;
  /** Its index in the load order, from 0 on. */
  readonly loadIndex: number;
}

type ModuleFiles = ReturnType<typeof toFiles>;

/** A class that a module loads, by the number that the snapshot gives it. */
interface NumberedClass {
  readonly module: SystemModule;
  readonly number: number;
}

export interface LoadedSystem {
  readonly snapshot: Snapshot;
  readonly platformVersion: string;
  /** `<org>/<repo>` in lower case: those that the question names, else those of its modules. */
  readonly repositories: ReadonlySet<string>;
  /** In load order. */
  readonly modules: readonly SystemModule[];
  readonly known: SystemKnowledge;
  find(name: string): SystemModule | undefined;
  /** Modules of the system among the entries, in load order. */
  listModules(entries: Iterable<number>): readonly SystemModule[];
  /** The module that an id names, and those whose data write its record or inherit from its view, in load order. */
  listTouching(xmlId: string): readonly SystemModule[];
  /** Whether one of its modules has a class of the model. */
  hasModel(model: string): boolean;
  /** The classes of a model, by entry, then in load order. */
  listClasses(model: string): readonly NumberedClass[];
  readClass(one: NumberedClass): SystemClass;
  readHead(module: SystemModule): LoadedHead;
  readData(module: SystemModule): DataHead;
  /**
   * Data of a module under a key.
   * @param decode reads all rows of that key
   */
  readRow<T>(module: SystemModule, key: string, decode: (packed: unknown) => T): T | undefined;
  /** Memory of a registry after everything was read. */
  countHeldBytes(): number;
}

/** Memory of a module, its classes and views for each byte in the snapshot; measured. */
const BYTES_PER_MODULE = 1000;
const BYTES_PER_PACKED_CLASS = 12;
const BYTES_PER_PACKED_HEAD = 10;
const BYTES_PER_PACKED_DATA = 3;

export function createLoadedSystem(
  snapshot: Snapshot,
  { system, order }: Pick<PlannedSystem, "system" | "order">,
): LoadedSystem {
  const modules = order.flatMap((name, loadIndex): SystemModule[] => {
    const installed = system.installed.get(name);
    return installed === undefined ? [] : [{ name, entry: installed.entry, loadIndex }];
  });
  const byName = new Map(modules.map((module) => [module.name, module]));
  const byEntry = new Map(modules.map((module) => [module.entry, module]));
  const decoded = getDecoded(snapshot);
  const listModules = (entries: Iterable<number>): readonly SystemModule[] => {
    const found: SystemModule[] = [];
    for (const entry of entries) {
      const module = byEntry.get(entry);
      if (module !== undefined) found.push(module);
    }
    return found.toSorted((left, right) => left.loadIndex - right.loadIndex);
  };
  const { loaded } = snapshot;
  const { classes } = loaded;
  let heldBytes = BYTES_PER_MODULE * modules.length;
  const counted = new Set<number>();
  // Held as long as the registry: who reads many records of a large module decodes it once.
  const rows = new Map<number, unknown>();
  const readData = memoizeEach((entry: number): DataHead => {
    heldBytes += BYTES_PER_PACKED_DATA * loaded.countWriteBytes(entry);
    return decoded.readData(entry);
  });
  return {
    snapshot,
    platformVersion: system.question.platformVersion,
    repositories: new Set(
      (
        system.question.repositories ?? modules.map(({ entry }) => getProvider(snapshot, entry))
      ).map((provider) => provider.toLowerCase()),
    ),
    modules,
    known: createSystemKnowledge(snapshot, system),
    find: (name) => byName.get(name),
    listModules,
    listTouching(xmlId) {
      const own = byName.get(getModuleOfXmlId(xmlId));
      const others = snapshot.loaded.listForeignEntries(xmlId);
      return listModules([...(own === undefined ? [] : [own.entry]), ...others]);
    },
    hasModel: (model) =>
      classes.listOfModel(model).some((number) => byEntry.has(classes.getEntry(number))),
    listClasses(model) {
      const found: NumberedClass[] = [];
      for (const number of classes.listOfModel(model)) {
        const module = byEntry.get(classes.getEntry(number));
        if (module !== undefined) found.push({ module, number });
      }
      return found;
    },
    readClass({ module, number }) {
      heldBytes += BYTES_PER_PACKED_CLASS * classes.countBytes(number);
      const rank = [module.loadIndex, number] as const;
      return { module: module.name, rank, definition: decoded.readClass(number) };
    },
    readHead({ entry }) {
      if (!counted.has(entry)) heldBytes += BYTES_PER_PACKED_HEAD * loaded.countHeadBytes(entry);
      counted.add(entry);
      return decoded.readHead(entry);
    },
    readData: ({ entry }) => readData(entry),
    readRow<T>(module: SystemModule, key: string, decode: (packed: unknown) => T) {
      const row = readData(module.entry).rows.get(key);
      if (row === undefined) return undefined;
      const held = rows.get(row);
      if (held !== undefined) return held as T;
      const bytes = loaded.countDataBytes(row);
      requireSmallRow(bytes, module.name);
      heldBytes += BYTES_PER_PACKED_DATA * bytes;
      const value = decoded.readRow(row, decode) as T;
      rows.set(row, value);
      return value;
    },
    countHeldBytes: () => heldBytes,
  };
}

const NO_FILES: ModuleFiles = { files: [], sizes: [] };

/** Files of a module that bundles may name; none of one outside the system. */
export function readFiles({ find, readRow }: LoadedSystem, name: string): ModuleFiles {
  const module = find(name);
  return (module && readRow(module, FILES_KEY, toFiles)) ?? NO_FILES;
}

/** Links to lines of the named modules, see `findLineTemplate`; modules without are left out. */
export function listLineTemplates(
  { snapshot, find }: LoadedSystem,
  names: Iterable<string>,
): Readonly<Record<string, string>> {
  const templates = [...new Set(names)].toSorted(compareText).flatMap((name) => {
    const { entry } = find(name) ?? {};
    if (entry === undefined) return [];
    const template = findLineTemplate({
      git: getRepository(snapshot, entry).git,
      commit: getCommit(snapshot, entry),
      source_path: getFolder(snapshot, entry),
    });
    return template === null ? [] : [[name, template] as const];
  });
  return Object.fromEntries(templates);
}

/** Bytes of all module heads of a snapshot, and likewise of their writes and values. */
const MOST_HEAD_BYTES = 8 * 1024 * 1024;

/** Bytes of all classes of a snapshot: an upgrade of forty modules reads each twice, and with less it decodes each twice. */
const MOST_CLASS_BYTES = 24 * 1024 * 1024;

/** Memory of heads, rows and classes for each byte in the snapshot; measured. */
const HEAD_BYTES_PER_PACKED = 4;
const ROW_BYTES_PER_PACKED = 3;
const DATA_BYTES_PER_PACKED = 2;
const CLASS_BYTES_PER_PACKED = 4;

export const getDecoded = deriveOnce((snapshot) => {
  const { loaded } = snapshot;
  const budget = getBudget(snapshot);
  const keep = <T>(
    mostBytes: number,
    bytesPerPacked: number,
    count: (number: number) => number,
  ) => {
    const cache = createBoundedCache<T, number>({ budget, mostBytes });
    return (number: number, read: (number: number) => T): T =>
      cache.get(number, () => ({ value: read(number), bytes: bytesPerPacked * count(number) }));
  };
  const { classes, countHeadBytes, countWriteBytes, countDataBytes } = loaded;
  const heads = keep<LoadedHead>(MOST_HEAD_BYTES, HEAD_BYTES_PER_PACKED, countHeadBytes);
  const data = keep<DataHead>(MOST_HEAD_BYTES, DATA_BYTES_PER_PACKED, countWriteBytes);
  const rows = keep<unknown>(MOST_HEAD_BYTES, ROW_BYTES_PER_PACKED, countDataBytes);
  const ofModels = keep<LoadedClass>(MOST_CLASS_BYTES, CLASS_BYTES_PER_PACKED, classes.countBytes);
  return {
    readHead: (entry: number) => heads(entry, loaded.readHead),
    readData: (entry: number) => data(entry, loaded.readData),
    /** @param decode what reads all rows of the key that the row has */
    readRow: (row: number, decode: (packed: unknown) => unknown) =>
      rows(row, () => decode(loaded.readRow(row))),
    /** The class with the number that the snapshot gives it. */
    readClass: (number: number) => ofModels(number, classes.read),
  };
});
