// Differences: one module at two versions, or one entry in two snapshots.
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
import { COMPLETENESS } from "./completeness.js";

const fact = schemaOf<string | boolean | null | string[]>({
  type: ["string", "boolean", "array", "null"],
  items: text(),
  description: "`null` if not declared.",
});
export type FactValue = ValueOf<typeof fact>;

/** One fact before and after. */
export const FactChange = namedObject("FactChange", { key: text(), from: fact, to: fact });
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
export type NameDiff = ValueOf<typeof NameDiff>;

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
  }),
  views: SetDiff,
  javascript: object(
    ofKinds(DIFF_KINDS.javascript, SetDiff),
    "Of the scripts in `static/src`. A default export has the name of its module of scripts before it, a registry key its category.",
  ),
  templates: SetDiff,
});
export type ModuleDiff = ValueOf<typeof ModuleDiff>;
