// Layout of a module's contents: models with fields and methods, views, controllers, rights,
// scheduled jobs, menus, actions, bundles, scripts.
import { toPath, toQuery } from "../browser/ask.js";
import { toState, layTable, type Block, type DeclaredColumn, type State } from "../layout.js";
import type { ModuleDetail } from "./module.js";
import {
  ATTRS,
  DECORATORS,
  findViewModel,
  linkModelAt,
  layMemberName,
  layWhere,
  ROLES,
} from "./where-columns.js";

const EVERYONE = "everyone";
const OFF: State = toState("off", "off");

interface Permissions {
  readonly perm_read: boolean | null;
  readonly perm_write: boolean | null;
  readonly perm_create: boolean | null;
  readonly perm_unlink: boolean | null;
}

/** Missing permissions are left out: the platform, or the changed record, decides. */
export function listRights(row: Permissions): readonly string[] {
  const words = [
    [row.perm_read, "read"],
    [row.perm_write, "write"],
    [row.perm_create, "create"],
    [row.perm_unlink, "delete"],
  ] as const;
  const told = (wanted: boolean) => words.flatMap(([is, word]) => (is === wanted ? [word] : []));
  return [...told(true), ...told(false).map((word) => `not ${word}`)];
}

const findModel = ({ model_name: model }: { readonly model_name: string }): string => model;

const atVersion = ({ platform_version }: ModuleDetail): string => toQuery({ platform_version });

export const layModuleModels = (detail: ModuleDetail): readonly Block[] => {
  const { models } = detail;
  const query = atVersion(detail);
  const where = layWhere(() => detail.line_url);
  const ofModel: DeclaredColumn<{ readonly model_name: string }> = {
    key: "model_name",
    href: (_, name) => toPath("model", name) + query,
  };
  return [
    layTable({
      name: "models",
      rows: models,
      columns: [
        ofModel,
        {
          key: "is_new_model",
          title: "Role",
          value: (row) => (row.is_new_model ? ROLES.defines : ROLES.extends),
        },
        {
          key: "kind",
          place: "detail",
          value: ({ attrs }) => (attrs?.kind === "Model" ? null : attrs?.kind),
        },
        { key: "description", value: ({ attrs }) => attrs?.description },
        { key: "fields", value: ({ fields }) => fields.length },
        { key: "methods", value: ({ methods }) => methods.length },
        {
          key: "inherit_from",
          title: "Inherits",
          value: (row) => row.inherit_from.filter((one) => one !== row.model_name),
          href: linkModelAt(detail.platform_version),
        },
        where,
        { key: "class_name", place: "data" },
        { key: "docstring", unit: "prose", place: "detail" },
        { key: "order", isCode: true, place: "detail", value: ({ attrs }) => attrs?.order },
        { key: "rec_name", place: "detail", value: ({ attrs }) => attrs?.rec_name },
        { key: "table", place: "detail", value: ({ attrs }) => attrs?.table },
        {
          key: "inherits",
          title: "Delegates to",
          place: "detail",
          value: ({ attrs }) =>
            Object.entries(attrs?.inherits ?? {}).map(([one, field]) => `${one} by ${field}`),
        },
      ],
    }),
    layTable({
      name: "fields",
      rows: models.flatMap(({ model_name, file, fields }) =>
        fields.map((field) => ({ ...field, model_name, file })),
      ),
      columns: [
        layMemberName("field", query, findModel),
        "field_type",
        { key: "relation", href: linkModelAt(detail.platform_version) },
        ofModel,
        { ...ATTRS, place: "detail" },
        where,
      ],
    }),
    layTable({
      name: "methods",
      rows: models.flatMap(({ model_name, file, methods }) =>
        methods.map((method) => ({ ...method, model_name, file })),
      ),
      columns: [
        layMemberName("method", query, findModel),
        "signature",
        ofModel,
        { ...DECORATORS, place: "detail" },
        { key: "docstring", unit: "prose", place: "detail" },
        where,
      ],
    }),
  ];
};

export const layModuleViews = (detail: ModuleDetail): readonly Block[] => {
  const query = atVersion(detail);
  /** An id without a module is one of the module's own. */
  const linkView = (_: unknown, id: string): string =>
    toPath("view", id.includes(".") ? id : `${detail.technical_name}.${id}`) + query;
  return [
    layTable({
      name: "views",
      rows: detail.views,
      columns: [
        { key: "xml_id", title: "View", href: linkView },
        { key: "name", value: ({ name, xml_id: id }) => (name === id ? null : name) },
        "view_type",
        { key: "model", value: findViewModel },
        { key: "inherit_xml_id", href: linkView },
        layWhere(() => detail.line_url),
      ],
    }),
  ];
};

