// GET /v1/registry/access, groups, menus, actions and records: what the data files of a system make, and who of
// them writes it.
import { getModuleOfXmlId } from "../../../data/xml-id.js";
import { limit, list, OFFSET, text } from "../../contract/parameter.js";
import { shape } from "../../contract/route.js";
import type { RegistryMenu } from "../../contract/shape/system/registry-data.js";
import { cutSlice } from "../../contract/slice.js";
import { toCompleteness } from "../../lookup/dependency/not-indexed.js";
import { listNearTexts } from "../../lookup/search/near-names.js";
import { listActions, type SystemAction } from "../../registry/data/actions.js";
import { listMenuTree, type MenuNode } from "../../registry/data/menus.js";
import type { WrittenRecord } from "../../registry/data/record-writes.js";
import {
  findAllowed,
  listGroupRules,
  listGroupsWith,
  type AccessLine,
  type RecordRule,
} from "../../registry/data/rights.js";
import { listLineTemplates } from "../../registry/loaded/loaded-system.js";
import { getRegistry, type Registry } from "../../registry/loaded/registry-cache.js";
import { defineRoute } from "../define-route.js";
import { toAbsence } from "./registry.js";
import { readSystemQuestion, SYSTEM_PARAMETERS } from "./system-question.js";

const loadShapes = () => import("../../contract/shape/system/registry-data.js");

/** What holds for all answers about records. */
const RECORDS =
  "The installation (system) is that of /v1/plan for the same parameters, newly installed without demo data: all data files are loaded in load order, and the last one that gives a field wins. No code is run: what functions, hooks and settings change is not known.";

const LISTED = { limit: limit(500, 5_000), offset: OFFSET } as const;

const MODULE = text("Only what a data file of this module writes.", { example: "sale" });

export const registryAccessRoute = defineRoute({
  path: "/v1/registry/access/{model}",
  operation: "getSystemAccess",
  tag: "systems",
  summary: "Who may do what with a model of an installation",
  description: `The access lines and record rules of a model, each with the places that write it. With \`groups\` what a user with these groups may do, and because of which line. ${RECORDS}`,
  parameters: {
    model: text("Name of a model.", { example: "res.partner" }),
    ...SYSTEM_PARAMETERS,
    groups: list(100, "Full ids of groups that a user has, comma-separated.", {
      example: "base.group_user",
      isUnordered: true,
    }),
    module: MODULE,
  },
  answer: { description: "The rights.", shape: shape(loadShapes, "RegistryAccess") },
  problems: ["unknown_version", "not_in_system", "not_indexed", "too_complex"],
  isCostly: true,
  respond({ lookup: { snapshot } }, { model, groups, module, ...values }) {
    const registry = getRegistry(snapshot, readSystemQuestion(snapshot, values));
    if (!registry.system.hasModel(model)) {
      const near = listNearTexts(registry.models.listModels(), model);
      throw toAbsence("model", model, registry.known.listOfModel(model), near);
    }
    const rights = registry.getRights();
    const access = (rights.access.get(model) ?? []).filter(isWrittenBy(module));
    const rules = (rights.rules.get(model) ?? []).filter(isWrittenBy(module));
    const closed = groups && rights.close(groups);
    const allowed = closed && findAllowed(rights, model, closed);
    return {
      body: {
        ...tellSystem(registry, registry.known.listOfUsage(model)),
        model,
        access: access.map(toAccessLine),
        rules: rules.map(toRule),
        ...(closed !== undefined &&
          allowed !== undefined && {
            allowed: {
              groups: [...closed].toSorted(),
              permissions: allowed.permissions,
              because: Object.fromEntries(
                allowed.because.map(({ permission, line }) => [permission, line.record.xmlId]),
              ),
              rules: [
                ...(rights.rules.get(model) ?? []).filter(
                  (rule) => rule.active && rule.groups.length === 0,
                ),
                ...listGroupRules(rights, model, closed),
              ].map(({ record }) => record.xmlId),
            },
          }),
      },
    };
  },
});

export const registryGroupsRoute = defineRoute({
  path: "/v1/registry/groups",
  operation: "listSystemGroups",
  tag: "systems",
  summary: "All groups of an installation",
  description: `The groups of an installation with what they imply, in the order in which they are made. ${RECORDS}`,
  parameters: { ...SYSTEM_PARAMETERS, ...LISTED },
  answer: { description: "The groups.", shape: shape(loadShapes, "RegistryGroups") },
  problems: ["unknown_version", "too_complex"],
  isCostly: true,
  respond({ lookup: { snapshot } }, values) {
    const registry = getRegistry(snapshot, readSystemQuestion(snapshot, values));
    const { groups, close } = registry.getRights();
    const { rows, total } = cutSlice([...groups.values()], values);
    return {
      body: {
        ...tellSystem(registry),
        groups: rows.map(({ record, name, category, implied }) => ({
          ...toId(record),
          name,
          category,
          implied,
          closure: [...close([record.xmlId])].filter((id) => id !== record.xmlId).toSorted(),
        })),
        total,
      },
    };
  },
});

