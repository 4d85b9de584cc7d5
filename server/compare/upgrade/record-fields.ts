// Fields of a system as OpenUpgrade's analysis records them during loading: after each module, new
// and changed fields of models with a table (`compare_registries` of
// upgrade_analysis/upgrade_log.py).
import type { Steps } from "../../../data/yield.js";
import { spendSteps, TooComplex, type StepBudget } from "../../lookup/limits.js";
import type { UpgradeDefinition } from "../../contract/shape/migration/upgrade.js";
import { once } from "../../lookup/memo.js";
import type { Registry } from "../../registry/loaded/registry-cache.js";
import type { Models, StoredModel } from "../../registry/model/models.js";
import {
  listUnknown,
  toFieldAttributes,
  toModelAttributes,
  type AttributeName,
  type FieldAttributes,
} from "./recorded-field.js";
import type { RecordedModel, RecordedModels } from "./record-models.js";
import { addTouched, createFieldIndexes, type TouchedModels } from "./field-load-indexes.js";

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
}

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
  return { fields: recorder.fields, unknown };
}

function createRecorder(unknown: UnknownField[]) {
  const fields: RecordedField[] = [];
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
    const reason = listUnknown(field).join(", ");
    if (reason !== "") unknown.push({ module, model: model.lineage.model, field: name, reason });
    const definitions = field.definitions.map(({ node: { source }, field: { line } }) => {
      return { module: source.module, file: source.definition.file, line };
    });
    return { attributes: toFieldAttributes(models, model, field), definitions };
  }

  return {
    fields,
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
