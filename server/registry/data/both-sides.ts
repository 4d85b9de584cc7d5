// Links between records that data files give from the other side: two many2many fields that keep their links in one
// table, each with the columns of the other, hold the same ones.
import { addToGroup } from "../../../data/grouped.js";
import { memoizeEach } from "../../lookup/memo.js";
import type { Models } from "../model/models.js";
import { findRelationTable } from "../model/relation-table.js";
import type { RecordValue } from "./field-value.js";
import type { RecordWrites, WrittenRecord } from "./record-writes.js";
import { toTexts, type SystemRecord } from "./system-record.js";

/** Asked of records also where only others say it. */
const ASKED: ReadonlyMap<string, readonly string[]> = new Map([["res.groups", ["implied_ids"]]]);

/** @returns the record with what others link to it, in the fields that data files give it */
export function createBothSides(
  models: Models,
  writes: RecordWrites,
  getAlone: (written: WrittenRecord) => SystemRecord | undefined,
): (record: SystemRecord) => SystemRecord {
  const listGiven = memoizeEach((model: string): readonly string[] => {
    const given = writes.listOfModel(model).flatMap((record) => record.writes);
    return [...new Set(given.flatMap(({ readValues }) => [...readValues().keys()]))];
  });
  const readTable = (model: string, name: string) => {
    const stored = models.findStored(model);
    const field = stored?.readStored(name);
    if (stored === undefined || field?.type !== "many2many") return undefined;
    const { table, column1, column2 } = findRelationTable(models, stored, field);
    const isKnown = table && column1 && column2 && column1 !== column2;
    return isKnown ? { to: field.comodel_name, table, column1, column2 } : undefined;
  };
  /** Of a model: field → record → what the other side links to it. */
  const linksOf = memoizeEach((model: string) =>
    memoizeEach((name: string) => {
      const links = new Map<string, string[]>();
      const own = readTable(model, name);
      if (own === undefined || own.to === null) return links;
      for (const facing of listGiven(own.to)) {
        const other = readTable(own.to, facing);
        if (other?.to !== model || other.table !== own.table) continue;
        if (other.column1 !== own.column2 || other.column2 !== own.column1) continue;
        for (const written of writes.listOfModel(own.to)) {
          const linked = toTexts(getAlone(written)?.values.get(facing));
          for (const id of linked) addToGroup(links, id, written.xmlId);
        }
      }
      return links;
    }),
  );
  return (record) => {
    const { xmlId, model } = record;
    const values = new Map<string, RecordValue>(record.values);
    const given = [...values].flatMap(([name, value]) => (Array.isArray(value) ? [name] : []));
    for (const name of new Set([...given, ...(ASKED.get(model) ?? [])])) {
      const others = linksOf(model)(name).get(xmlId);
      if (others === undefined || record.unknown.includes(name)) continue;
      values.set(name, [...new Set([...toTexts(values.get(name)), ...others])]);
    }
    return { ...record, values };
  };
}
