// Layout of a module's contents: models with fields and methods, views, controllers, rights,
// scheduled jobs, menus, actions, bundles, scripts.
import { toPath, toQuery } from "../browser/ask.js";
import { toLineAddress, type CodeLocation } from "../browser/line-address.js";
import { layTable, type Block, type DeclaredColumn, type State } from "../layout.js";
import type { ModuleDetail } from "./module.js";
import { findName, ROLES } from "./where-columns.js";

const EVERYONE = "everyone";
const OFF: State = { code: "off", title: "off", tone: "plain", isWork: false };

interface Permissions {
  readonly perm_read: boolean | null;
  readonly perm_write: boolean | null;
  readonly perm_create: boolean | null;
  readonly perm_unlink: boolean | null;
}

/** Missing permissions are left out: the platform, or the changed record, decides. */
function listRights(row: Permissions): readonly string[] {
  const words = [
    [row.perm_read, "read"],
    [row.perm_write, "write"],
    [row.perm_create, "create"],
    [row.perm_unlink, "delete"],
  ] as const;
  const told = (wanted: boolean) => words.flatMap(([is, word]) => (is === wanted ? [word] : []));
  return [...told(true), ...told(false).map((word) => `not ${word}`)];
}

const layWhere = ({ line_url: template }: ModuleDetail): DeclaredColumn<CodeLocation> => ({
  key: "where",
  title: "Where",
  isCode: true,
  value: ({ file, line }) => `${file}:${line}`,
  link: (row) => toLineAddress(row, template) ?? null,
});

const atVersion = ({ platform_version }: ModuleDetail): string => toQuery({ platform_version });

