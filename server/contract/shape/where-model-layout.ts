// Layout of a model's definition with its fields and methods, and of models with a field or method
// of a name.
import { toPath, toQuery } from "../browser/ask.js";
import { toLineAddress, type CodeLocation } from "../browser/line-address.js";
import {
  layCaveat,
  layFacts,
  layTable,
  type Block,
  type DeclaredColumn,
  type LayoutContext,
} from "../layout.js";
import { layUnknown } from "./completeness.js";
import {
  linkModelAt,
  layLoadOrder,
  layMakers,
  layMemberName,
  layModuleColumn,
  layPlatformMakers,
  OF_MODULE,
  ofModules,
  readLabel,
  ROLES,
  type OfModule,
} from "./where-columns.js";
import type { MemberModel, ModelLocations } from "./where.js";

interface Member {
  readonly name: string;
  readonly modules: readonly string[];
}

/** Members by name, each with its declarations in order, and every module that has one. */
function groupMembers<One extends { readonly name: string }>(
  declared: readonly (readonly [module: string, one: One])[],
): readonly (One & Member & { readonly all: readonly One[] })[] {
  const groups = new Map<string, { readonly all: One[]; readonly modules: Set<string> }>();
  for (const [module, one] of declared) {
    const group = groups.get(one.name) ?? { all: [], modules: new Set() };
    groups.set(one.name, group);
    group.all.push(one);
    group.modules.add(module);
  }
  return [...groups.values()]
    .flatMap(({ all, modules }) => (all[0] ? { ...all[0], all, modules: [...modules] } : []))
    .toSorted((left, right) => (left.name < right.name ? -1 : 1));
}

export const layModelPlaces = (
  answer: ModelLocations,
  context: LayoutContext,
): readonly Block[] => {
  const { total = answer.modules.length } = context;
  const { model_name: model, platform_version: version, modules } = answer;
  const query = toQuery({ platform_version: version });
  const listDeclared = <One>(
    list: (one: (typeof modules)[number]["classes"][number]) => readonly One[],
  ) =>
    modules.flatMap(({ technical_name, classes }) =>
      classes.flatMap(list).map((one) => [technical_name, one] as const),
    );
  const from: DeclaredColumn<Member> = {
    key: "modules",
    href: (_, module) => toPath("module", module, version),
  };
  const order = answer.load_order.known ? " The modules of a row stand in load order." : "";
  const sayOfAll = (what: string) =>
    modules.length > 1 &&
    `These are the ${what} of all modules below. A database has only the ${what} of its installed modules.${order}`;
  const parents = [
    ...new Set(modules.flatMap(({ classes }) => classes.flatMap((one) => one.inherit_from))),
  ].filter((one) => one !== model);
  const fields = groupMembers(listDeclared((one) => one.fields)).map((one) => ({
    ...one,
    relation: findTold(one.all, ({ relation }) => relation),
  }));
  const lacksComodel = fields.some((one) => one.field_type.includes("2") && !one.relation);
  const [maker] = modules.flatMap(({ classes }) => classes.filter((one) => one.is_new_model));
  const { description, kind, rec_name, order: sorting, table, inherits } = maker?.attrs ?? {};
  return [
    layFacts([
      { key: "model_name", value: model },
      { key: "platform_version", title: "Odoo", value: version },
      layMakers(modules, version),
      layPlatformMakers("Defined by a module of Odoo", answer),
      {
        key: "extending",
        title: `Modules at ${version}`,
        value: `${answer.counts.defining} defining, ${answer.counts.extending} extending`,
      },
      { key: "description", value: description },
      { key: "kind", value: kind },
      { key: "order", value: sorting, isCode: true },
      { key: "rec_name", value: rec_name },
      { key: "table", value: table },
      {
        key: "parents",
        title: "Inherits from",
        value: parents,
        isCode: true,
        href: linkModelAt(version),
      },
      { key: "inherits", title: "Delegates to", value: Object.keys(inherits ?? {}), isCode: true },
      { key: "docstring", unit: "prose", value: maker?.docstring },
    ]),
    ...layUnknown(answer),
    ...layCaveat(
      answer.platform_makers.length > 0,
      "The module that defines the model is not in this index: its fields and methods, and those of mixins that it names, are missing here.",
    ),
    ...layCaveat(
      modules.length < total,
      `These are the fields and methods of ${modules.length} of ${total} modules. Ask with a higher \`limit\` for the others.`,
    ),
    ...layLoadOrder(answer.load_order),
    layTable({
      name: "fields",
      ...layHint(
        sayOfAll("fields"),
        parents.length > 0 && "Inherited fields are listed on the pages of their models.",
        lacksComodel && "Comodel is empty when a related field or a mixin sets it.",
      ),
      rows: fields,
      idOf: ({ name }) => `field-${name}`,
      columns: [
        layMemberName("field", query, () => model),
        "field_type",
        { key: "relation", href: linkModelAt(version) },
        {
          key: "string",
          value: ({ all }) => findTold(all, readLabel),
        },
        from,
      ],
    }),
    layTable({
      name: "methods",
      ...layHint(sayOfAll("methods")),
      rows: groupMembers(listDeclared(({ methods }) => methods)),
      idOf: ({ name }) => `method-${name}`,
      columns: [
        layMemberName("method", query, () => model),
        "signature",
        { key: "docstring", unit: "prose", place: "detail", agents: false },
        from,
      ],
    }),
    layTable({
      ...ofModules(answer, context, modules),
      title: "Modules",
      isMain: true,
      columns: [
        layModuleColumn(version),
        { key: "role", value: ({ role }) => ROLES[role] },
        ...listClassColumns<(typeof modules)[number]>(({ classes }) => classes),
        {
          key: "inherits",
          isCode: true,
          value: ({ classes }) => [
            ...new Set(
              classes.flatMap(({ inherit_from: all }) => all.filter((one) => one !== model)),
            ),
          ],
          href: linkModelAt(version),
        },
        ...OF_MODULE,
      ],
    }),
  ];
};

