// Layout of definitions: a field, a method, a view or something in JavaScript, with the modules
// that change it.
import { toPath, toQuery } from "../browser/ask.js";
import { type CodeLocation } from "../browser/line-address.js";
import {
  layCaveat,
  layFacts,
  layTable,
  type Block,
  type DeclaredColumn,
  type LayoutContext,
  type State,
} from "../layout.js";
import { findTold, layModelPlaces } from "./where-model-layout.js";
import { layUnknown } from "./completeness.js";
import { toProvider } from "./repository-column.js";
import {
  ATTRS,
  DECORATORS,
  findViewModel,
  linkModelAt,
  layLoadOrder,
  layMakers,
  layModuleColumn,
  layPlatformMakers,
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
  Definition,
  MemberLocations,
} from "./where.js";

const toRole = ({ is_new_model: isNew }: { readonly is_new_model: boolean }): State =>
  isNew ? ROLES.defines : ROLES.extends;

type Declaration<Answer extends MemberLocations> =
  Answer["modules"][number]["declarations"][number];
type Declared = OfModule &
  Partial<Declaration<FieldLocations>> &
  Partial<Declaration<MethodLocations>> &
  Pick<Declaration<FieldLocations>, "is_new_model" | "file" | "line">;

const listMemberColumns = ({
  kind,
  platform_version: version,
}: MemberLocations): readonly DeclaredColumn<Declared>[] =>
  kind === "field"
    ? ["field_type", { key: "relation", href: linkModelAt(version) }, ATTRS]
    : [
        DECORATORS,
        "signature",
        { key: "docstring", unit: "prose", place: "detail", agents: false },
      ];

const CALLS = " A call runs the last method first; super() leads from each to the one above it.";

const toFate = ({ target, platform_version: at }: NonNullable<MemberLocations["became"]>): string =>
  `${target === null ? "removed" : `renamed to ${[target.model, target.name ?? []].flat().join(".")}`} at ${at}`;

/** Rows of declarations, each beside its module. */
export const layMember = (answer: MemberLocations, context: LayoutContext): readonly Block[] => {
  const { kind, model_name: model, name, platform_version: version } = answer;
  const rows = (answer.modules as FieldLocations["modules"]).flatMap(
    ({ declarations, ...place }): readonly Declared[] =>
      declarations.map((one) => ({ ...place, ...one })),
  );
  const first = rows.find((one) => one.is_new_model) ?? rows[0];
  const target = answer.became?.target;
  // The text of an extension does not describe a method of a maker outside of the index.
  const documented =
    answer.platform_makers.length > 0
      ? undefined
      : rows.find(({ docstring }) => docstring !== null && docstring !== undefined)?.docstring;
  return [
    layFacts([
      { key: "platform_version", title: "Odoo", value: version },
      {
        key: "model_name",
        value: model,
        href: linkModelAt(version),
      },
      {
        key: "inherited_from",
        value: answer.inherited_from,
        href: (_, from) => toPath(kind, from, name) + toQuery({ platform_version: version }),
      },
      {
        key: "became",
        title: "Later",
        value: answer.became && toFate(answer.became),
        href: () => (target?.name ? toPath(kind, target.model, target.name) : null),
      },
      layMakers(
        // The first to declare a field may extend a model, unless an unread maker has it.
        rows.map((one) => ({
          ...one,
          role: one === first && answer.platform_makers.length === 0 ? "defines" : toRole(one).code,
        })),
        version,
      ),
      layPlatformMakers("Model defined by a module of Odoo", answer),
      {
        key: "elsewhere",
        title: kind === "field" ? "Other models with this field" : "Other models with this method",
        value: name,
        isCode: true,
        href: () => toPath(kind, name),
      },
      { key: "field_type", value: first?.field_type },
      { key: "relation", value: findTold(rows, (one) => one.relation), href: linkModelAt(version) },
      { key: "signature", value: first?.signature && name + first.signature },
      { key: "docstring", unit: "prose", value: documented },
    ]),
    ...layUnknown(answer),
    ...layCaveat(
      answer.platform_makers.length > 0,
      "The module that defines the model is not in this index: it may have this too, at other versions as well.",
    ),
    ...layLoadOrder(answer.load_order),
    layTable<Declared>({
      ...ofModules(answer, context, rows, kind === "method" && rows.length > 1 ? CALLS : ""),
      columns: [
        layModuleColumn(version),
        { key: "role", value: toRole },
        ...listMemberColumns(answer),
        "class_name",
        WHERE,
        ...OF_MODULE,
      ],
    }),
  ];
};

