// Layout of a model in a system: its facts, its combined fields, its methods in the order of
// super().
import { toPath } from "../../browser/ask.js";
import { toLineAddress, type CodeLocation } from "../../browser/line-address.js";
import {
  layFacts,
  layTable,
  toState,
  type Block,
  type DeclaredColumn,
  type State,
} from "../../layout.js";
import { layUnknown } from "../completeness.js";
import { listRights } from "../module-content-layout.js";
import { DECORATORS, layWhere } from "../where-columns.js";
import type { RegistryModelAnswer } from "./registry.js";
import { NO_MODEL, type RegistryField } from "./registry-model.js";
import { toRecordPage } from "./registry-layout.js";

const linkModel = (_: unknown, model: string): string | null =>
  model === NO_MODEL ? null : toPath("registry", "models", model);
const linkModule = (_: unknown, module: string): string => toPath("module", module);

interface InModule extends CodeLocation {
  readonly module: string;
}

interface InClass extends InModule {
  readonly class_name: string;
}

const MODULE: DeclaredColumn<InModule> = { key: "module", href: linkModule };

const CALLS = {
  next: toState("next", "calls the next row"),
  platform: toState("platform", "calls the ORM or an unlisted module"),
  end: toState("end", "not called"),
  unreached: toState("unreached", "never reached", "bad"),
} as const;

interface Call extends InClass {
  readonly name: string;
  readonly calls: State | null;
  readonly isFirst: boolean;
  readonly signature: string;
  readonly decorators: readonly string[];
  readonly calls_super: boolean;
  readonly calls_sudo: boolean;
  readonly model: string | null;
}

/** Through which functions super() leads, and where that ends. */
function openMethods({ methods = [] }: RegistryModelAnswer): readonly Call[] {
  return methods.flatMap(({ name, definers }) => {
    const end = definers.findIndex((definer) => !definer.calls_super);
    return definers.map((definer, at): Call => {
      const isLast = at === definers.length - 1;
      const reached = definer.calls_super ? (isLast ? CALLS.platform : CALLS.next) : CALLS.end;
      const isOnly = definers.length === 1 && !definer.calls_super;
      const calls = end !== -1 && at > end ? CALLS.unreached : isOnly ? null : reached;
      return { name, ...definer, calls, isFirst: at === 0 };
    });
  });
}

/** Shows only flags that differ from the defaults. */
function listFlags(field: RegistryField): readonly string[] {
  const isMade = field.compute !== null || field.related !== null;
  const said: readonly (readonly [boolean, string])[] = [
    [field.required === true, "required"],
    [field.readonly === true, "readonly"],
    [field.inherited === true, "delegated"],
    [field.automatic === true, "automatic"],
    [field.store === false, "not stored"],
    [field.store === true && isMade, "stored"],
    [field.company_dependent === true, "per company"],
    [field.translate === true, "translated"],
    [typeof field.translate === "string", `translated by ${String(field.translate)}`],
    [field.copy === false && !isMade, "not copied"],
    [field.index !== null, `index ${field.index ?? ""}`],
  ];
  return said.flatMap(([is, word]) => (is ? [word] : []));
}

const listFieldColumns = (
  methods: ReadonlySet<string>,
): readonly DeclaredColumn<RegistryField>[] => [
  { key: "name", title: "Field", isCode: true },
  "string",
  "type",
  { key: "comodel_name", title: "Comodel", isCode: true, href: linkModel },
  { key: "flags", title: "Is", value: listFlags },
  {
    key: "compute",
    title: "Computed by",
    href: (_, name) => (methods.has(name) ? `#method-${name}` : null),
  },
  "related: Related to",
  { key: "modules", isCode: true, href: linkModule },
  { key: "inverse_name", title: "Inverse field", isCode: true, place: "detail" },
  { key: "inverse", isCode: true, place: "detail" },
  { key: "search", title: "Searched by", isCode: true, place: "detail" },
  {
    key: "selection",
    title: "Values",
    place: "detail",
    value: ({ selection }) => selection?.map(([value = "", label = ""]) => `${value} ${label}`),
  },
  { key: "groups", title: "Only for", isCode: true, place: "detail" },
  { key: "dynamic", place: "detail" },
];