/** Folded on pages; what it has none of is not shown. */
export const layModuleParts = (detail: ModuleDetail): readonly Block[] => {
  const { controllers = [], access = [], rules = [], crons = [], groups = [] } = detail;
  const { menus = [], actions = [], assets = [], scripts = [], migrations = [] } = detail;
  const where = layWhere(() => detail.line_url);
  const linkScript = (name: string): string => toPath("javascript", name) + atVersion(detail);
  const open = <One>(list: (script: (typeof scripts)[number]) => readonly One[]) =>
    scripts.flatMap((script) => list(script).map((one) => ({ ...one, file: script.file })));
  const parts = [
    layTable({
      name: "routes",
      title: "HTTP routes",
      rows: controllers.flatMap(({ class_name, inherit_from, file, routes }) =>
        routes.map((route) => ({ ...route, class_name, inherit_from, file })),
      ),
      columns: [
        {
          key: "paths",
          title: "Route",
          isCode: true,
          value: ({ paths }) => (paths.length === 0 ? "as in the class it extends" : paths),
        },
        "type",
        "methods: HTTP",
        "auth",
        {
          key: "name",
          title: "Method",
          isCode: true,
          value: (row) => `${row.class_name}.${row.name}`,
        },
        { key: "inherit_from", title: "Of", place: "detail" },
        {
          key: "attrs",
          title: "With",
          place: "detail",
          value: ({ csrf, website, cors, attrs }) =>
            Object.entries({ csrf, website, cors, ...attrs }).flatMap(([key, value]) =>
              value === null ? [] : [`${key}=${String(value)}`],
            ),
        },
        where,
      ],
    }),
    layTable({
      name: "groups",
      rows: groups,
      columns: ["xml_id: Group", "name", "category", "implied", where],
    }),
    layTable({
      name: "access",
      title: "Access rights",
      rows: access,
      columns: [
        "model",
        { key: "group", value: ({ group }) => group ?? EVERYONE },
        { key: "may", value: listRights },
        "xml_id: XML ID",
        { key: "name", place: "detail" },
        where,
      ],
    }),
    layTable({
      name: "rules",
      title: "Record rules",
      rows: rules,
      columns: [
        "xml_id: Rule",
        "name",
        "model",
        { key: "groups", value: (row) => (row.groups.length === 0 ? EVERYONE : row.groups) },
        "domain",
        { key: "may", title: "Operations", value: listRights },
        where,
      ],
    }),
    layTable({
      name: "crons",
      title: "Scheduled actions",
      rows: crons,
      columns: [
        "xml_id: Action",
        "name",
        {
          key: "every",
          value: (row) =>
            [row.interval_number, row.interval_type].filter((one) => one !== null).join(" "),
        },
        { key: "active", title: "State", value: ({ active }) => (active === false ? OFF : null) },
        "model",
        { key: "code", isCode: true, value: (row) => row.code ?? row.function },
        where,
      ],
    }),
    layTable({
      name: "menus",
      rows: menus,
      columns: [
        "xml_id: Menu",
        "name",
        { key: "parent", title: "In", isCode: true },
        "action",
        { key: "groups", isCode: true },
        where,
      ],
    }),
    layTable({
      name: "actions",
      rows: actions,
      columns: [
        "xml_id: Action",
        "name",
        { key: "type", value: ({ type }) => type.replace("ir.actions.", "") },
        "model",
        "view_mode: Views",
        where,
      ],
    }),
    layTable({
      name: "assets",
      rows: assets,
      columns: [
        { key: "bundle", isCode: true },
        "directive",
        "path: File",
        { key: "target", title: "At", isCode: true },
        { key: "xml_id", title: "XML ID", place: "detail" },
        where,
      ],
    }),
    layTable({
      name: "patches",
      title: "JavaScript patches",
      rows: open(({ patches }) => patches),
      columns: [
        { key: "target", title: "Patched", isCode: true, href: ({ name }) => linkScript(name) },
        { key: "from", title: "Of", isCode: true },
        { key: "methods", isCode: true },
        where,
      ],
    }),
    layTable({
      name: "classes",
      title: "JavaScript classes",
      rows: open(({ classes }) => classes),
      columns: [
        {
          key: "name",
          title: "Class",
          isCode: true,
          href: (_, name) => (name === "default" ? null : linkScript(name)),
        },
        { key: "extends", isCode: true },
        { key: "template", isCode: true },
        "services",
        where,
      ],
    }),
    layTable({
      name: "steps",
      title: "Migration scripts",
      rows: migrations.flatMap(({ version, phase, file, steps }) =>
        steps.map((step) => ({ ...step, version, phase, file })),
      ),
      columns: [
        { key: "version", title: "Script", value: (row) => `${row.version} ${row.phase}` },
        { key: "call", isCode: true },
        { key: "on", title: "Of", isCode: true },
        { key: "names", isCode: true },
        where,
      ],
    }),
    layTable({
      name: "keys",
      title: "Registry keys",
      rows: open(({ registry }) => registry.filter(({ use }) => use !== "get")),
      columns: [
        "category",
        { key: "key", isCode: true, href: (row) => linkScript(`${row.category}/${row.key}`) },
        {
          key: "use",
          value: ({ use, force }) => (use === "remove" ? "removed" : force ? "replaces" : null),
        },
        { key: "value", isCode: true },
        where,
      ],
    }),
  ];
  return parts.map((part) => ({ ...part, isFolded: true }));
};
