// GET /v1/registry/access: who may do what in a system; and what its groups imply.
import { choice, list, text } from "../../contract/parameter.js";
import { shape } from "../../contract/route.js";
import { cutSlice, type SliceRequest } from "../../contract/resource.js";
import { listNearTexts } from "../../lookup/search/near-names.js";
import { takeSteps } from "../../../data/yield.js";
import { listModelRights } from "../../registry/data/model-rights.js";
import {
  findAllowed,
  getModelRights,
  listGroupsWith,
  listRulesFor,
  readRights,
  toAccess,
  toRule,
  type Right,
  type Rights,
} from "../../registry/data/rights.js";
import { toId, toWriters, type SystemRecord } from "../../registry/data/system-record.js";
import type { Registry } from "../../registry/loaded/registry-cache.js";
import { defineRoute } from "../define-route.js";
import { createGroupSteps } from "../../lookup/limits.js";
import {
  LISTED,
  readRecords,
  tellSystem,
  toAbsence,
  isWrittenBy,
  MODULE,
  RECORDS,
} from "./read-registry.js";
import { ABOUT_ALL, ABOUT_ONE, SYSTEM_PARAMETERS } from "./system-question.js";

const loadShapes = () => import("../../contract/shape/system/registry-data.js");
const loadLayouts = () => import("../../contract/shape/system/registry-layout.js");

/** Models whose records make rights. */
const LINES = ["ir.model.access", "ir.rule"];
export const RIGHTS = [...LINES, "res.groups"];

const listAllowed = ({ active, permissions }: Right): string => (active ? permissions : "");

/** Audience of a model's lines; inactive lines and lines that allow nothing have none. */
const GRANTED_TO = {
  nobody: (lines: readonly Right[]) => lines.every((line) => listAllowed(line) === ""),
  everyone: (lines: readonly Right[]) =>
    lines.some((line) => line.group === null && listAllowed(line) !== ""),
};

const registryAccessModelsRoute = defineRoute({
  ...ABOUT_ALL,
  path: "/v1/registry/access",
  operation: "listSystemAccess",
  summary: "Access rights on the models of an installation",
  description: `The active access rights of every model by group, and the models without any. With \`module\` the changes of that module: its own rights and rules, and those of others that it writes, with their former values. Inactive ones are included, and so are its models that nobody may use. ${RECORDS}`,
  parameters: {
    ...SYSTEM_PARAMETERS,
    module: MODULE,
    granted_to: choice(
      ["nobody", "everyone"],
      "Only models without an active line that allows something: only the superuser may use them. Or models with a line without a group, which counts for visitors too.",
      { example: "nobody" },
    ),
    ...LISTED,
  },
  answer: {
    description: "The access rights.",
    shape: shape(loadShapes, "RegistryAccessModels"),
    layout: async () => (await loadLayouts()).layAccess,
  },
  async respond({ lookup: { snapshot } }, { module, granted_to: to, ...values }) {
    const registry = await readRecords(snapshot, values, LINES);
    const all = await takeSteps(listModelRights(registry));
    const isTold = module === undefined ? ({ active }: Right) => active : isWrittenBy(module);
    const wanted = all.flatMap((row) => {
      if (to !== undefined && !GRANTED_TO[to](row.access)) return [];
      const told = { ...row, access: row.access.filter(isTold), rules: row.rules.filter(isTold) };
      if (module === undefined || told.access.length + told.rules.length > 0) return [told];
      const creator = registry.system.listClasses(row.model)[0]?.module.name;
      return creator === module && GRANTED_TO.nobody(row.access) ? [told] : [];
    });
    const { rows, total } = cutSlice(wanted, values);
    const tellBefore = <T>({ xmlId }: SystemRecord, tell: (record: SystemRecord) => T) => {
      const found = registry.getRecords().findWithout(xmlId, module ?? "");
      return found === undefined ? null : tell(found);
    };
    const toLine = ({ record, group, permissions, active }: Right) => ({
      xml_id: record.xmlId,
      group,
      permissions,
      ...(module !== undefined && {
        active,
        before: tellBefore(record, (found) => listAllowed(toAccess(found))),
      }),
    });
    const tellRule = (rule: Right) => ({
      xml_id: rule.record.xmlId,
      ...describeRule(rule),
      before: tellBefore(rule.record, (found) => describeRule(toRule(found))),
    });
    return {
      body: {
        ...tellSystem(registry),
        models: rows.map(({ model, access, rules }) => ({
          model,
          access: access.map(toLine),
          rules: rules.map(({ record }) => record.xmlId),
          ...(module !== undefined && { written_rules: rules.map(tellRule) }),
        })),
        total,
      },
    };
  },
});

