// Layout of one thing of a system: the rights of a model, a view, a record, a bundle.
import { toPath, toQuery } from "../../browser/ask.js";
import { capitalise } from "../../field-words.js";
import {
  layCaveat,
  toState,
  layFacts,
  layTable,
  type Block,
  type Fact,
  type LayoutContext,
  type State,
} from "../../layout.js";
import type { CodeLocation } from "../../browser/line-address.js";
import { layUnknown } from "../completeness.js";
import { layWhere } from "../where-columns.js";
import { layPlain } from "../../plain-blocks.js";
import type { RegistryOne, RegistryViewAnswer } from "./registry.js";
import type { RegistryBundle } from "./registry-assets.js";
import type { RegistryAccess, RegistryRecord } from "./registry-data.js";
import {
  ACTIVE,
  describeRights,
  LEFT_ALONE,
  RIGHTS,
  toRecordPage,
  WRITERS,
} from "./registry-layout.js";

const EVERYONE = "everyone";

/** @param id group in the column; everybody has no page */
const linkGroup = (id: string): string | null => (id === EVERYONE ? null : toRecordPage(id));

const listAllowed = ({
  permissions,
  groups,
  because,
  rules,
}: NonNullable<RegistryAccess["allowed"]>): readonly Fact[] => [
  { key: "allowed", title: "A user of these groups may", value: describeRights(permissions) },
  { key: "allowed_groups", title: "Having the groups", value: groups, isCode: true },
  {
    key: "because",
    title: "Because of",
    value: Object.entries(because).map(
      ([letter, line]) => `${RIGHTS[letter as keyof typeof RIGHTS]}: ${line}`,
    ),
  },
  { key: "rules_that_hold", title: "With the rules", value: rules, isCode: true },
];

export const layModelAccess = (answer: RegistryAccess): readonly Block[] => [
  layFacts([
    { key: "model", value: answer.model, href: (_, model) => toPath("registry", "models", model) },
    { key: "lines", title: "Access rights", value: answer.access.length },
    {
      key: "rule_count",
      title: "Record rules",
      value: answer.rules.length || "none: no rule limits which records",
    },
    ...(answer.allowed === undefined ? [] : listAllowed(answer.allowed)),
  ]),
  ...layUnknown(answer),
  layTable({
    name: "by_group",
    title: "What users of a group may do",
    rows: answer.by_group,
    columns: [
      { key: "group", isCode: true, href: (_, id) => toRecordPage(id) },
      "full_name: Name",
      ...Object.entries(RIGHTS).map(([letter, word]) => ({
        key: word,
        title: capitalise(word),
        value: ({ because }: RegistryAccess["by_group"][number]) =>
          because[letter] === undefined ? null : "yes",
        href: ({ because }: RegistryAccess["by_group"][number]) =>
          toRecordPage(because[letter] ?? ""),
      })),
    ],
  }),
  layTable({
    name: "access",
    title: "Access rights",
    isMain: true,
    rows: answer.access,
    columns: [
      { key: "xml_id", title: "XML ID", href: (_, id) => toRecordPage(id) },
      {
        key: "group",
        value: ({ group }) => group ?? EVERYONE,
        href: (_, group) => linkGroup(group),
      },
      { key: "permissions", title: "May", value: (row) => describeRights(row.permissions) },
      ACTIVE,
      WRITERS,
    ],
  }),
  layTable({
    name: "rules",
    title: "Record rules",
    rows: answer.rules,
    columns: [
      { key: "xml_id", title: "XML ID", href: (_, id) => toRecordPage(id) },
      "name",
      "domain",
      {
        key: "groups",
        value: ({ groups }) => (groups.length === 0 ? EVERYONE : groups),
        href: (_, group) => linkGroup(group),
      },
      { key: "permissions", title: "Operations", value: (row) => describeRights(row.permissions) },
      ACTIVE,
      WRITERS,
    ],
  }),
];

const XML_ID = /^[a-z_]\w*\.[a-z_]\w*$/i;

const layRecord = (answer: RegistryRecord): readonly Block[] => [
  layFacts([
    {
      key: "model",
      title: "Record of",
      value: answer.model,
      href: (_, model) => toPath("registry", "models", model),
    },
    { key: "noupdate", title: "On update", value: answer.noupdate ? LEFT_ALONE : null },
    { key: "unknown", title: "Set by code: value unknown", value: answer.unknown, isCode: true },
  ]),
  ...layUnknown(answer),
  layTable({
    name: "values",
    rows: Object.entries(answer.values).map(([field, value]) => ({ field, value })),
    columns: [
      "field",
      {
        key: "value",
        value: ({ value }) => (value === null ? "empty" : value),
        href: (_, text) => (XML_ID.test(text) ? toRecordPage(text) : null),
      },
    ],
  }),
  layTable({
    name: "writers",
    title: "Written by, in load order",
    rows: answer.writers,
    columns: [
      { key: "module", href: (_, name) => toPath("module", name) },
      { key: "tag", title: "Element", isCode: true },
      layWhere<CodeLocation & { readonly module: string }>((row) => answer.line_urls[row.module]),
      { key: "noupdate", title: "On update", value: (row) => (row.noupdate ? LEFT_ALONE : null) },
    ],
  }),
];

