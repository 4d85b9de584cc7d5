// Layout of definitions: a field, a method, a view or something in JavaScript, with the modules
// that change it.
import { toPath, toQuery } from "../browser/ask.js";
import { type CodeLocation } from "../browser/line-address.js";
import {
  layFacts,
  layTable,
  toPlainStates,
  type Block,
  type LayoutContext,
  type State,
} from "../layout.js";
import { layUnknown } from "./completeness-layout.js";
import {
  findName,
  layLoadOrder,
  layMakers,
  layModuleColumn,
  OF_MODULE,
  ofModules,
  ROLES,
  WHERE,
  type OfModule,
} from "./where-columns.js";
import type {
  FieldLocations,
  MethodLocations,
  ScriptLocation,
  ScriptLocations,
  ViewLocations,
} from "./where.js";

const ofMember = (
  kind: "field" | "method",
  answer: FieldLocations | MethodLocations,
  table: Block,
): readonly Block[] => {
  const { model_name: model, name, platform_version: version } = answer;
  const modules: readonly (OfModule & {
    readonly declarations: readonly { readonly is_new_model: boolean }[];
  })[] = answer.modules;
  return [
    layFacts([
      { key: "platform_version", title: "Odoo", value: version },
      {
        key: "model_name",
        value: model,
        href: () => toPath("model", model) + toQuery({ platform_version: version }),
      },
      {
        key: "made_by",
        title: "Of the model's maker",
        value: modules
          .filter(({ declarations }) => declarations.some((one) => one.is_new_model))
          .map(({ technical_name }) => technical_name),
        isCode: true,
        href: (_, module) => toPath("module", module, version),
      },
      {
        key: "order_of_super",
        title: "super()",
        value:
          kind === "method" && modules.length > 1 ? "goes from the last module to the first" : null,
      },
      {
        key: "elsewhere",
        title: `Every model with a ${kind} of this name`,
        value: name,
        isCode: true,
        href: () => toPath(kind, name),
      },
    ]),
    ...layUnknown(answer),
    ...layLoadOrder(answer.load_order),
    table,
  ];
};

const toRole = ({ is_new_model: isNew }: { readonly is_new_model: boolean }): State =>
  isNew ? ROLES.defines : ROLES.extends;

/** A row for each declaration, beside its module. */
const openDeclarations = <
  One extends object,
  Place extends OfModule & { readonly declarations: readonly One[] },
>(
  modules: readonly Place[],
): readonly (OfModule & One)[] =>
  modules.flatMap(({ declarations, ...place }) =>
    declarations.map((one) => ({ ...place, ...one })),
  );

export const layFieldPlaces = (answer: FieldLocations, context: LayoutContext): readonly Block[] =>
  ofMember(
    "field",
    answer,
    layTable({
      ...ofModules(
        answer,
        context,
        openDeclarations<
          FieldLocations["modules"][number]["declarations"][number],
          FieldLocations["modules"][number]
        >(answer.modules),
      ),
      title: "Modules",
      columns: [
        layModuleColumn(answer.platform_version),
        { key: "role", value: toRole },
        "field_type",
        { key: "relation", href: findName },
        {
          key: "attrs",
          value: ({ attrs }) =>
            Object.entries(attrs ?? {}).map(
              ([key, value]) => `${key}=${typeof value === "string" ? value : value.join(",")}`,
            ),
        },
        "class_name",
        WHERE,
        ...OF_MODULE,
      ],
    }),
  );

export const layMethodPlaces = (
  answer: MethodLocations,
  context: LayoutContext,
): readonly Block[] =>
  ofMember(
    "method",
    answer,
    layTable({
      ...ofModules(
        answer,
        context,
        openDeclarations<
          MethodLocations["modules"][number]["declarations"][number],
          MethodLocations["modules"][number]
        >(answer.modules),
      ),
      title: "Modules",
      columns: [
        layModuleColumn(answer.platform_version),
        { key: "role", value: toRole },
        { key: "decorators", value: ({ decorators }) => decorators.map((one) => `@${one}`) },
        "signature",
        "docstring",
        "class_name",
        WHERE,
        ...OF_MODULE,
      ],
    }),
  );

