// Links between records that data files give from the other side: two many2many fields that keep their links in one
// table, each with the columns of the other, hold the same ones.
// Memberships of users in groups: one relation, which data files write from both sides. A member of
// a group is in all implied groups too (`create` and `write` of res.groups and res.users,
// odoo/addons/base/models/res_users.py).
import { addToGroup } from "../../../data/grouped.js";
import type { Steps } from "../../../data/yield.js";
import {
  createLinkSteps,
  spendSteps,
  createGroupSteps,
  type StepBudget,
} from "../../lookup/limits.js";
import { memoizeEach } from "../../lookup/memo.js";
import type { Models } from "../model/models.js";
import { findRelationTable } from "../model/relation-table.js";
import type { RecordValue } from "./field-value.js";
import { readValues, type RecordWrites, type WrittenRecord } from "./record-writes.js";
import { toTextValues, type SystemRecord } from "./system-record.js";
import { compareText } from "../../../data/platform/platform-version.js";
import { reach } from "../../../data/walk-graph.js";

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

/** Fields of one relation; since 19.0 they have other names. */
const GROUPS_OF_USER: readonly string[] = ["groups_id", "group_ids"];
const USERS_OF_GROUP: readonly string[] = ["users", "user_ids"];
const [IMPLIED, IMPLIED_BY] = ["implied_ids", "implied_by_ids"] as const;

/** Fields with memberships. */
export const MEMBER_FIELDS: ReadonlySet<string> = new Set([
  ...GROUPS_OF_USER,
  ...USERS_OF_GROUP,
  IMPLIED,
  IMPLIED_BY,
]);

/** Models of which records are in the relation. */
export const MEMBERS: readonly string[] = ["res.users", "res.groups"];

const isMemberField = (model: string, field: string): boolean =>
  MEMBERS.includes(model) && MEMBER_FIELDS.has(field);

/** The groups with all that they imply. @throws TooComplex */
export function closeGroups(
  starts: Iterable<string>,
  listImplied: (group: string) => readonly string[] | undefined,
  steps: StepBudget,
): ReadonlySet<string> {
  const listNext = (group: string): readonly string[] => {
    const next = listImplied(group) ?? [];
    spendSteps(steps, 1 + next.length);
    return next;
  };
  return new Set(reach(starts, listNext).keys());
}

/** Groups that a group implies: either may say so since 19.0. */
export function findImplied(
  groups: readonly SystemRecord[],
): ReadonlyMap<string, readonly string[]> {
  const implied = new Map<string, string[]>();
  for (const { xmlId, values } of groups) {
    for (const other of toTextValues(values.get(IMPLIED))) addToGroup(implied, xmlId, other);
    for (const by of toTextValues(values.get(IMPLIED_BY))) addToGroup(implied, by, xmlId);
  }
  return implied;
}

/**
 * @param list records of a model, each as it is without the others
 * @returns a user with all its groups, a group with all its users and what it implies, where a data file gives them
 * @throws TooComplex
 */
export function readMemberships(
  list: (model: string) => readonly SystemRecord[],
): (record: SystemRecord) => SystemRecord {
  const [users = [], groups = []] = MEMBERS.map(list);
  const implied = findImplied(groups);
  const given = new Map<string, string[]>();
  for (const user of users) {
    for (const group of listGiven(user, GROUPS_OF_USER)) addToGroup(given, user.xmlId, group);
  }
  for (const group of groups) {
    for (const user of listGiven(group, USERS_OF_GROUP)) addToGroup(given, user, group.xmlId);
  }
  const steps = createGroupSteps();
  const groupsOf = new Map<string, readonly string[]>();
  const usersOf = new Map<string, string[]>();
  for (const [user, direct] of given) {
    const all = [...closeGroups(direct, (group) => implied.get(group), steps)].toSorted(
      compareText,
    );
    groupsOf.set(user, all);
    for (const group of all) addToGroup(usersOf, group, user);
  }
  const impliedBy = new Map<string, string[]>();
  for (const [by, all] of implied) for (const group of all) addToGroup(impliedBy, group, by);
  return (record) => {
    const { xmlId, model, unknown } = record;
    const isUser = model === "res.users";
    const values = new Map(record.values);
    const fill = (field: string, all: readonly string[] = []): void => {
      if (!unknown.includes(field)) values.set(field, [...new Set(all)]);
    };
    for (const field of isUser ? GROUPS_OF_USER : USERS_OF_GROUP) {
      if (values.has(field)) fill(field, (isUser ? groupsOf : usersOf).get(xmlId));
    }
    // A group is asked what it implies also where only others say it.
    if (implied.has(xmlId)) fill(IMPLIED, implied.get(xmlId));
    if (values.has(IMPLIED_BY)) fill(IMPLIED_BY, impliedBy.get(xmlId));
    return { ...record, values };
  };
}

function listGiven({ values }: SystemRecord, fields: readonly string[]): readonly string[] {
  return fields.flatMap((field) => toTextValues(values.get(field)));
}