/** The module whose arch a view has. @param at its index in `views` */
export function getModule({ views }: Pick<RegistryViewAnswer, "views">, at: number): string {
  const view = views[at];
  return view?.arch?.module ?? view?.module ?? "";
}

/** Elements of a name alone, where they are asked for. */
export const layView = (view: RegistryViewAnswer): readonly Block[] => {
  const { platform_version: version, xml_id: id, model, type, shown, arch } = view;
  return [
    layFacts([
      { key: "xml_id", title: "View", value: id },
      { key: "model", value: model, href: (_, one) => toPath("registry", "models", one) },
      { key: "type", value: type },
      { key: "platform_version", title: "Odoo", value: version },
      { key: "active", title: "State", value: ACTIVE.value(view) },
      { key: "groups", value: view.groups, isCode: true },
      { key: "dynamic", value: view.dynamic || null },
      {
        key: "shown",
        title: "Elements of this name",
        value: shown?.length === 0 ? "none" : shown,
        isCode: true,
      },
    ]),
    ...layUnknown(view),
    ...(shown === undefined ? layApplied(view) : []),
    ...(shown === undefined && arch !== null
      ? [{ kind: "code", title: "Arch", language: "xml", text: arch } as const]
      : []),
  ];
};

/** Specs that failed, methods that change the view on each request, the views in their order, and the writers of the first. */
export function layApplied(view: RegistryViewAnswer): readonly Block[] {
  const where = layWhere<CodeLocation & { readonly module: string }>(
    ({ module }) => view.line_urls[module],
  );
  const query = toQuery({ platform_version: view.platform_version });
  const module = {
    key: "module",
    href: (_: unknown, name: string) => toPath("module", name, view.platform_version),
  } as const;
  return [
    layTable({
      name: "diagnostics",
      title: "Parts that could not be applied",
      rows: view.diagnostics,
      columns: [{ key: "view", isCode: true }, module, where, "reason", "spec", "detail"],
    }),
    layTable({
      name: "changed_on_request",
      title: "Methods that may change it further at run time",
      rows: view.changed_on_request,
      columns: [{ key: "method", isCode: true }, "model", module, where],
    }),
    layTable({
      name: "views",
      title: "Applied views, in this order",
      isMain: true,
      rows: view.views.map((one, at) => ({
        ...one,
        ...one.arch,
        at,
        module: getModule(view, at),
        changes: one.specs || null,
      })),
      idOf: ({ at }) => `view-${at}`,
      columns: [
        { key: "xml_id", title: "View", href: (_, id) => toPath("view", id) + query },
        { key: "name", value: ({ name, xml_id: id }) => (name === id ? null : name) },
        "mode",
        module,
        "priority",
        "changes",
        "elements",
        where,
        { key: "groups", isCode: true, place: "detail" },
        { key: "dynamic", place: "detail" },
      ],
    }),
    layTable({
      name: "writers",
      title: "Written by, in load order",
      isFolded: true,
      rows: view.changes,
      columns: [module, "operation: By", where],
    }),
  ];
}

const NO_FILE: State = toState("no_file", "no such file", "bad");

const layBundle = (answer: RegistryBundle): readonly Block[] => [
  ...layCaveat(answer.error !== null, `Odoo refuses this bundle: ${answer.error ?? ""}`),
  ...layUnknown(answer),
  layTable({
    name: "modules",
    rows: Object.entries(answer.files_by_module).map(([module, files]) => ({ module, files })),
    columns: [
      { key: "module", href: (_, name) => toPath("module", name) },
      "files",
      {
        key: "bytes",
        title: "Size",
        unit: "bytes",
        value: (row) => answer.bytes_by_module[row.module],
      },
    ],
  }),
  layTable({
    name: "paths",
    title: "Files, in the order in which a browser gets them",
    isMain: true,
    rows: answer.paths,
    columns: [
      "path: File",
      { key: "file", title: "State", value: ({ file }) => (file ? null : NO_FILE) },
      "module",
      "directive: By",
      { key: "bundle", title: "In", isCode: true },
      {
        key: "def",
        title: "As written",
        isCode: true,
        value: ({ def, path }) => (def === path.slice(1) ? null : def),
      },
    ],
  }),
];

export function layRegistryOne(answer: RegistryOne, context: LayoutContext): readonly Block[] {
  if ("bundle" in answer) return layBundle(answer);
  return "values" in answer ? layRecord(answer) : layPlain(answer, context);
}