export const registryAccessRoute = defineRoute({
  ...ABOUT_ONE,
  path: "/v1/registry/access/{model}",
  operation: "getSystemAccess",
  summary: "Access rights on one model of an installation",
  description: `The access rights and record rules of a model, each with the places that write it. With \`groups\` what a user with these groups may do, and because of which right: who has no other type is an internal user. ${RECORDS}`,
  parameters: {
    model: text("Name of a model.", { example: "res.partner" }),
    ...SYSTEM_PARAMETERS,
    groups: list(100, "Full ids of groups that a user has, comma-separated.", {
      example: "base.group_user",
      isUnordered: true,
    }),
    module: MODULE,
  },
  answer: {
    description: "The access rights.",
    shape: shape(loadShapes, "RegistryAccess"),
    layout: async () =>
      (await import("../../contract/shape/system/registry-one-layout.js")).layModelAccess,
  },
  async respond({ lookup: { snapshot } }, { model, groups, module, ...values }) {
    const registry = await readRecords(snapshot, values, LINES, model);
    if (!registry.system.hasModel(model)) {
      const near = registry.models.listNear(model);
      throw toAbsence("model", model, registry.known.listOfModel(model), near);
    }
    const rights = readRights(registry.getRecords(), model);
    const all = getModelRights(rights, model);
    const access = all.access.filter(isWrittenBy(module));
    const rules = all.rules.filter(isWrittenBy(module));
    for (const group of groups ?? []) {
      if (registry.known.listOfRecord(group).length === 0) findGroup(registry, rights, group);
    }
    const closed = groups && listGroupsWith(rights, groups);
    const allowed = closed && findAllowed(rights, model, closed);
    return {
      body: {
        ...tellSystem(registry, registry.known.listOfUsage(model)),
        model,
        access: access.map(toRight),
        rules: rules.map(toRuleAnswer),
        by_group: listByGroup(rights, model),
        ...(closed !== undefined &&
          allowed !== undefined && {
            allowed: {
              groups: [...closed].toSorted(),
              ...tellAllowed(allowed),
              rules: listRulesFor(rights, model, closed).map(({ record }) => record.xmlId),
            },
          }),
      },
    };
  },
});

/** Groups with what they imply, in the order in which they are made. */
export function listGroups(registry: Registry, slice: SliceRequest) {
  const { groups, close } = registry.getRights();
  const steps = createGroupSteps();
  const { rows, total } = cutSlice([...groups.values()], slice);
  return {
    groups: rows.map(({ record, name, fullName, category, implied }) => ({
      ...toId(record),
      name,
      full_name: fullName,
      category,
      implied,
      closure: listOthers(close([record.xmlId], steps), record.xmlId),
    })),
    total,
  };
}

/** @throws Problem `not_in_system`, or `not_indexed` where that is not known */
export function describeGroup(registry: Registry, xmlId: string) {
  const rights = registry.getRights();
  const group = findGroup(registry, rights, xmlId);
  const held = listGroupsWith(rights, [xmlId]);
  const models = [...rights.access.keys()].toSorted().flatMap((model) => {
    const { permissions } = findAllowed(rights, model, held);
    return permissions === "" ? [] : [[model, permissions] as const];
  });
  const rules = [...rights.rules.keys()].toSorted().flatMap((model) => {
    const brought = listRulesFor(rights, model, held).filter(({ groups }) => groups.length > 0);
    const ids = brought.map(({ record }) => record.xmlId);
    return ids.length === 0 ? [] : [[model, ids.toSorted()] as const];
  });
  return {
    ...tellSystem(registry),
    group: xmlId,
    name: group.name,
    full_name: group.fullName,
    implies: group.implied,
    closure: listOthers(rights.close([xmlId], createGroupSteps()), xmlId),
    with: [...held].toSorted(),
    models: Object.fromEntries(models),
    rules: Object.fromEntries(rules),
    writers: toWriters(group.record),
  };
}

const tellAllowed = ({ permissions, because }: ReturnType<typeof findAllowed>) => ({
  permissions,
  because: Object.fromEntries(
    because.map(({ permission, line }) => [permission, line.record.xmlId]),
  ),
});

function listByGroup(rights: Rights, model: string) {
  const lines = (rights.access.get(model) ?? []).filter(({ active }) => active);
  if (lines.every(({ group }) => group === null)) return [];
  const steps = createGroupSteps();
  return [...rights.groups].flatMap(([group, { name, fullName }]) => {
    const held = rights.close([group], steps);
    return lines.some((line) => line.group !== null && held.has(line.group))
      ? [{ group, name, full_name: fullName, ...tellAllowed(findAllowed(rights, model, held)) }]
      : [];
  });
}

/** @throws Problem `not_in_system`, or `not_indexed` where that is not known */
function findGroup({ known }: Registry, { groups }: Rights, xmlId: string) {
  const group = groups.get(xmlId);
  if (group !== undefined) return group;
  const near = listNearTexts([...groups.keys()], xmlId);
  throw toAbsence("group", xmlId, known.listOfRecord(xmlId), near);
}

/** Sorted, without the one that they were found from. */
const listOthers = (groups: ReadonlySet<string>, one: string): readonly string[] =>
  [...groups].filter((id) => id !== one).toSorted();

const toRight = ({ record, name, group, permissions, active }: Right) => ({
  ...toId(record),
  name,
  group,
  permissions,
  active,
  writers: toWriters(record),
});

const describeRule = ({ domain, groups, permissions, active }: Right) => ({
  domain,
  groups,
  permissions,
  active,
});

const toRuleAnswer = (rule: Right) => ({
  ...toId(rule.record),
  name: rule.name,
  ...describeRule(rule),
  global: rule.groups.length === 0,
  writers: toWriters(rule.record),
});

export const registryRightsRoutes = [registryAccessModelsRoute, registryAccessRoute] as const;
