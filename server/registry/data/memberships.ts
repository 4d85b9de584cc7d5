// Which users are in which groups: one relation, which data files write from both sides. Who is in a group is in all
// groups that it implies too (`create` and `write` of res.groups and res.users, odoo/addons/base/models/res_users.py).
import { addToGroup } from "../../../data/grouped.js";
import { compareText } from "../../../data/platform/platform-version.js";
import { createGroupSteps, spendSteps, type StepBudget } from "../../lookup/limits.js";
import { reach } from "../../../data/walk-graph.js";
import { toTexts, type SystemRecord } from "./system-record.js";

interface Memberships {
  /** A user with all its groups, a group with all its users, where a data file gives them. */
  complete(record: SystemRecord): SystemRecord;
}

/** Fields of one relation; since 19.0 they have other names. */
const GROUPS_OF_USER: readonly string[] = ["groups_id", "group_ids"];
const USERS_OF_GROUP: readonly string[] = ["users", "user_ids"];

/** What of records tells it. */
export const MEMBER_FIELDS: ReadonlySet<string> = new Set([
  ...GROUPS_OF_USER,
  ...USERS_OF_GROUP,
  "implied_ids",
  "implied_by_ids",
]);

/** Models of which records are in the relation. */
export const MEMBERS: readonly string[] = ["res.users", "res.groups"];

/** These groups and all that they imply. @throws TooComplex */
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

/** Which groups a group implies: it or, since 19.0, the other may say it. */
export function findImplied(
  groups: readonly SystemRecord[],
): ReadonlyMap<string, readonly string[]> {
  const implied = new Map<string, string[]>();
  for (const { xmlId, values } of groups) {
    for (const other of toTexts(values.get("implied_ids"))) addToGroup(implied, xmlId, other);
    for (const by of toTexts(values.get("implied_by_ids"))) addToGroup(implied, by, xmlId);
  }
  return implied;
}

/** @param list records of a model, each as it is without the others @throws TooComplex */
export function readMemberships(list: (model: string) => readonly SystemRecord[]): Memberships {
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
  return {
    complete(record) {
      const isUser = record.model === "res.users";
      const all = (isUser ? groupsOf : usersOf).get(record.xmlId) ?? [];
      const fields = isUser ? GROUPS_OF_USER : USERS_OF_GROUP;
      return { ...record, values: replace(record.values, fields, all) };
    },
  };
}

function listGiven({ values }: SystemRecord, fields: readonly string[]): readonly string[] {
  return fields.flatMap((field) => toTexts(values.get(field)));
}

function replace(
  values: SystemRecord["values"],
  fields: readonly string[],
  by: readonly string[],
): SystemRecord["values"] {
  return new Map(Array.from(values, ([name, value]) => [name, fields.includes(name) ? by : value]));
}
