// Changes of modules' interfaces for each other at a later platform version. Read as the number, then old and new name, evidence,
// and users.
import {
  type State,
  countStates,
  layCaveat,
  layFacts,
  layTable,
  type Block,
  type LayoutContext,
} from "../layout.js";
import {
  count,
  listOf,
  namedObject,
  object,
  oneOf,
  orNull,
  text,
  texts,
  type ValueOf,
} from "../../../data/shape.js";
import { COMPLETENESS, layUnknown } from "./completeness.js";
import { toPath } from "../browser/ask.js";

const API_KINDS = ["model", "field", "method", "class", "function", "registry_key"] as const;
export type ApiKind = (typeof API_KINDS)[number];

export const API_CHANGE_STATES = {
  removed: { code: "removed", title: "removed", tone: "bad", isWork: true },
  moved: { code: "moved", title: "moved", tone: "plain", isWork: true },
  renamed: { code: "renamed", title: "renamed", tone: "plain", isWork: true },
  changed: { code: "changed", title: "changed", tone: "plain", isWork: true },
} as const satisfies Readonly<Record<string, State>>;

export type ApiChangeKind = keyof typeof API_CHANGE_STATES;
const API_CHANGE_KINDS = Object.keys(API_CHANGE_STATES) as ApiChangeKind[];

export const ApiTarget = namedObject("ApiTarget", {
  model: text(),
  name: orNull(text("`null` for a model.")),
  modules: texts("Technical names of those that define it at `to`."),
});

const ApiDetail = namedObject("ApiDetail", {
  attribute: text(
    "`type`, `comodel_name`, `store`, `groups`, `signature`, `decorators`, …; `methods`: those of a class that are gone; `kind`: of what a script exports, `class`, `function` or `value`.",
  ),
  from: orNull(text("As text; `null` if it has none.")),
  to: orNull(text()),
});
export type ApiDetail = ValueOf<typeof ApiDetail>;

export const ApiEvidence = namedObject("ApiEvidence", {
  kind: oneOf(
    [
      "openupgrade",
      "script",
      "members",
      "comodel_name",
      "string",
      "compute",
      "related",
      "inverse_name",
      "relation",
      "field",
      "method",
      "decorators",
      "words",
      "view_name",
    ],
    "`openupgrade`: its list of renamed models; `script`: a migration script that renames it; `members`: fields and methods that both models have; `comodel_name`: a renamed model that both fields refer to; `string`, `compute`, `related`, `inverse_name`, `relation`: an argument that both fields have; `field`: a field that referred to the old method and now refers to the new one; `method`: a method that was named after the old field and is named after the new one; `decorators`: decorator arguments that both methods have; `words`: words that both names have; `view_name`: the name of both views, which are of the same model, parent and type.",
  ),
  value: text(),
});
export type ApiEvidence = ValueOf<typeof ApiEvidence>;

const CHANGE = {
  change: oneOf(
    API_CHANGE_KINDS,
    "`removed`: no module has it; `moved`: only modules have it which the former one does not depend on; `renamed`: it has another name; `changed`: see `details`.",
  ),
  kind: oneOf(API_KINDS, "`class`, `function` and `registry_key` are of JavaScript."),
  model: text("At `from`; of JavaScript the module of scripts: `@web/core/registry`."),
  name: orNull(text("Of the field, the method, …; `null` for a model.")),
  module: text("Technical name of the module that defines it at `from`."),
  file: text("At `from`, relative to the module's folder."),
  line: count("Of its definition there."),
  target: orNull({
    ...ApiTarget,
    description: "What it is at `to`; `null` where it is removed.",
  }),
  details: listOf(ApiDetail, "What differs at `to`."),
  evidence: listOf(ApiEvidence, "Evidence of the rename."),
};

const ApiChangeShape = object(CHANGE);
export type ApiChange = ValueOf<typeof ApiChangeShape>;

const API_USES = [
  "extends",
  "inherits",
  "overrides",
  "comodel",
  "inverse",
  "related",
  "compute",
  "depends",
  "view",
  "button",
  "action",
  "imports",
  "patches",
] as const;
export type ApiUseKind = (typeof API_USES)[number];

const HOW = oneOf(
  API_USES,
  "`extends`: a class adds to the model; `inherits`: its own model inherits from it, or delegates to it; `overrides`: it defines the field or method again, or replaces or removes the key of a registry; `comodel`, `inverse`, `related`, `compute`: an argument of a field names it; `depends`: a decorator names it; `view`: an arch has it, or is of the model; `button`: a button calls it; `action`: an action is about the model; `imports`, `patches`: a script does, or reads the key of a registry.",
);

export const ApiUse = namedObject("ApiUse", {
  ...CHANGE,
  ...COMPLETENESS,
  how: listOf(HOW),
  used_in: object({
    file: text("Of the module that uses it, relative to its folder."),
    line: count("Line of the first use."),
  }),
});
export type ApiUse = ValueOf<typeof ApiUse>;

export const PatchUse = namedObject("PatchUse", {
  change: oneOf(
    ["removed", "moved", "methods_removed"],
    "`removed`: no script at `to` has a class of that name; `methods_removed`: none has these methods; `moved`: it is in other scripts.",
  ),
  target: text("What is patched, as written."),
  name: text("Its name where it is from."),
  from: orNull(text("The module of scripts from which it is imported.")),
  now: texts("Modules of scripts with a class of that name at `to`."),
  methods: texts("Those of the patch that the class had and that are gone."),
  file: text("Of the patch, relative to the module's folder."),
  line: count(),
});
export type PatchUse = ValueOf<typeof PatchUse>;