export const registryGroupRoute = defineRoute({
  path: "/v1/registry/groups/{group}",
  operation: "getSystemGroup",
  tag: "systems",
  summary: "What the users of a group may do in an installation",
  description: `What a user with this group may do with every model, and the rules that hold for that user. ${RECORDS}`,
  parameters: {
    group: text("Full id of a group: `module.name`.", { example: "base.group_user" }),
    ...SYSTEM_PARAMETERS,
  },
  answer: { description: "The group.", shape: shape(loadShapes, "RegistryGroup") },
  problems: ["unknown_version", "not_in_system", "not_indexed", "too_complex"],
  isCostly: true,
  respond({ lookup: { snapshot } }, { group: xmlId, ...values }) {
    const registry = getRegistry(snapshot, readSystemQuestion(snapshot, values));
    const rights = registry.getRights();
    const group = rights.groups.get(xmlId);
    if (group === undefined) {
      const near = listNearTexts([...rights.groups.keys()], xmlId);
      throw toAbsence("group", xmlId, registry.known.listOfRecord(xmlId), near);
    }
    const held = listGroupsWith(rights, xmlId);
    const models = [...rights.access.keys()].toSorted().flatMap((model) => {
      const { permissions } = findAllowed(rights, model, held);
      return permissions === "" ? [] : [[model, permissions] as const];
    });
    const rules = [...rights.rules.keys()].toSorted().flatMap((model) => {
      const ids = listGroupRules(rights, model, held).map(({ record }) => record.xmlId);
      return ids.length === 0 ? [] : [[model, ids.toSorted()] as const];
    });
    return {
      body: {
        ...tellSystem(registry),
        group: xmlId,
        name: group.name,
        implies: group.implied,
        closure: [...rights.close([xmlId])].filter((id) => id !== xmlId).toSorted(),
        with: [...held].toSorted(),
        models: Object.fromEntries(models),
        rules: Object.fromEntries(rules),
        writers: toWriters(group.record),
      },
    };
  },
});

export const registryMenusRoute = defineRoute({
  path: "/v1/registry/menus",
  operation: "listSystemMenus",
  tag: "systems",
  summary: "The menus of an installation, as a tree",
  description: `The menus of an installation with what they start, who sees them and who put them there. ${RECORDS}`,
  parameters: { ...SYSTEM_PARAMETERS, ...LISTED },
  answer: { description: "The menus.", shape: shape(loadShapes, "RegistryMenus") },
  problems: ["unknown_version", "too_complex"],
  isCostly: true,
  respond({ lookup: { snapshot } }, values) {
    const registry = getRegistry(snapshot, readSystemQuestion(snapshot, values));
    const { rows, total } = cutSlice(listMenuTree(registry.getRecords()), values);
    return {
      body: {
        ...tellSystem(registry),
        menus: toMenus(rows),
        total,
      },
    };
  },
});

export const registryActionsRoute = defineRoute({
  path: "/v1/registry/actions",
  operation: "listSystemActions",
  tag: "systems",
  summary: "The actions of an installation",
  description: `Windows, reports, server actions and others, with their models and views. ${RECORDS}`,
  parameters: {
    ...SYSTEM_PARAMETERS,
    model: text("Only actions that show this model, or work on it.", { example: "res.partner" }),
    ...LISTED,
  },
  answer: { description: "The actions.", shape: shape(loadShapes, "RegistryActions") },
  problems: ["unknown_version", "too_complex"],
  isCostly: true,
  respond({ lookup: { snapshot } }, { model, ...values }) {
    const registry = getRegistry(snapshot, readSystemQuestion(snapshot, values));
    const { rows, total } = cutSlice(listActions(registry, model), values);
    return { body: { ...tellSystem(registry), actions: rows.map(toAction), total } };
  },
});