const toUse = (
  part: string,
  { xml_id, module, file, line }: InModule & { readonly xml_id: string },
  says: readonly (string | null | undefined)[],
) => ({ part, xml_id, module, file, line, says: says.filter((one) => one) as readonly string[] });
function openUsage({ used_by: usage }: RegistryModelAnswer) {
  if (usage === undefined) return [];
  const { views, access, rules, actions, menus, crons } = usage;
  return [
    ...views.map((one) =>
      toUse("view", one, [one.type, one.name, one.inherit_id && `inherits ${one.inherit_id}`]),
    ),
    ...access.map((one) =>
      toUse("access right", one, [one.group ?? "everyone", ...listRights(one)]),
    ),
    ...rules.map((one) =>
      toUse("record rule", one, [
        one.domain,
        ...(one.groups.length === 0 ? ["everyone"] : one.groups),
        ...listRights(one),
      ]),
    ),
    ...actions.map((one) => toUse("action", one, [one.name, one.type.replace("ir.actions.", "")])),
    ...menus.map((one) => toUse("menu", one, [one.name, one.action])),
    ...crons.map((one) => toUse("scheduled action", one, [one.name, one.code])),
  ];
}

export const layModel = (answer: RegistryModelAnswer): readonly Block[] => {
  const { inherit_parents: parents, parent_name: parent, line_urls: urls } = answer;
  const where = layWhere<InModule>((row) => urls[row.module]);
  return [
    layFacts(
      [
        "model",
        "kind",
        "description",
        {
          key: "made_by",
          title: "Defined by",
          value: answer.module,
          isCode: true,
          href: linkModule,
        },
        "table",
        { key: "order", value: answer.order, isCode: true },
        "rec_name",
        {
          key: "parent_name",
          title: "Parent of a record",
          value: answer.fields?.some(({ name }) => name === parent) === true ? parent : null,
          isCode: true,
        },
        {
          key: "inherit_parents",
          title: "Inherits from",
          value: parents,
          isCode: true,
          href: linkModel,
        },
        {
          key: "ancestors",
          title: "Inherits indirectly from",
          value: answer.ancestors.filter((one) => !parents.includes(one)),
          isCode: true,
          href: linkModel,
        },
        {
          key: "inherits",
          title: "Delegates to",
          value: Object.keys(answer.inherits),
          isCode: true,
          href: linkModel,
        },
        { key: "dynamic", value: answer.dynamic },
      ],
      answer,
    ),
    ...layUnknown(answer),
    layTable({
      name: "methods",
      hint: "A row for each module that defines a method; super() leads to the next row.",
      rows: openMethods(answer),
      idOf: ({ name, isFirst }) => (isFirst ? `method-${name}` : undefined),
      columns: [
        { key: "name", title: "Method", isCode: true },
        MODULE,
        "calls: super()",
        "signature",
        { ...DECORATORS, place: "detail" },
        "class_name",
        { key: "calls_super", title: "Calls super()", place: "data" },
        {
          key: "calls_sudo",
          title: "Calls sudo(), which skips access rights",
          value: (row) => row.calls_sudo || null,
          place: "detail",
          agents: false,
        },
        where,
      ],
    }),
    layTable({
      name: "fields",
      rows: answer.fields ?? [],
      idOf: ({ name }) => `field-${name}`,
      columns: [
        ...listFieldColumns(new Set(answer.methods?.map(({ name }) => name))),
        {
          key: "definitions",
          title: "Where",
          value: ({ definitions }) =>
            definitions.map((one) => `${one.module} ${one.file}:${one.line}`),
          href: ({ definitions }, text) => {
            const one = definitions.find(
              ({ module, file, line }) => `${module} ${file}:${line}` === text,
            );
            return (one && toLineAddress(one, urls[one.module])) ?? null;
          },
        },
      ],
    }),
    layTable({
      name: "classes",
      hint: answer.complete
        ? "In method resolution order: the first one wins."
        : "In method resolution order, as far as it is known.",
      rows: answer.classes ?? [],
      columns: [
        MODULE,
        "class_name",
        {
          key: "model",
          title: "Of the model",
          value: ({ model }) => model ?? "none (plain Python class)",
          href: ({ model }) => (model === null ? null : linkModel(model, model)),
        },
        where,
      ],
    }),
    layTable({
      name: "table_objects",
      title: "Constraints and indexes",
      rows: answer.table_objects,
      columns: [
        { key: "name", isCode: true },
        "kind",
        { key: "definition", isCode: true },
        { key: "message", place: "detail" },
        MODULE,
        "class_name",
        where,
      ],
    }),
    layTable({
      name: "used_by",
      rows: openUsage(answer),
      columns: [
        {
          key: "xml_id",
          title: "Record",
          href: ({ part }, id) =>
            part === "view" ? toPath("registry", "views", id) : toRecordPage(id),
        },
        "part",
        "says: Details",
        MODULE,
        where,
      ],
    }),
  ];
};
