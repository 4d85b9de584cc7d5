// Differences: one module at two versions, or one entry in two snapshots. Read as both versions, then each change by its part.
import { FACT_SHAPES } from "../../../data/module/facts.js";
import { IDENTITY } from "../../../data/module/told-facts.js";
import { toRecord } from "../../../data/grouped.js";
import {
  flag,
  listKeys,
  listOf,
  namedObject,
  object,
  oneOf,
  schemaOf,
  text,
  texts,
  type ValueOf,
} from "../../../data/shape.js";
import { ApiEvidence } from "./api-changes.js";
import { COMPLETENESS, layUnknown } from "./completeness.js";
import { toFieldTitle } from "../field-words.js";
import { FACT_TITLES } from "../browser/words.js";
import {
  layCaveat,
  toState,
  layFacts,
  layTable,
  toPlainStates,
  type Block,
  type State,
} from "../layout.js";
import { STEP_WORDS } from "./lineage.js";

const factValue = schemaOf<string | boolean | null | string[]>({
  type: ["string", "boolean", "array", "null"],
  items: text(),
  description: "`null` if not declared.",
});
export type FactValue = ValueOf<typeof factValue>;

/** One fact before and after. */
export const FactChange = namedObject("FactChange", {
  key: text(),
  from: factValue,
  to: factValue,
});
export type FactChange = ValueOf<typeof FactChange>;

const Rename = namedObject("Rename", {
  from: text(),
  to: text(),
  reason: text("The evidence as one text."),
  evidence: listOf(ApiEvidence, "Of models, fields and methods that of /v1/api-changes."),
});
export type Rename = ValueOf<typeof Rename>;

const SetDiff = namedObject("SetDiff", {
  added: texts(),
  removed: texts(),
  renamed: listOf(Rename),
  changed: listOf(object({ name: text(), changes: listOf(FactChange) })),
});
export type SetDiff = ValueOf<typeof SetDiff>;

const NameDiff = object({ added: texts(), removed: texts() });
type NameDiff = ValueOf<typeof NameDiff>;

/**
 * Compared parts of a module beside its manifest, its models and its views, by their place in the
 * answer, with titles: one row a kind. server/compare/diff/ lists them.
 */
export const DIFF_KINDS = {
  dependencies: { platform: "Dependencies", pip: "Python packages", bin: "Programs" },
  of_models: {
    fields: "Fields",
    methods: "Methods",
    table_objects: "Constraints and indexes",
  },
  javascript: {
    classes: "Classes of JavaScript",
    functions: "Functions of JavaScript",
    exports: "Exports of JavaScript",
    patches: "Patches of JavaScript",
    registry: "Registry keys of JavaScript",
  },
} as const;

const ofKinds = <const Kinds extends object, Shape>(kinds: Kinds, shape: Shape) =>
  toRecord(listKeys(kinds), () => shape);

const ModelDiff = object({
  model_name: text("At `from`."),
  changes: listOf(FactChange, "Of the model itself."),
  ...ofKinds(DIFF_KINDS.of_models, SetDiff),
});
export type ModelDiff = ValueOf<typeof ModelDiff>;

const DiffSide = object({
  technical_name: text("Differs from the requested name if `compared_with` says so."),
  platform_version: text(),
  organization: text(),
  repository: text(),
  installable: flag(),
  version: text(),
  manifest_version: FACT_SHAPES.manifest_version,
  update_date: FACT_SHAPES.update_date,
  purl: IDENTITY.purl,
});
export type DiffSide = ValueOf<typeof DiffSide>;

export const ModuleDiff = namedObject("ModuleDiff", {
  technical_name: text(),
  ...COMPLETENESS,
  from: DiffSide,
  to: DiffSide,
  compared_with: listOf(
    object({
      technical_name: text(),
      platform_version: text("Of `from` or `to`."),
      kind: oneOf(
        ["renamed", "merged", "split"],
        "What became of the older of the two; `/v1/lineage/{module_name}` has the evidence.",
      ),
    }),
    "The other name at a version that does not have the module, if exactly one module has its contents there.",
  ),
  manifest: listOf(FactChange),
  dependencies: object(ofKinds(DIFF_KINDS.dependencies, NameDiff)),
  models: object({
    added: texts(),
    removed: texts(),
    renamed: listOf(Rename),
    changed: listOf(ModelDiff),
    of_others: texts("Of added and removed those that the module extends, and does not make."),
  }),
  views: SetDiff,
  javascript: object(
    ofKinds(DIFF_KINDS.javascript, SetDiff),
    "Of the scripts in `static/src`. A default export has the name of its module of scripts before it, a registry key its category.",
  ),
  templates: SetDiff,
});
export type ModuleDiff = ValueOf<typeof ModuleDiff>;

const CHANGES = {
  added: toState("added", "added", "good"),
  removed: toState("removed", "removed", "bad"),
  ...toPlainStates({
    renamed: "renamed",
    changed: "changed",
    extended: "extended",
    no_longer_extended: "no longer extended",
  }),
} as const satisfies Readonly<Record<string, State>>;

