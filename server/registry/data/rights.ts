// Rights in a system: access lines, record rules and groups (odoo/addons/base/models/ir_model.py,
// ir_rule.py and res_users.py). A user may do what an active line allows to everyone or to one of
// the user's groups. Active rules of these groups, and global ones, limit the records.
import { toGroups } from "../../../data/grouped.js";
import {
  createGroupSteps,
  createRightSteps,
  spendSteps,
  spendText,
  type StepBudget,
} from "../../lookup/limits.js";
import { once } from "../../lookup/memo.js";
import { closeGroups, findImplied } from "./links.js";
import { toModelName, toTextValue, toTextValues, type SystemRecord } from "./system-record.js";
import type { SystemRecords } from "./system-records.js";

/** Letters of `rwcu`, in this order: read, write, create, unlink. */
type Permissions = string;

/** An access line or a record rule. */
export interface Right {
  readonly record: SystemRecord;
  readonly name: string | null;
  readonly model: string;
  readonly permissions: Permissions;
  readonly active: boolean;
  /** Group of a line: `null` for everyone. */
  readonly group: string | null;
  /** Domain of a rule: Python source. */
  readonly domain: string | null;
  /** Groups of a rule: a rule without groups holds for everyone, beside all others. */
  readonly groups: readonly string[];
}

interface Group {
  readonly record: SystemRecord;
  readonly name: string | null;
  /** Name in Odoo: behind that of its application. */
  readonly fullName: string | null;
  readonly category: string | null;
  /** Sorted. */
  readonly implied: readonly string[];
}

/** All of a system, or those of one model; each is read when it is asked for. */
export interface Rights {
  /** By xml id, in the order in which they are made. */
  readonly groups: ReadonlyMap<string, Group>;
  /** By model. */
  readonly access: ReadonlyMap<string, readonly Right[]>;
  readonly rules: ReadonlyMap<string, readonly Right[]>;
  /** The groups that one has who has these, themselves among them. @throws TooComplex */
  close(groups: Iterable<string>, steps: StepBudget): ReadonlySet<string>;
}

const PERMISSIONS = [
  ["r", "perm_read"],
  ["w", "perm_write"],
  ["c", "perm_create"],
  ["u", "perm_unlink"],
] as const;

/** Everybody who is no portal user nor a visitor has this group; these three exclude each other. */
const INTERNAL_USER = "base.group_user";
const USER_TYPES: ReadonlySet<string> = new Set([
  INTERNAL_USER,
  "base.group_portal",
  "base.group_public",
]);

/** @param about a model: without it all */
export function readRights(records: SystemRecords, about?: string): Rights {
  const getGroups = once(() => {
    const all = records.listOfModel("res.groups");
    const implied = findImplied(all);
    return new Map(
      all.map((one) => [
        one.xmlId,
        toGroup(one, new Set(implied.get(one.xmlId)), records.findName),
      ]),
    );
  });
  const getOfModels = (lines: string, toOne: (record: SystemRecord) => Right) =>
    once(() => toGroups(records.listOfModel(lines, about).map(toOne), ({ model }) => model));
  const getAccess = getOfModels("ir.model.access", toAccess);
  const getRules = getOfModels("ir.rule", toRule);
  return {
    get groups() {
      return getGroups();
    },
    get access() {
      return getAccess();
    },
    get rules() {
      return getRules();
    },
    close: (starts, steps) =>
      closeGroups(starts, (group) => getGroups().get(group)?.implied, steps),
  };
}

/** Rights of a model. @throws TooComplex over the limit */
export function getModelRights(
  { access, rules }: Rights,
  model: string,
): { readonly access: readonly Right[]; readonly rules: readonly Right[] } {
  const own = { access: access.get(model) ?? [], rules: rules.get(model) ?? [] };
  const steps = createRightSteps(model);
  spendSteps(steps, 4 * (own.access.length + own.rules.length));
  for (const { domain } of own.rules) spendText(steps, domain ?? "");
  return own;
}

/** The groups of a user who was given these: every user has a type, which is that of employees by default. @throws TooComplex */
export function listGroupsWith(rights: Rights, groups: readonly string[]): ReadonlySet<string> {
  const steps = createGroupSteps();
  const closed = rights.close(groups, steps);
  const hasType = [...USER_TYPES].some((type) => closed.has(type));
  return hasType ? closed : rights.close([...groups, INTERNAL_USER], steps);
}

/**
 * Allowed operations, each by its first line.
 * @param groups all groups of a user
 */
export function findAllowed({ access }: Rights, model: string, groups: ReadonlySet<string>) {
  const lines = (access.get(model) ?? []).filter(
    ({ active, group }) => active && (group === null || groups.has(group)),
  );
  const because = PERMISSIONS.flatMap(([permission]) => {
    const line = lines.find(({ permissions }) => permissions.includes(permission));
    return line === undefined ? [] : [{ permission, line }];
  });
  return { permissions: because.map(({ permission }) => permission).join(""), because };
}

/** Active rules that hold for a user of these groups, those for everyone among them. */
export function listRulesFor(
  { rules }: Rights,
  model: string,
  groups: ReadonlySet<string>,
): readonly Right[] {
  return (rules.get(model) ?? []).filter(
    ({ active, groups: of }) =>
      active && (of.length === 0 || of.some((group) => groups.has(group))),
  );
}

/** A missing permission of a line is false. */
export const toAccess = (record: SystemRecord): Right => toRight(record, false);

/** A missing permission of a rule is true. */
export const toRule = (record: SystemRecord): Right => toRight(record, true);

function toRight(record: SystemRecord, otherwise: boolean): Right {
  const { values } = record;
  let permissions = "";
  for (const [letter, field] of PERMISSIONS) {
    if (values.get(field) ?? otherwise) permissions += letter;
  }
  return {
    record,
    name: toTextValue(values.get("name")),
    model: toModelName(values.get("model_id")) ?? "",
    permissions,
    active: (values.get("active") ?? true) === true,
    group: toTextValue(values.get("group_id")),
    domain: toTextValue(values.get("domain_force")),
    groups: toTextValues(values.get("groups")),
  };
}

function toGroup(
  record: SystemRecord,
  implied: ReadonlySet<string>,
  findName: (xmlId: string) => string | null,
): Group {
  const { values } = record;
  const name = toTextValue(values.get("name"));
  // Since 19.0 the privilege.
  const category = toTextValue(values.get("category_id") ?? values.get("privilege_id"));
  const application = category && findName(category);
  return {
    record,
    name,
    fullName: name && application ? `${application} / ${name}` : name,
    category,
    implied: [...implied].toSorted(),
  };
}