const OWNERS = {
  core: "Odoo, not indexed",
  enterprise: "Odoo Enterprise, not indexed",
  unknown: "not indexed",
};

const layViewPlaces = (answer: ViewLocations, context: LayoutContext): readonly Block[] => {
  const { xml_id: id, platform_version: version, kind, modules } = answer;
  const [owner = ""] = id.split(".");
  const [first] = modules.flatMap(({ views }) => views);
  return [
    layFacts([
      { key: "platform_version", title: "Odoo", value: version },
      layMakers(modules, version),
      { key: "model", value: first && findViewModel(first), href: linkModelAt(version) },
      { key: "view_type", value: first?.view_type },
      {
        key: "owner",
        title: "Defined by",
        value: kind === null ? null : `${owner} (${OWNERS[kind]})`,
      },
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
        { key: "name", place: "detail" },
        { key: "view_type", place: "detail" },
        { key: "model", value: findViewModel, href: linkModelAt(version), place: "detail" },
        { key: "inherit_xml_id", place: "detail" },
        WHERE,
        {
          key: "combined",
          agents: false,
          value: ({ installable }) => (installable && kind === null ? "show" : null),
          href: (row) =>
            toPath("registry", "views", id) +
            toQuery({
              platform_version: version,
              modules: row.technical_name,
              prefer: toProvider(row),
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
  readonly methods: readonly string[];
}

function openScripts(place: ScriptLocation): readonly InScript[] {
  const { classes, functions, registry, patches, templates } = place;
  const { role, technical_name, organization, repository, installable, after, line_url } = place;
  // Named one by one: a property behind a spread takes a microsecond, and one module may patch 200,000 things.
  const row = (
    { file, line }: CodeLocation,
    what: string,
    methods: readonly string[] = [],
  ): InScript => ({
    technical_name,
    organization,
    repository,
    installable,
    after,
    line_url,
    role,
    file,
    line,
    what,
    methods,
  });
  return [
    ...classes.map((one) =>
      row(one, `class ${one.name}${append(" extends ", one.extends)}`, one.methods),
    ),
    ...functions.map((one) => row(one, `function ${one.name}`)),
    ...registry.map((one) => {
      const verb = one.use === "remove" ? "removes" : one.force ? "replaces" : "adds";
      return row(one, `${verb} ${one.key} in ${one.category}${append(": ", one.value)}`);
    }),
    ...patches.map((one) =>
      row(one, `patches ${one.target}${append(" from ", one.from)}`, one.methods),
    ),
    ...templates.map((one) =>
      row(
        one,
        one.mode === "extension"
          ? `changes the template ${one.inherit ?? ""}`
          : `template ${one.name ?? ""}${append(", a copy of ", one.inherit)}`,
      ),
    ),
  ];
}

const append = (words: string, name: string | null): string =>
  name === null || name === "" ? "" : words + name;

const layScriptPlaces = (answer: ScriptLocations, context: LayoutContext): readonly Block[] => [
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
      { key: "methods", isCode: true },
      WHERE,
      ...OF_MODULE,
    ],
  }),
];

export function layDefinition(answer: Definition, context: LayoutContext): readonly Block[] {
  if ("model_name" in answer) return layModelPlaces(answer, context);
  return "xml_id" in answer ? layViewPlaces(answer, context) : layScriptPlaces(answer, context);
}
