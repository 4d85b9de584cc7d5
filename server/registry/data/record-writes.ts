// Which data files of a system write which records, in load order: everything of a record but its values, which
// are read for the records that are asked for.
import type { GivenValues } from "../../../data/given-value.js";
import type { RecordTag } from "../../../data/loaded-module.js";
import { toGivenValues, toModelKey } from "../../../data/snapshot/loaded/packed-data.js";
import { addToGroup } from "../../../data/grouped.js";
import { getModuleOfXmlId, toFullXmlId } from "../../../data/xml-id.js";
import { MOST_RECORD_WRITES, TooComplex } from "../../lookup/limits.js";
import type { LoadedSystem, SystemModule } from "../loaded/loaded-system.js";

/** A place of a data file that writes a record. */
export interface RecordWrite {
  readonly module: string;
  /** Relative to the module's folder. */
  readonly file: string;
  readonly line: number;
  readonly tag: RecordTag;
  readonly noupdate: boolean;
  /** Read each time; none of a view. */
  readonly readValues: () => GivenValues;
}

export interface WrittenRecord {
  /** In full, as all ids here. */
  readonly xmlId: string;
  readonly model: string;
  /** In load order. */
  readonly writes: readonly [RecordWrite, ...RecordWrite[]];
}

export interface RecordWrites {
  find(xmlId: string): WrittenRecord | undefined;
  /** In the order in which they are made. */
  listOfModel(model: string): readonly WrittenRecord[];
  listModels(): Iterable<string>;
  /** Ids of a module, which others may have written. */
  listIdsOf(module: string): readonly string[];
}

interface GrowingRecord extends WrittenRecord {
  readonly writes: [RecordWrite, ...RecordWrite[]];
}

const NO_VALUES: GivenValues = new Map();

/** One that a `<delete>` removes is not there. @throws SnapshotError, also later; TooComplex */
export function createRecordWrites(system: LoadedSystem): RecordWrites {
  const records = new Map<string, GrowingRecord>();
  let count = 0;
  for (const module of system.modules) {
    for (const { xmlId, model, write } of listWrites(system, module)) {
      if (++count > MOST_RECORD_WRITES) throw tooMany();
      const known = records.get(xmlId);
      if (write.tag === "delete") records.delete(xmlId);
      else if (known === undefined) records.set(xmlId, { xmlId, model, writes: [write] });
      else known.writes.push(write);
    }
  }
  const models = new Map<string, WrittenRecord[]>();
  for (const record of records.values()) addToGroup(models, record.model, record);
  return {
    find: (xmlId) => records.get(xmlId),
    listOfModel: (model) => models.get(model) ?? [],
    listModels: () => models.keys(),
    listIdsOf: (module) => [...records.keys()].filter((id) => getModuleOfXmlId(id) === module),
  };
}

const tooMany = (): TooComplex =>
  new TooComplex(`The data files of the system write more than ${MOST_RECORD_WRITES} records.`);

function* listWrites(
  { readData, readRow }: LoadedSystem,
  module: SystemModule,
): Generator<{ xmlId: string; model: string; write: RecordWrite }> {
  const { files } = readData(module);
  const counts = new Map<string, number>();
  for (const { file, records } of files) {
    for (const { xml_id, model, line, tag, noupdate } of records) {
      // Nothing is written to what only gets an id.
      if (tag === "function") continue;
      const at = counts.get(model) ?? 0;
      counts.set(model, at + 1);
      const write: RecordWrite = {
        module: module.name,
        file,
        line,
        tag,
        noupdate,
        readValues: () => readRow(module, toModelKey(model), toGivenValues)?.[at] ?? NO_VALUES,
      };
      yield { xmlId: toFullXmlId(module.name, xml_id), model, write };
    }
  }
}