const OWNERS = toPlainStates({
  core: "one of Odoo core (not indexed)",
  enterprise: "one of Odoo Enterprise (not indexed)",
  unknown: "not indexed",
});

export const layViewPlaces = (answer: ViewLocations, context: LayoutContext): readonly Block[] => {
  const { xml_id: id, platform_version: version, kind, modules } = answer;
  const [owner = ""] = id.split(".");
  return [
    layFacts([
      { key: "platform_version", title: "Odoo", value: version },
      layMakers(modules, version),
      { key: "owner", title: `The module ${owner}`, value: kind === null ? null : OWNERS[kind] },
    ]),
    ...layUnknown(answer),
    ...layLoadOrder(answer.load_order),
    layTable({
      ...ofModules(
        answer,
        context,
        modules.flatMap(({ views, ...place }) => views.map((view) => ({ ...place, ...view }))),
      ),
      title: "Views",
      columns: [
        layModuleColumn(version),
        { key: "role", value: ({ role }) => ROLES[role] },
        {
          key: "xml_id",
          title: "View",
          href: (_, one) => toPath("view", one) + toQuery({ platform_version: version }),
        },
        "name",
        "view_type",
        { key: "model", href: findName },
        "inherit_xml_id",
        WHERE,
        {
          key: "combined",
          agents: false,
          value: ({ installable }) => (installable && kind === null ? "view" : null),
          href: (row) =>
            toPath("registry", "views", id) +
            toQuery({
              platform_version: version,
              modules: row.technical_name,
              prefer: `${row.organization}/${row.repository}`,
            }).replaceAll("%2F", "/"),
        },
        ...OF_MODULE,
      ],
    }),
  ];
};

interface InScript extends OfModule, CodeLocation {
  readonly role: ScriptLocation["role"];
  readonly what: string;
  readonly of: string | null;
  readonly methods: readonly string[];
}

function openScripts(place: ScriptLocation): readonly InScript[] {
  const { classes, functions, registry, patches, templates, ...module } = place;
  const row = (
    { file, line }: CodeLocation,
    what: string,
    of: string | null,
    methods: readonly string[] = [],
  ): InScript => ({ ...module, file, line, what, of, methods });
  return [
    ...classes.map((one) =>
      row(one, `class ${one.name}`, one.extends && `extends ${one.extends}`, one.methods),
    ),
    ...functions.map((one) => row(one, `function ${one.name}`, null)),
    ...registry.map((one) =>
      row(
        one,
        `${one.use === "remove" ? "removes" : one.force ? "replaces" : "adds"} ${one.key} in ${one.category}`,
        one.value,
      ),
    ),
    ...patches.map((one) =>
      row(one, `patches ${one.target}`, one.from && `of ${one.from}`, one.methods),
    ),
    ...templates.map((one) =>
      one.mode === "extension"
        ? row(one, `changes the template ${one.inherit ?? ""}`, null)
        : row(one, `template ${one.name ?? ""}`, one.inherit && `a copy of ${one.inherit}`),
    ),
  ];
}

export const layScriptPlaces = (
  answer: ScriptLocations,
  context: LayoutContext,
): readonly Block[] => [
  layFacts([{ key: "platform_version", title: "Odoo", value: answer.platform_version }]),
  ...layUnknown(answer),
  ...layLoadOrder(answer.load_order),
  layTable({
    ...ofModules(answer, context, answer.modules.flatMap(openScripts)),
    title: "Modules",
    columns: [
      layModuleColumn(answer.platform_version),
      { key: "role", value: ({ role }) => ROLES[role] },
      { key: "what", isCode: true },
      { key: "of", isCode: true },
      { key: "methods", isCode: true },
      WHERE,
      ...OF_MODULE,
    ],
  }),
];