const PARTS = toPlainStates({
  manifest: "Manifest (without version)",
  ...DIFF_KINDS.dependencies,
  models: "Models",
  ...DIFF_KINDS.of_models,
  views: "Views (name, model, parent)",
  ...DIFF_KINDS.javascript,
  templates: "Browser templates",
});
type Part = keyof typeof PARTS;

/** Parts of a module without a comparison here. */
const NOT_COMPARED =
  "contents of views, Python outside models and controllers, access rights, menus, actions, other records, translations";

interface Row {
  readonly part: Part;
  readonly change: keyof typeof CHANGES;
  /** The model, of what lies in one. */
  readonly model?: string;
  readonly name?: string;
  readonly now?: string;
  readonly by?: string;
  readonly facts?: readonly FactChange[];
}

export function layDiff(diff: ModuleDiff): readonly Block[] {
  const { technical_name: name, from, to, compared_with: others } = diff;
  const rows = listRows(diff);
  const changed = new Set<Part>(rows.map(({ part }) => part));
  return [
    ...others.flatMap(({ technical_name: other, platform_version: version, kind }) => {
      const [older, newer] = version === to.platform_version ? [name, other] : [other, name];
      return layCaveat(
        true,
        `There is no ${name} at ${version}: ${older} was ${STEP_WORDS[kind]} ${newer}.`,
      );
    }),
    layFacts([
      { key: "from", value: describeSide(from) },
      { key: "to", value: describeSide(to) },
      {
        key: "unchanged",
        value: listKeys(PARTS).flatMap((part) => (changed.has(part) ? [] : PARTS[part].title)),
      },
      { key: "not_compared", value: NOT_COMPARED },
    ]),
    ...layUnknown(diff),
    ...layCaveat(
      rows.some(({ model, change }) => model !== undefined && change === "removed"),
      "Only this module's own code is compared: a field removed here may still come from another module.",
    ),
    layTable({
      name: "changes",
      groups: { key: "part", states: Object.values(PARTS), stateOf: ({ part }) => PARTS[part] },
      rows,
      columns: [
        { key: "part", value: ({ part }) => PARTS[part] },
        "model",
        { key: "change", value: ({ change }) => CHANGES[change] },
        { key: "name", isCode: true },
        { key: "now", title: "New name", isCode: true },
        { key: "by", title: "Evidence" },
        { key: "changes", title: "What changed", value: ({ facts }) => facts?.map(describeFact) },
      ],
    }),
  ];
}

/** Titles of facts on a module's page; others have their own names. */
const TITLES: ReadonlyMap<string, string> = new Map(Object.entries(FACT_TITLES));

function describeSide(side: DiffSide): string {
  const { technical_name: name, platform_version: at, organization, repository } = side;
  const installable = side.installable ? "" : ", not installable";
  return `${name} ${side.manifest_version ?? side.version} for Odoo ${at} (${organization}/${repository}${installable})`;
}

/** `readonly: not set → True` */
const describeFact = ({ key, from, to }: FactChange): string =>
  `${TITLES.get(key) ?? toFieldTitle(key.replace(/^attrs\./, ""))}: ${toValue(from)} → ${toValue(to)}`;

const toValue = (value: FactChange["from"]): string =>
  value === null || (Array.isArray(value) && value.length === 0)
    ? "not set"
    : [value].flat().join(", ");

function listRows({ manifest, dependencies, models, views, javascript, templates }: ModuleDiff) {
  return [
    ...manifest.map((fact): Row => ({ part: "manifest", change: "changed", facts: [fact] })),
    ...listKeys(dependencies).flatMap((kind) => listNames(kind, dependencies[kind])),
    ...listSet("models", { ...models, changed: [] }).map((row): Row => {
      if (row.name === undefined || !models.of_others.includes(row.name)) return row;
      return { ...row, change: row.change === "added" ? "extended" : "no_longer_extended" };
    }),
    ...models.changed.flatMap(({ model_name: model, changes, ...own }) => [
      ...(changes.length === 0
        ? []
        : listSet("models", { ...NOTHING, changed: [{ name: model, changes }] })),
      ...listKeys(own).flatMap((kind) => listSet(kind, own[kind], model)),
    ]),
    ...listSet("views", views),
    ...listKeys(javascript).flatMap((kind) => listSet(kind, javascript[kind])),
    ...listSet("templates", templates),
  ];
}

const NOTHING = { added: [], removed: [], renamed: [] };

function listNames(part: Part, { added, removed }: NameDiff): readonly Row[] {
  return [
    ...added.map((name) => ({ part, change: "added" as const, name })),
    ...removed.map((name) => ({ part, change: "removed" as const, name })),
  ];
}

/** A row for each thing. */
function listSet(part: Part, diff: SetDiff, model?: string): readonly Row[] {
  const rows: readonly Row[] = [
    ...listNames(part, diff),
    ...diff.renamed.map(({ from: name, to: now, reason: by }): Row => ({
      part,
      change: "renamed",
      name,
      now,
      by,
    })),
    ...diff.changed.map(({ name, changes: facts }): Row => ({
      part,
      change: "changed",
      name,
      facts,
    })),
  ];
  return model === undefined ? rows : rows.map((row) => ({ ...row, model }));
}
