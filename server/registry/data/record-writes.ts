// Writes of records by the data files of a system, in load order: everything of a record but its
// values, which are read on demand. Only modules that write records of the wanted model, or the one
// record, are opened. Odoo refuses a file that writes a record as one of another model.
import { toGroups } from "../../../data/grouped.js";
import type { RecordTag } from "../../../data/module/loaded-module.js";
import {
  findModelOfKey,
  toGivenRows,
  toModelKey,
  type GivenRow,
} from "../../../data/snapshot/loaded/packed-data.js";
import { toModelRecordId } from "../../../data/snapshot/loaded/subjects.js";
import { listBeginning, listTexts } from "../../../data/snapshot/table/string-table.js";
import { getModuleOfXmlId, toFullXmlId } from "../../../data/module/xml-id.js";
import type { Steps } from "../../../data/yield.js";
import { MOST_RECORD_WRITES, TooComplex } from "../../lookup/limits.js";
import { memoizeEach } from "../../lookup/memo.js";
import type { LoadedSystem, SystemModule } from "../loaded/loaded-system.js";

/** An element or row of a data file that writes a record. */
export interface RecordWrite {
  /** In full, as all ids here. */
  readonly xmlId: string;
  readonly module: string;
  /** Position of the module in load order. */
  readonly loadIndex: number;
  /** Position of the record among those of its model in the module. */
  readonly at: number;
  /** Relative to the module's folder. */
  readonly file: string;
  readonly line: number;
  readonly tag: RecordTag;
  readonly noupdate: boolean;
  /** Values of the module for records of the model, see `readValues`. */
  readonly readRows: () => readonly GivenRow[] | undefined;
}

export interface WrittenRecord {
  readonly xmlId: string;
  readonly model: string;
  /** In load order. */
  readonly writes: readonly [RecordWrite, ...RecordWrite[]];
}

/** Each may throw SnapshotError. */
export interface RecordWrites {
  find(xmlId: string): WrittenRecord | undefined;
  /** Whether a data file names it in any way, be it to remove it or to give what is there this id. */
  isNamed(xmlId: string): boolean;
  /**
   * In the order in which they are made.
   * @param about a model: at least those that are about it, as rights and actions are
   */
  listOfModel(model: string, about?: string): readonly WrittenRecord[];
  /**
   * Length of `listOfModel` for each, a module a step; no record is made. @throws TooComplex as
   * `prepare`
   */
  count(models: readonly string[]): Steps<readonly number[]>;
  /** Sorted. */
  listModels(): readonly string[];
  /** Ids of a module, which others may have written. */
  listIdsOf(module: string): readonly string[];
  /** Ids that a module writes, its own and others. */
  listWrittenBy(module: string): readonly string[];
  /** Reads the writes of these models, a module a step. @throws TooComplex over the limit */
  prepare(models: readonly string[], about?: string): Steps<void>;
}

const NO_VALUES: GivenRow = { names: [], values: [] };

/** None of a view. @throws SnapshotError */
export const readValues = ({ readRows, at }: RecordWrite): GivenRow =>
  readRows()?.[at] ?? NO_VALUES;

