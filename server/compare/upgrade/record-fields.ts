// Fields of a system as OpenUpgrade's analysis records them during loading: after each module, new
// and changed fields of models with a table (`compare_registries` and `log_model` of
// upgrade_analysis/upgrade_log.py), with present values as Python writes them.
import { GIVEN } from "../../../data/module/given-value.js";
import { toPythonText } from "../../../data/module/python-text.js";
import type { Steps } from "../../../data/yield.js";
import type { UpgradeDefinition } from "../../contract/shape/migration/upgrade.js";
import { type StepBudget, TooComplex, spendSteps } from "../../lookup/limits.js";
import { once } from "../../lookup/memo.js";
import type { Registry } from "../../registry/loaded/registry-cache.js";
import { isTrue, toAttributeText } from "../../registry/model/attribute.js";
import type { StoredField } from "../../registry/model/fields.js";
import type { Models, StoredModel } from "../../registry/model/models.js";
import { type RelationTable, findRelationTable } from "../../registry/model/relation-table.js";
import { type TouchedModels, addTouched, createFieldIndexes } from "./field-load-indexes.js";
import type { RecordedModel, RecordedModels } from "./record-models.js";

/** Change of a field by a module. */
export interface RecordedField {
  readonly module: string;
  /** Whether the field was there before: then only what changed is recorded. */
  readonly mode: "create" | "modify";
  readonly model: string;
  readonly field: string;
  readonly attributes: FieldAttributes;
  /** Definitions so far, the first one wins. */
  readonly definitions: readonly UpgradeDefinition[];
}

interface UnknownField {
  readonly module: string;
  readonly model: string;
  /** `null` for the whole model. */
  readonly field: string | null;
  readonly reason: string;
}

export interface RecordedFields {
  /** In the order in which they are recorded. */
  readonly fields: readonly RecordedField[];
  readonly unknown: readonly UnknownField[];
  /** Models and fields to which modules add keys, and that no indexed one defines: nothing but keys is known of these. */
  readonly open: ReadonlySet<string>;
}

/** Key of a field in `open`. */
export const toFieldKey = (model: string, field: string): string => `${model} ${field}`;

/** One model a step. @throws TooComplex where all of it takes more than the budget */
export function* recordFields(
  registry: Registry,
  { models, tooComplex }: RecordedModels,
  budget: StepBudget,
): Steps<RecordedFields> {
  const unknown = tooComplex.map((model): UnknownField => tellTooComplex("", model));
  const touched = yield* findTouched(registry, models, budget, unknown);
  const recorder = createRecorder(unknown);
  for (const { name: module, loadIndex } of registry.system.modules) {
    const getLoaded = once(() => registry.createModels(loadIndex));
    for (const [model, { settled, open }] of touched.get(loadIndex) ?? []) {
      spendSteps(budget, 1 + settled.length + open.length);
      recorder.lookAt(module, registry.models, model, settled);
      if (open.length > 0) recorder.lookAt(module, getLoaded(), model, open);
      yield;
    }
    touched.delete(loadIndex);
  }
  return { fields: recorder.fields, unknown, open: recorder.open };
}

function createRecorder(unknown: UnknownField[]) {
  const fields: RecordedField[] = [];
  const open = new Set<string>();
  /** Recorded state of each field so far. */
  const known = new Map<string, Map<string, FieldAttributes>>();

  function record(
    { module, model, field, attributes, definitions }: Omit<RecordedField, "mode">,
    before: Map<string, FieldAttributes>,
  ): void {
    const old = before.get(field);
    const changed = old === undefined ? attributes : listChanged(old, attributes);
    if (changed === undefined) return;
    const mode = old === undefined ? "create" : "modify";
    fields.push({ module, mode, model, field, attributes: changed, definitions });
    before.set(field, old === undefined ? attributes : { ...old, ...changed });
  }

  function readField(
    module: string,
    models: Models,
    model: StoredModel,
    name: string,
  ): Pick<RecordedField, "attributes" | "definitions"> | undefined {
    const field = model.readStored(name);
    if (field === undefined) {
      const attributes = toModelAttributes(model, name);
      return attributes && { attributes, definitions: [] };
    }
    if (isWithoutBase(field)) open.add(toFieldKey(model.lineage.model, name));
    const reason = listUnknown(field).join(", ");
    if (reason !== "") unknown.push({ module, model: model.lineage.model, field: name, reason });
    const definitions = field.definitions.map(({ node: { source }, field: { line } }) => {
      return { module: source.module, file: source.definition.file, line };
    });
    return { attributes: toFieldAttributes(models, model, field), definitions };
  }

  return {
    fields,
    open,
    lookAt(module: string, models: Models, name: string, wanted: readonly string[]): void {
      try {
        const model = models.findStored(name);
        if (model?.auto !== true) return;
        const before = known.get(name) ?? new Map<string, FieldAttributes>();
        known.set(name, before);
        for (const field of wanted) {
          const read = readField(module, models, model, field);
          if (read !== undefined) record({ module, model: name, field, ...read }, before);
        }
      } catch (error) {
        if (!(error instanceof TooComplex)) throw error;
        unknown.push(tellTooComplex(module, name));
      }
    },
  };
}