const layHint = (...sentences: readonly (string | false)[]) => {
  const told = sentences.filter((one) => one !== false);
  return told.length > 0 && { hint: told.join(" ") };
};

/** The last that says something holds: an extension keeps what it does not repeat. */
export const findTold = <One>(all: readonly One[], tell: (one: One) => string | null | undefined) =>
  all.map(tell).findLast((told) => told !== null && told !== undefined);

interface InClass extends CodeLocation {
  readonly class_name: string;
}

/** Names of classes, and where they are: of the text `file:line` the line. */
function listClassColumns<Row extends OfModule>(
  list: (row: Row) => readonly InClass[],
): readonly DeclaredColumn<Row>[] {
  return [
    {
      key: "classes",
      title: "Class",
      isCode: true,
      value: (row) => [...new Set(list(row).map((one) => one.class_name))],
    },
    {
      key: "where",
      value: (row) => list(row).map(({ file, line }) => `${file}:${line}`),
      href: (row, text) => {
        const at = text.lastIndexOf(":");
        const place = { file: text.slice(0, at), line: Number(text.slice(at + 1)) };
        return toLineAddress(place, row.line_url) ?? null;
      },
    },
  ];
}

export const layMemberModels = (
  models: readonly MemberModel[],
  context: LayoutContext,
): readonly Block[] => [
  layTable({
    name: "models",
    rows: models,
    total: context.total,
    columns: [
      { key: "model_name", href: (row) => toPath(row.kind, row.model_name, row.name) },
      "modules: Modules at any version",
      {
        key: "platform_versions",
        title: "Odoo versions",
        value: (row) => Object.keys(row.platform_versions).toReversed(),
        href: (row, version) =>
          toPath(row.kind, row.model_name, row.name) + toQuery({ platform_version: version }),
      },
      {
        key: "defined_by",
        title: "In the model's own module",
        isCode: true,
        value: (row) => [...new Set(Object.values(row.defined_by).toReversed().flat())],
        href: (row, module) => {
          const version = Object.keys(row.defined_by).findLast(
            (one) => row.defined_by[one]?.includes(module) === true,
          );
          return version === undefined
            ? toPath("module", module)
            : toPath("module", module, version);
        },
      },
    ],
  }),
];