export const layModuleModels = (detail: ModuleDetail): readonly Block[] => {
  const { models } = detail;
  const query = atVersion(detail);
  const where = layWhere(detail);
  const ofModel: DeclaredColumn<{ readonly model_name: string }> = {
    key: "model_name",
    title: "Model",
    isCode: true,
    link: (_, name) => toPath("model", name) + query,
  };
  return [
    layTable({
      name: "models",
      title: "Classes",
      rows: models,
      columns: [
        ofModel,
        {
          key: "is_new_model",
          title: "Role",
          value: (row) => (row.is_new_model ? ROLES.defines : ROLES.extends),
        },
        { key: "kind", title: "Kind", value: ({ attrs }) => attrs?.kind },
        { key: "description", title: "Description", value: ({ attrs }) => attrs?.description },
        { key: "fields", title: "Fields", value: ({ fields }) => fields.length },
        { key: "methods", title: "Methods", value: ({ methods }) => methods.length },
        {
          key: "inherit_from",
          title: "Inherits",
          isCode: true,
          value: (row) => row.inherit_from.filter((one) => one !== row.model_name),
          link: findName,
        },
        { key: "class_name", title: "Class", isCode: true },
        where,
        { key: "docstring", title: "About", place: "detail" },
        {
          key: "order",
          title: "Order",
          isCode: true,
          place: "detail",
          value: ({ attrs }) => attrs?.order,
        },
        {
          key: "rec_name",
          title: "Name of a record",
          isCode: true,
          place: "detail",
          value: ({ attrs }) => attrs?.rec_name,
        },
        {
          key: "table",
          title: "Table",
          isCode: true,
          place: "detail",
          value: ({ attrs }) => attrs?.table,
        },
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
      title: "Fields",
      rows: models.flatMap(({ model_name, file, fields }) =>
        fields.map((field) => ({ ...field, model_name, file })),
      ),
      columns: [
        {
          key: "name",
          title: "Field",
          isCode: true,
          link: ({ model_name }, name) => toPath("field", model_name, name) + query,
        },
        { key: "field_type", title: "Type" },
        { key: "relation", title: "To", isCode: true, link: findName },
        ofModel,
        {
          key: "attrs",
          title: "Attributes",
          place: "detail",
          isCode: true,
          value: ({ attrs }) =>
            Object.entries(attrs ?? {}).map(([key, value]) => `${key}=${String(value)}`),
        },
        where,
      ],
    }),
    layTable({
      name: "methods",
      title: "Methods",
      rows: models.flatMap(({ model_name, file, methods }) =>
        methods.map((method) => ({ ...method, model_name, file })),
      ),
      columns: [
        {
          key: "name",
          title: "Method",
          isCode: true,
          link: ({ model_name }, name) => toPath("method", model_name, name) + query,
        },
        { key: "signature", title: "Signature", isCode: true },
        ofModel,
        {
          key: "decorators",
          title: "Decorators",
          isCode: true,
          place: "detail",
          value: ({ decorators }) => decorators.map((one) => `@${one}`),
        },
        { key: "docstring", title: "About", place: "detail" },
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
      title: "Views",
      rows: detail.views,
      columns: [
        { key: "xml_id", title: "View", isCode: true, link: linkView },
        {
          key: "name",
          title: "Name",
          value: ({ name, xml_id: id }) => (name === id ? null : name),
        },
        { key: "view_type", title: "Type" },
        { key: "model", title: "Model", isCode: true },
        { key: "inherit_xml_id", title: "Extends", isCode: true, link: linkView },
        layWhere(detail),
      ],
    }),
  ];
};

/** Folded on pages; what it has none of is not shown. */
export const layModuleParts = (detail: ModuleDetail): readonly Block[] => {
  const { controllers = [], access = [], rules = [], crons = [], groups = [] } = detail;
  const { menus = [], actions = [], assets = [], scripts = [], migrations = [] } = detail;
  const where = layWhere(detail);
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
        { key: "type", title: "Type" },
        { key: "methods", title: "HTTP" },
        { key: "auth", title: "Auth" },
        {
          key: "name",
          title: "Method",
          isCode: true,
          value: (row) => `${row.class_name}.${row.name}`,
        },
        { key: "inherit_from", title: "Of", isCode: true, place: "detail" },
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
      title: "Groups",
      rows: groups,
      columns: [
        { key: "xml_id", title: "Group", isCode: true },
        { key: "name", title: "Name" },
        { key: "category", title: "Category" },
        { key: "implied", title: "Implies", isCode: true },
        where,
      ],
    }),
    layTable({
      name: "access",
      title: "Access rights",
      rows: access,
      columns: [
        { key: "model", title: "Model", isCode: true },
        { key: "group", title: "Group", value: ({ group }) => group ?? EVERYONE },
        { key: "may", title: "May", value: listRights },
        { key: "xml_id", title: "Id", isCode: true },
        { key: "name", title: "Name", place: "detail" },
        where,
      ],
    }),
    layTable({
      name: "rules",
      title: "Record rules",
      rows: rules,
      columns: [
        { key: "xml_id", title: "Rule", isCode: true },
        { key: "name", title: "Name" },
        { key: "model", title: "Model", isCode: true },
        {
          key: "groups",
          title: "Groups",
          value: (row) => (row.groups.length === 0 ? EVERYONE : row.groups),
        },
        { key: "domain", title: "Domain", isCode: true },
        { key: "may", title: "For", value: listRights },
        where,
      ],
    }),
    layTable({
      name: "crons",
      title: "Scheduled actions",
      rows: crons,
      columns: [
        { key: "xml_id", title: "Action", isCode: true },
        { key: "name", title: "Name" },
        {
          key: "every",
          title: "Every",
          value: (row) =>
            [row.interval_number, row.interval_type].filter((one) => one !== null).join(" "),
        },
        { key: "active", title: "State", value: ({ active }) => (active === false ? OFF : null) },
        { key: "model", title: "Model", isCode: true },
        { key: "code", title: "Code", isCode: true, value: (row) => row.code ?? row.function },
        where,
      ],
    }),
    layTable({
      name: "menus",
      title: "Menus",
      rows: menus,
      columns: [
        { key: "xml_id", title: "Menu", isCode: true },
        { key: "name", title: "Name" },
        { key: "parent", title: "In", isCode: true },
        { key: "action", title: "Starts", isCode: true },
        { key: "groups", title: "Groups", isCode: true },
        where,
      ],
    }),
    layTable({
      name: "actions",
      title: "Actions",
      rows: actions,
      columns: [
        { key: "xml_id", title: "Action", isCode: true },
        { key: "name", title: "Name" },
        { key: "type", title: "Type", value: ({ type }) => type.replace("ir.actions.", "") },
        { key: "model", title: "Model", isCode: true },
        { key: "view_mode", title: "Views" },
        where,
      ],
    }),
    layTable({
      name: "assets",
      title: "Assets",
      rows: assets,
      columns: [
        { key: "bundle", title: "Bundle", isCode: true },
        { key: "directive", title: "Directive" },
        { key: "path", title: "File", isCode: true },
        { key: "target", title: "At", isCode: true },
        { key: "xml_id", title: "Id", place: "detail" },
        where,
      ],
    }),
    layTable({
      name: "patches",
      title: "JavaScript patches",
      rows: open(({ patches }) => patches),
      columns: [
        { key: "target", title: "Patched", isCode: true, link: ({ name }) => linkScript(name) },
        { key: "from", title: "Of", isCode: true },
        { key: "methods", title: "Methods", isCode: true },
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
          link: (_, name) => (name === "default" ? null : linkScript(name)),
        },
        { key: "extends", title: "Extends", isCode: true },
        { key: "template", title: "Template", isCode: true },
        { key: "services", title: "Services" },
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
        { key: "call", title: "Call", isCode: true },
        { key: "on", title: "Of", isCode: true },
        { key: "names", title: "Names", isCode: true },
        where,
      ],
    }),
    layTable({
      name: "keys",
      title: "Registry keys",
      rows: open(({ registry }) => registry.filter(({ use }) => use !== "get")),
      columns: [
        { key: "category", title: "Category" },
        {
          key: "key",
          title: "Key",
          isCode: true,
          link: (row) => linkScript(`${row.category}/${row.key}`),
        },
        {
          key: "use",
          title: "Use",
          value: ({ use, force }) => (use === "remove" ? "removed" : force ? "replaces" : null),
        },
        { key: "value", title: "Value", isCode: true },
        where,
      ],
    }),
  ];
  return parts.map((part) => ({ ...part, isFolded: true }));
};