/** One that a `<delete>` removes is not there. */
export function createRecordWrites(system: LoadedSystem): RecordWrites {
  const { dataKeys, foreignIds, listEntriesWith, listEntriesAbout } = system.snapshot.loaded;
  const readModule = memoizeEach((module: SystemModule) =>
    memoizeEach((model: string) => readWrites(system, module, model)),
  );
  const groupModule = memoizeEach((module: SystemModule) =>
    memoizeEach((model: string) => toGroups(readModule(module)(model), getId)),
  );
  const listIds = memoizeEach((module: SystemModule) =>
    memoizeEach((model: string) => new Set(system.readData(module).readIds(model).ids)),
  );
  const sortModels = memoizeEach((module: SystemModule) =>
    system.readData(module).models.toSorted((left, right) => rankModel(left) - rankModel(right)),
  );
  /** Model of a record as the module writes it. */
  const findModel = (module: SystemModule, xmlId: string): string | undefined => {
    const ids = [toLocalId(module.name, xmlId), xmlId];
    return sortModels(module).find((model) => ids.some((id) => listIds(module)(model).has(id)));
  };
  const listWriting = (model: string): readonly SystemModule[] =>
    system.listModules(listEntriesWith(toModelKey(model)));

  /** Writes of a record by these modules. */
  function join(
    xmlId: string,
    model: string,
    modules: readonly SystemModule[],
  ): WrittenRecord | undefined {
    const all = modules.flatMap((module) => groupModule(module)(model).get(xmlId) ?? []);
    return toRecord(xmlId, model, all);
  }

  /** Modules that write a model, optionally only those about another. */
  function chooseModules(model: string, about: string | undefined): readonly SystemModule[] {
    const writing = listWriting(model);
    if (about === undefined) return writing;
    const those = new Set(system.listModules(listEntriesAbout(toModelRecordId(about))));
    return writing.filter((module) => those.has(module));
  }

  const listForeign = memoizeEach((module: string): ReadonlySet<string> => {
    return new Set(listBeginning(foreignIds.keys, `${module}.`).map(foreignIds.keys.get));
  });
  /** Whether another module writes it is faster to tell of many than who does. */
  const listTouching = (xmlId: string): readonly SystemModule[] => {
    const own = system.find(getModuleOfXmlId(xmlId));
    return own && !listForeign(own.name).has(xmlId) ? [own] : system.listTouching(xmlId);
  };

  function list(model: string, about: string | undefined): readonly WrittenRecord[] {
    const all = chooseModules(model, about).flatMap((module) => readModule(module)(model));
    const records: WrittenRecord[] = [];
    for (const [xmlId, writes] of toGroups(all, getId)) {
      const record =
        about === undefined
          ? toRecord(xmlId, model, writes)
          : join(xmlId, model, listTouching(xmlId));
      if (record !== undefined) records.push(record);
    }
    return records.toSorted(compareRecords);
  }
  // Missing records are not cached: callers may ask for any id.
  const kept = new Map<string, readonly WrittenRecord[]>();

  function listWrittenBy(name: string): readonly string[] {
    const module = system.find(name);
    if (module === undefined) return [];
    const ids = system.readData(module).models.flatMap((model) => [...listIds(module)(model)]);
    return [...new Set(ids)].map((id) => toFullXmlId(name, id));
  }

  return {
    find(xmlId) {
      const modules = listTouching(xmlId);
      for (const module of modules) {
        const model = findModel(module, xmlId);
        const record = model === undefined ? undefined : join(xmlId, model, modules);
        if (record !== undefined) return record;
      }
      return undefined;
    },
    isNamed: (xmlId) =>
      system.listTouching(xmlId).some((module) => findModel(module, xmlId) !== undefined),
    listOfModel(model, about) {
      const key = JSON.stringify([model, about]);
      const found = kept.get(key) ?? list(model, about);
      if (found.length > 0) kept.set(key, found);
      return found;
    },
    *count(models) {
      let all = 0;
      const counts: number[] = [];
      for (const model of models) {
        const written = new Set<string>();
        for (const module of listWriting(model)) {
          const { ids, tags } = system.readData(module).readIds(model);
          all += ids.length;
          if (all > MOST_RECORD_WRITES) throw tooMany();
          for (const [at, id] of ids.entries()) {
            const xmlId = toFullXmlId(module.name, id);
            if (tags[at] === "delete") written.delete(xmlId);
            else if (tags[at] !== "function") written.add(xmlId);
          }
          yield;
        }
        counts.push(written.size);
      }
      return counts;
    },
    listModels: () =>
      listTexts(dataKeys.keys)
        .flatMap((key) => findModelOfKey(key) ?? [])
        .filter((model) => model !== "" && listWriting(model).length > 0),
    listIdsOf(module) {
      const own = listWrittenBy(module).filter((id) => getModuleOfXmlId(id) === module);
      const others = system.find(module) === undefined ? [] : listForeign(module);
      const written = [...others].filter((id) => system.listTouching(id).length > 1);
      return [...new Set([...own, ...written])];
    },
    listWrittenBy,
    *prepare(models, about) {
      let count = 0;
      for (const model of models) {
        for (const module of chooseModules(model, about)) {
          count += readModule(module)(model).length;
          if (count > MOST_RECORD_WRITES) throw tooMany();
          yield;
        }
      }
    },
  };
}

/** Id as its own module writes it. */
function toLocalId(module: string, xmlId: string): string {
  return getModuleOfXmlId(xmlId) === module ? xmlId.slice(module.length + 1) : xmlId;
}

const getId = ({ xmlId }: RecordWrite): string => xmlId;

/** If a record was deleted and created again, only later writes. */
function toRecord(
  xmlId: string,
  model: string,
  all: readonly RecordWrite[],
): WrittenRecord | undefined {
  const removed = all.findLastIndex(({ tag }) => tag === "delete");
  const writes = removed === -1 ? all : all.slice(removed + 1);
  return isNotEmpty(writes) ? { xmlId, model, writes } : undefined;
}

function isNotEmpty<T>(list: readonly T[]): list is readonly [T, ...T[]] {
  return list.length > 0;
}

/** Actions first, which others name the most often; last what only gets an id. */
const rankModel = (model: string): number =>
  model === "" ? 2 : model.startsWith("ir.actions.") ? 0 : 1;

/** In the order in which they are made. */
function compareRecords({ writes: one }: WrittenRecord, { writes: other }: WrittenRecord): number {
  return one[0].loadIndex - other[0].loadIndex || one[0].at - other[0].at;
}

const tooMany = (): TooComplex =>
  new TooComplex(`The data files of the system write more than ${MOST_RECORD_WRITES} records.`);

/** Nothing is written to what only gets an id. */
function readWrites(
  { readData, readRow }: LoadedSystem,
  module: SystemModule,
  model: string,
): readonly RecordWrite[] {
  const found: RecordWrite[] = [];
  const { files, readRecords } = readData(module);
  const columns = readRecords(model);
  const key = toModelKey(model);
  const readRows = (): readonly GivenRow[] | undefined => readRow(module, key, toGivenRows);
  for (let at = 0; at < columns.ids.length; at++) {
    const tag = columns.tags[at] ?? "function";
    if (tag === "function") continue;
    found.push({
      xmlId: toFullXmlId(module.name, columns.ids[at] ?? ""),
      module: module.name,
      loadIndex: module.loadIndex,
      at,
      file: files[columns.files[at] ?? -1] ?? "",
      line: columns.lines[at] ?? 0,
      tag,
      noupdate: columns.noupdate[at] ?? false,
      readRows,
    });
  }
  return found;
}