export const TemplateUse = namedObject("TemplateUse", {
  change: oneOf(
    ["removed", "spec_not_found"],
    "`removed`: the module that had the template has none of that name at `to`; `spec_not_found`: what the spec looks for is not in it.",
  ),
  template: text("`t-inherit`, as written."),
  module: orNull(text("That has the template at `to`.")),
  spec: orNull(text("The expression of an `xpath`, else its tag with its attributes.")),
  file: text("Relative to the module's folder."),
  line: count("Of the spec, or of the template."),
});
export type TemplateUse = ValueOf<typeof TemplateUse>;

const ApiUser = namedObject("ApiUser", {
  technical_name: text("Of a module at `from`."),
  how: listOf(HOW),
});
export type ApiUser = ValueOf<typeof ApiUser>;

export const ApiChanges = namedObject("ApiChanges", {
  from: text(),
  to: text(),
  ...COMPLETENESS,
  modules: object({
    compared: count("Modules at `from` that exist at `to`, or of which is known what became."),
    not_compared: count(
      "Modules of which is unknown what became at `to`; what they define is left out.",
    ),
  }),
  counts: object(
    { removed: count(), moved: count(), renamed: count(), changed: count() },
    "Counts of all changes that match.",
  ),
  changes: listOf(
    namedObject("ApiChange", {
      ...CHANGE,
      near: texts(
        "Of a removed field or method: new ones of the model with a similar name. Nothing else says that one of them replaces it.",
      ),
      ...COMPLETENESS,
      used_by: listOf(ApiUser, "Modules at `from` that use it, by name."),
    }),
  ),
});
export type ApiChanges = ValueOf<typeof ApiChanges>;

export const OutdatedSyntax = namedObject("OutdatedSyntax", {
  name: oneOf(
    ["attrs", "states", "tree", "act_window", "report"],
    "Attributes and elements of views, and elements of data files.",
  ),
  count: count("How many there are."),
  file: text("Of the first, relative to the module's folder."),
  line: count(),
});
export type OutdatedSyntax = ValueOf<typeof OutdatedSyntax>;

export function layApiChanges(answer: ApiChanges, { total }: LayoutContext): readonly Block[] {
  const { from, to, counts, modules, changes } = answer;
  const { compared, not_compared: untold } = modules;
  return [
    layFacts([
      ...countStates(API_CHANGE_STATES, counts),
      { key: "compared", title: "Modules compared", value: compared },
      { key: "not_compared", title: "Modules not compared", value: untold || null },
    ]),
    ...layCaveat(
      compared > 0,
      "Only changes that can break other modules are listed. The diff of a module has all changes.",
    ),
    ...layCaveat(compared === 0, `What became at ${to} of what is asked for is not known.`),
    ...layUnknown(answer),
    layTable<ApiChanges["changes"][number]>({
      name: "changes",
      title: `What changes from ${from} to ${to}`,
      rows: changes,
      total,
      columns: [
        "kind",
        { key: "was", title: "Name", isCode: true, value: toName },
        { key: "change", value: ({ change }) => API_CHANGE_STATES[change] },
        { key: "became", title: "New name", value: describeTarget },
        {
          key: "now",
          place: "data",
          value: ({ change, target }) =>
            target === null || change === "changed" ? null : toName(target),
        },
        { key: "near", place: "data" },
        {
          key: "now_in",
          place: "data",
          value: ({ change, target }) => (change === "changed" ? null : target?.modules),
        },
        {
          key: "details",
          title: "What differs",
          value: ({ details }) =>
            details.map(
              ({ attribute, from: before, to: after }) =>
                `${attribute} ${before ?? "none"} → ${after ?? "none"}`,
            ),
        },
        {
          key: "evidence",
          title: "Evidence of the new name",
          place: "detail",
          value: ({ evidence }) => evidence.map(({ kind, value }) => `${kind}: ${value}`),
        },
        "module",
        {
          key: "place",
          title: "Where",
          place: "detail",
          value: ({ file, line }) => `${file}:${line}`,
        },
        {
          key: "used_by",
          value: (row) => row.used_by.map(describeUser),
          href: (row, said) => {
            const user = row.used_by.find((one) => describeUser(one) === said);
            return user === undefined ? null : toPath("module", user.technical_name, from);
          },
        },
      ],
    }),
  ];
}

function toName({ model, name }: Pick<ApiChange, "model" | "name">): string {
  return name === null ? model : `${model}.${name}`;
}

/** New name and modules as far as they differ; of a removed thing, similar new names. */
function describeTarget({
  change,
  target,
  near,
  ...was
}: ApiChanges["changes"][number]): readonly string[] {
  if (target === null || change === "changed") return near.map((name) => `perhaps ${name}`);
  const name = toName(target);
  const modules = target.modules.filter((one) => one !== was.module);
  return [
    ...(name === toName(was) ? [] : [name]),
    ...(modules.length === 0 ? [] : [`in ${modules.join(", ")}`]),
  ];
}

function describeUser({
  technical_name: name,
  how,
}: ApiChanges["changes"][number]["used_by"][number]): string {
  return `${name} (${how.join(", ")})`;
}
