// Layout of a system's lists: models, rights, groups, menus, actions, records and bundles.
import { toPath } from "../../browser/ask.js";
import {
  toState,
  layTable,
  type Block,
  type ComputedColumn,
  type LayoutContext,
  type State,
} from "../../layout.js";
import { layUnknown } from "../completeness.js";
import type {
  RegistryAccessModels,
  RegistryActions,
  RegistryGroups,
  RegistryMenu,
  RegistryMenus,
  RegistryRecords,
} from "./registry-data.js";
import type { RegistryBundles } from "./registry-assets.js";
import type { RegistryList } from "./registry.js";
import type { RegistryModelSummary } from "./registry-model.js";

const TOO_COMPLEX: State = toState("too_complex", "too complex to combine", "unknown");

const NOT_ACTIVE: State = toState("not_active", "not active", "bad");

export const ACTIVE: ComputedColumn<{ readonly active: boolean }> = {
  key: "active",
  title: "State",
  value: ({ active }) => (active ? null : NOT_ACTIVE),
};

export const WRITERS: ComputedColumn<Pick<RegistryMenu, "writers">> = {
  key: "writers",
  title: "Written by",
  value: ({ writers }) => writers.map(({ module, file, line }) => `${module} ${file}:${line}`),
};

export const layModels = (
  models: readonly RegistryModelSummary[],
  { total }: LayoutContext,
): readonly Block[] => [
  layTable({
    name: "models",
    rows: models,
    total,
    columns: [
      { key: "model", href: (_, model) => toPath("registry", "models", model) },
      "description",
      { key: "kind", value: ({ kind }) => kind ?? TOO_COMPLEX },
      { key: "module", title: "Defined by", href: (_, module) => toPath("module", module) },
      "classes",
      "fields",
      "methods",
      { key: "not_indexed", place: "detail" },
    ],
  }),
];

/** State of a model without lines or rules; modules outside the index may have some. */
const toNone = (code: string, word: string, { complete }: RegistryAccessModels): State =>
  toState(code, complete ? word : `${word} known`, code === "no_line" ? "bad" : "plain");

type AccessRow = RegistryAccessModels["models"][number];

export const layAccess = (answer: RegistryAccessModels): readonly Block[] => [
  ...layUnknown(answer),
  layTable({
    name: "rights",
    title: "Access rights",
    rows: answer.models,
    total: answer.total,
    columns: [
      {
        key: "model",
        href: (_, model) =>
          isOfUnread(model, answer) ? null : toPath("registry", "access", model),
      },
      {
        key: "groups",
        value: ({ access, written_rules: written, rules }) =>
          access.length === 0 && (written === undefined || rules.length === 0)
            ? toNone("no_line", "nobody", answer)
            : access.map(describeLine),
      },
      {
        key: "rules",
        title: "Record rules",
        isCode: true,
        value: ({ rules, written_rules: written }) =>
          rules.length === 0 && written === undefined ? toNone("no_rule", "none", answer) : rules,
      },
    ],
  }),
];

/** A model that is not indexed stands there by its external id, and has no page. */
function isOfUnread(model: string, { not_indexed: unread }: RegistryAccessModels): boolean {
  const [owner = "", id = ""] = model.split(".");
  return id.startsWith("model_") && unread.includes(owner);
}

/** `base.group_user (read, write)`, and what was before where a module writes it. */
function describeLine({ group, permissions, active, before }: AccessRow["access"][number]): string {
  const was = typeof before === "string" && before !== (active === false ? "" : permissions);
  const rights = [
    describeRights(permissions),
    ...(active === false ? ["not active"] : []),
    ...(was ? [`before: ${describeRights(before)}`] : []),
  ];
  return `${group ?? "everyone"} (${rights.join("; ")})`;
}

/** Rights in the words of Odoo's forms. */
export const RIGHTS = { r: "read", w: "write", c: "create", u: "delete" } as const;