export const registryRecordsRoute = defineRoute({
  path: "/v1/registry/records",
  operation: "listSystemRecords",
  tag: "systems",
  summary: "The records that data files of an installation make",
  description: `External ids with their models, in the order in which they are made: of one model, or those that a module writes, be they its own or of others. ${RECORDS}`,
  parameters: {
    ...SYSTEM_PARAMETERS,
    model: text("Only records of this model.", { example: "mail.template" }),
    module: MODULE,
    ...LISTED,
  },
  answer: { description: "The records.", shape: shape(loadShapes, "RegistryRecords") },
  problems: ["unknown_version", "too_complex"],
  isCostly: true,
  respond({ lookup: { snapshot } }, { model, module, ...values }) {
    const registry = getRegistry(snapshot, readSystemQuestion(snapshot, values));
    const { writes, isMadeBefore } = registry.getRecords();
    const models = model === undefined ? [...writes.listModels()] : [model];
    const all = models
      .flatMap((one) => writes.listOfModel(one))
      .filter((record) => isWrittenBy(module)({ record }));
    const { rows, total } = cutSlice(all, values);
    return {
      body: {
        ...tellSystem(registry),
        records: rows.map((record) => ({
          ...toId(record),
          model: record.model,
          noupdate: isMadeBefore(record) || record.writes[0].noupdate,
          written_by: [...new Set(record.writes.map((write) => write.module))],
        })),
        total,
      },
    };
  },
});

export const registryRecordRoute = defineRoute({
  path: "/v1/registry/records/{record}",
  operation: "getSystemRecord",
  tag: "systems",
  summary: "A record of an installation, with every place that writes it",
  description: `The values of its fields as the last writer leaves them, and all writers in order. ${RECORDS}`,
  parameters: {
    record: text("Full id of a record: `module.name`.", { example: "base.menu_contacts" }),
    ...SYSTEM_PARAMETERS,
  },
  answer: { description: "The record.", shape: shape(loadShapes, "RegistryRecord") },
  problems: ["unknown_version", "not_in_system", "not_indexed", "too_complex"],
  isCostly: true,
  respond({ lookup: { snapshot } }, { record: xmlId, ...values }) {
    const registry = getRegistry(snapshot, readSystemQuestion(snapshot, values));
    const records = registry.getRecords();
    const record = records.find(xmlId);
    const unknown = registry.known.listOfRecord(xmlId);
    if (record === undefined) {
      const ids = records.writes.listIdsOf(getModuleOfXmlId(xmlId));
      throw toAbsence("record", xmlId, unknown, listNearTexts(ids, xmlId));
    }
    const modules = record.writes.map(({ module }) => module);
    return {
      body: {
        ...tellSystem(registry, unknown),
        ...toId(record),
        model: record.model,
        noupdate: record.noupdate,
        values: Object.fromEntries(record.values),
        unknown: record.unknown,
        writers: toWriters(record),
        line_urls: listLineTemplates(registry.system, modules),
      },
    };
  },
});

/** @param unknown names of modules that are not indexed and could change the answer; by default all that are missing */
export const tellSystem = ({ system, known }: Registry, unknown = known.names) => ({
  platform_version: system.platformVersion,
  ...toCompleteness(unknown),
});

const isWrittenBy =
  (module: string | undefined) =>
  ({ record }: { readonly record: WrittenRecord }): boolean =>
    module === undefined || record.writes.some((write) => write.module === module);

const toId = ({ xmlId }: WrittenRecord) => ({ xml_id: xmlId, module: getModuleOfXmlId(xmlId) });

const toWriters = ({ writes }: WrittenRecord) =>
  writes.map(({ module, file, line, tag, noupdate }) => ({ module, file, line, tag, noupdate }));

const toAccessLine = ({ record, name, group, permissions, active }: AccessLine) => ({
  ...toId(record),
  name,
  group,
  permissions,
  active,
  writers: toWriters(record),
});

const toRule = ({ record, name, domain, groups, permissions, active }: RecordRule) => ({
  ...toId(record),
  name,
  domain,
  groups,
  global: groups.length === 0,
  permissions,
  active,
  writers: toWriters(record),
});

/** Level by level: menus lie in each other as deep as a repository likes. */
function toMenus(roots: readonly MenuNode[]): readonly RegistryMenu[] {
  const answer: RegistryMenu[] = [];
  const open = roots.map((node) => ({ node, to: answer }));
  for (const { node, to } of open) {
    const children: RegistryMenu[] = [];
    const { record, name, completeName, parent, sequence, active, action, groups } = node;
    to.push({
      ...toId(record),
      name,
      complete_name: completeName,
      parent,
      sequence,
      active,
      action,
      groups,
      writers: toWriters(record),
      children,
    });
    for (const child of node.children) open.push({ node: child, to: children });
  }
  return answer;
}

const toAction = (action: SystemAction) => ({
  ...toId(action.record),
  type: action.record.model,
  name: action.name,
  res_model: action.model,
  view_mode: action.viewMode,
  view_id: action.view,
  report_name: action.reportName,
  binding_model: action.boundTo,
  writers: toWriters(action.record),
});
