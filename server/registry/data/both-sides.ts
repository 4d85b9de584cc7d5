// Links between records that data files give from the other side: two many2many fields that keep their links in one
// table, each with the columns of the other, hold the same ones.
import { addToGroup } from "../../../data/grouped.js";
import type { Steps } from "../../../data/yield.js";
import { createLinkSteps, spendSteps } from "../../lookup/limits.js";
import { memoizeEach } from "../../lookup/memo.js";
import type { Models } from "../model/models.js";
import { findRelationTable } from "../model/relation-table.js";
import type { RecordValue } from "./field-value.js";
import { isMemberField } from "./memberships.js";
import { readValues, type RecordWrites, type WrittenRecord } from "./record-writes.js";
import { toTextValues, type SystemRecord } from "./system-record.js";

/** By record what the other side links to it. */
type Links = ReadonlyMap<string, readonly string[]>;

/**
 * @returns the record with what others link to it, in the fields that data files give it; one record that is looked at
 *   a step, each once; it throws TooComplex
 */
export function createBothSides(
  models: Models,
  writes: RecordWrites,
  getAlone: (written: WrittenRecord) => SystemRecord,
): (record: SystemRecord) => Steps<SystemRecord> {
  const known = new Map<string, Links>();
  const readTable = (model: string, name: string) => {
    const stored = models.findStored(model);
    const field = stored?.readStored(name);
    if (stored === undefined || field?.type !== "many2many") return undefined;
    const { table, column1, column2 } = findRelationTable(models, stored, field);
    const isKnown = table && column1 && column2 && column1 !== column2;
    return isKnown ? { to: field.comodel_name, table, column1, column2 } : undefined;
  };
  function* readLinks(model: string, name: string): Steps<Links> {
    const links = new Map<string, string[]>();
    const own = readTable(model, name);
    const to = own?.to ?? null;
    if (own === undefined || to === null) return links;
    const isFacing = memoizeEach((facing: string) => {
      const other = readTable(to, facing);
      const isSame = other?.to === model && other.table === own.table;
      return isSame && other.column1 === own.column2 && other.column2 === own.column1;
    });
    const steps = createLinkSteps(`${model}.${name}`);
    yield* writes.prepare([to]);
    for (const written of writes.listOfModel(to)) {
      const given = written.writes.flatMap((write) => readValues(write).names);
      for (const facing of new Set(given.filter(isFacing))) {
        const linked = toTextValues(getAlone(written).values.get(facing));
        spendSteps(steps, linked.length);
        for (const id of linked) addToGroup(links, id, written.xmlId);
      }
      spendSteps(steps, 1 + given.length);
      yield;
    }
    return links;
  }
  return function* complete(record) {
    const { xmlId, model } = record;
    const values = new Map<string, RecordValue>(record.values);
    for (const [name, value] of record.values) {
      if (!Array.isArray(value) || isMemberField(model, name)) continue;
      const key = JSON.stringify([model, name]);
      const links = known.get(key) ?? (yield* readLinks(model, name));
      known.set(key, links);
      values.set(name, [
        ...new Set([...toTextValues(value as RecordValue), ...(links.get(xmlId) ?? [])]),
      ]);
    }
    return { ...record, values };
  };
}