function* findTouched(
  { models }: Registry,
  recorded: ReadonlyMap<string, RecordedModel>,
  budget: StepBudget,
  unknown: UnknownField[],
): Steps<TouchedModels> {
  const touched: TouchedModels = new Map();
  const findLoadIndexes = createFieldIndexes(models, budget);
  for (const { model: name, type } of recorded.values()) {
    if (type !== null) continue;
    try {
      const model = models.findStored(name);
      const loadIndexes = findLoadIndexes(name);
      if (model !== undefined && loadIndexes !== undefined) addTouched(touched, model, loadIndexes);
    } catch (error) {
      if (!(error instanceof TooComplex) || budget.left < 0) throw error;
      unknown.push(tellTooComplex("", name));
    }
    yield;
  }
  return touched;
}

function tellTooComplex(module: string, model: string): UnknownField {
  return { module, model, field: null, reason: "too_complex" };
}

/** Attributes with a new value; a removed value leaves no trace. */
function listChanged(old: FieldAttributes, now: FieldAttributes): FieldAttributes | undefined {
  const changed = (Object.entries(now) as [AttributeName, string][]).filter(
    ([name, value]) => old[name] !== value,
  );
  return changed.length === 0 ? undefined : Object.fromEntries(changed);
}

export type AttributeName =
  | "type"
  | "isfunction"
  | "isproperty"
  | "isrelated"
  | "relation"
  | "table"
  | "column1"
  | "column2"
  | "required"
  | "stored"
  | "selection_keys"
  | "attachment"
  | "hasdefault"
  | "_order"
  | "_inherits";

/** One without a value is not there. */
export type FieldAttributes = Partial<Readonly<Record<AttributeName, string>>>;

/** Attributes of the ORM that what is recorded follows from. */
const LOOKED_AT: ReadonlySet<string> = new Set(
  "type required readonly store compute inverse related selection comodel_name company_dependent * **".split(
    " ",
  ),
);

/** True if its definitions do nothing but add keys, which Odoo refuses without one that has some. */
function isWithoutBase({ given, related }: StoredField): boolean {
  return (
    given.has("selection_add") &&
    related === null &&
    !["selection", "*", "**"].some((name) => given.has(name))
  );
}

/** Names of what only running code knows, sorted. */
function listUnknown({ dynamic }: StoredField): readonly string[] {
  return dynamic.filter((name) => LOOKED_AT.has(name));
}

/** @param models of the system in which the model is */
function toFieldAttributes(
  models: Models,
  model: StoredModel,
  field: StoredField,
): FieldAttributes {
  const { type } = field;
  const isRelated = field.related !== null;
  const isProperty = field.company_dependent === true;
  const hasOwnCode = field.inverse !== null || isRelated;
  const isFunction =
    field.compute !== null && (field.readonly || field.inverse !== null) && !isRelated;
  const kept: Kept = {};
  keep(kept, "type", type === "monetary" ? "float" : type);
  keep(kept, "isfunction", isFunction && !isProperty ? "function" : "");
  keep(kept, "isproperty", isProperty ? "property" : "");
  keep(kept, "isrelated", isRelated ? "related" : "");
  keep(kept, "relation", findRelation(field));
  if (type === "many2many") keepTable(kept, findRelationTable(models, model, field));
  keep(kept, "required", field.required ? "required" : "");
  keep(kept, "stored", field.store === false ? "" : "stored");
  keep(kept, "selection_keys", type === "selection" ? findKeys(field) : "");
  keep(kept, "attachment", type === "binary" ? findAttachment(field) : "");
  keep(kept, "hasdefault", field.readonly || hasOwnCode ? "" : findDefault(field));
  return kept;
}

type Kept = Partial<Record<AttributeName, string>>;

function keep(kept: Kept, name: AttributeName, value = ""): void {
  if (value !== "") kept[name] = value;
}

function keepTable(kept: Kept, { table, column1, column2 }: RelationTable): void {
  keep(kept, "table", table);
  keep(kept, "column1", column1);
  keep(kept, "column2", column2);
}

/** Attributes of the model itself, under the analysis' names. */
function toModelAttributes(
  { order, inherits }: StoredModel,
  name: string,
): FieldAttributes | undefined {
  if (name === "_order") return { _order: order ?? "id" };
  if (name !== "_inherits" || inherits.size === 0) return undefined;
  return { _inherits: toPythonText([GIVEN.dict, ...[...inherits].flat()], "") ?? "" };
}

function findRelation({ type, comodel_name: comodel, given }: StoredField): string {
  if (type === "many2one_reference") return toAttributeText(given.get("model_field")) ?? "";
  return comodel ?? "";
}

/** Keys of a selection; a related field's come from a function. */
function findKeys({ selection, related, dynamic }: StoredField): string {
  if (related !== null || selection === null || dynamic.includes("selection")) return "function";
  const keys = selection.map(([key = ""]) => key).toSorted();
  return toPythonText([GIVEN.list, ...keys], "") ?? "function";
}

/** A binary value is an attachment where it is not said that it is a column. */
function findAttachment({ store, given }: StoredField): string {
  const isAttachment =
    store !== false && (!given.has("attachment") || isTrue(given.get("attachment")));
  return isAttachment ? "True" : "False";
}

function findDefault({ compute, given }: StoredField): string {
  if ((given.get("default") ?? null) !== null) return "default";
  return compute === null ? "" : "compute";
}