export const describeRights = (permissions: string): string =>
  permissions === ""
    ? "nothing"
    : Object.entries(RIGHTS)
        .flatMap(([letter, word]) => (permissions.includes(letter) ? [word] : []))
        .join(", ");

export const toRecordPage = (xmlId: string): string => toPath("registry", "records", xmlId);

const layGroups = (answer: RegistryGroups): readonly Block[] => [
  ...layUnknown(answer),
  layTable({
    name: "groups",
    rows: answer.groups,
    total: answer.total,
    columns: [
      { key: "xml_id", title: "Group", href: (_, id) => toRecordPage(id) },
      "full_name: Name",
      { key: "category", title: "Application", isCode: true, place: "detail" },
      "implied",
      { key: "closure", title: "All that it implies", place: "detail" },
    ],
  }),
];

const layMenus = (answer: RegistryMenus): readonly Block[] => [
  ...layUnknown(answer),
  layTable({
    name: "menus",
    rows: listInOrder(answer.menus),
    total: answer.menus.length < answer.total ? answer.total : undefined,
    columns: [
      {
        key: "complete_name",
        title: "Menu",
        value: (row) => (row.complete_name ?? row.xml_id).replaceAll("/", " / "),
        href: ({ xml_id: id }) => toRecordPage(id),
      },
      "xml_id: XML ID",
      ACTIVE,
      {
        key: "action",
        href: (_, id) => {
          const [owner = ""] = id.split(".");
          return answer.not_indexed.includes(owner) ? null : toRecordPage(id);
        },
      },
      { key: "groups", isCode: true },
      WRITERS,
    ],
  }),
];

/** Each before those in it; without recursion, since menus lie in each other as deep as a repository likes. */
function listInOrder(roots: readonly RegistryMenu[]): readonly RegistryMenu[] {
  const listed: RegistryMenu[] = [];
  const open = roots.toReversed();
  for (let menu = open.pop(); menu !== undefined; menu = open.pop()) {
    listed.push(menu);
    for (const child of (menu.children as readonly RegistryMenu[]).toReversed()) open.push(child);
  }
  return listed;
}

export const layActions = (answer: RegistryActions): readonly Block[] => [
  ...layUnknown(answer),
  layTable({
    name: "actions",
    rows: answer.actions,
    total: answer.total,
    columns: [
      { key: "xml_id", title: "Action", href: (_, id) => toRecordPage(id) },
      "name",
      { key: "type", isCode: true },
      { key: "res_model", title: "Model", isCode: true },
      "view_mode: Views",
      { key: "view_id", title: "View", isCode: true },
      { key: "report_name", title: "Report", isCode: true },
      "binding_model: In the menu of",
      WRITERS,
    ],
  }),
];

export const layRecords = (answer: RegistryRecords): readonly Block[] => [
  ...layUnknown(answer),
  layTable({
    name: "records",
    rows: answer.records,
    total: answer.total,
    columns: [
      { key: "xml_id", title: "Record", href: (_, id) => toRecordPage(id) },
      "model",
      "written_by",
      { key: "noupdate", title: "On update", value: (row) => (row.noupdate ? LEFT_ALONE : null) },
    ],
  }),
];

export const LEFT_ALONE: State = toState("noupdate", "kept as it is");

const layBundles = (answer: RegistryBundles): readonly Block[] => [
  ...layUnknown(answer),
  layTable({
    name: "bundles",
    title: "Asset bundles",
    rows: answer.bundles,
    total: answer.total,
    columns: [
      {
        key: "bundle",
        isCode: true,
        value: (name) => name,
        href: (_, name) => toPath("registry", "assets", name),
      },
    ],
  }),
];

export function layRegistryList(answer: RegistryList): readonly Block[] {
  if ("menus" in answer) return layMenus(answer);
  return "groups" in answer ? layGroups(answer) : layBundles(answer);
}
