// What OpenUpgrade's analysis records of the fields of a system while it is loaded: after each module, what is new or
// has changed of the models that have a table (`compare_registries` of upgrade_analysis/upgrade_log.py).
import type { Steps } from "../../../data/yield.js";
import { spendSteps, TooComplex, type StepBudget } from "../../lookup/limits.js";
import type { Registry } from "../../registry/loaded/registry-cache.js";
import type { Models, SystemModel } from "../../registry/model/models.js";
import {
  listModelAttributes,
  listUnknown,
  toFieldAttributes,
  type AttributeName,
  type FieldAttributes,
} from "./recorded-field.js";
import { addTouched, type TouchedFields, type TouchedModels } from "./touched-models.js";

/** What a module does to a field. */
export interface RecordedField {
  readonly module: string;
  /** Whether the field was there before: then only what changed is recorded. */
  readonly mode: "create" | "modify";
  readonly model: string;
  readonly field: string;
  readonly attributes: FieldAttributes;
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

/** Of which no change is told. */
const IGNORED: ReadonlySet<string> = new Set([
  "create_date",
  "create_uid",
  "id",
  "write_date",
  "write_uid",
]);

/** One model a step. @throws TooComplex where all of it takes more than the budget */
export function* recordFields(registry: Registry, budget: StepBudget): Steps<RecordedFields> {
  const unknown: UnknownField[] = [];
  const touched = yield* findTouched(registry, budget, unknown);
  const recorder = createRecorder(unknown);
  for (const { name: module, place } of registry.system.modules) {
    const models = registry.createModels(place);
    for (const [model, names] of touched.get(place) ?? []) {
      spendSteps(budget, recorder.lookAt(module, models, model, names));
      yield;
    }
  }
  return { fields: recorder.fields, unknown };
}

interface Recorder {
  readonly fields: readonly RecordedField[];
  /** @returns how many fields were looked at */
  lookAt(module: string, models: Models, model: string, names: TouchedFields): number;
}

function createRecorder(unknown: UnknownField[]): Recorder {
  const fields: RecordedField[] = [];
  /** What was recorded of each field of each model, as it is by now. */
  const known = new Map<string, Map<string, FieldAttributes>>();

  function record(
    module: string,
    model: string,
    before: Map<string, FieldAttributes>,
    [field, attributes]: readonly [string, FieldAttributes],
  ): void {
    const old = before.get(field);
    const changed = old === undefined ? attributes : listChanged(old, attributes);
    if (changed === undefined) return;
    const mode = old === undefined ? "create" : "modify";
    fields.push({ module, mode, model, field, attributes: changed });
    before.set(field, old === undefined ? attributes : { ...old, ...changed });
  }

  function readField(
    module: string,
    models: Models,
    model: SystemModel,
    name: string,
  ): FieldAttributes | undefined {
    const field = IGNORED.has(name) ? undefined : model.findField(name);
    if (field === undefined) return undefined;
    const reason = listUnknown(field).join(", ");
    if (reason !== "") unknown.push({ module, model: model.lineage.model, field: name, reason });
    return toFieldAttributes(models, model, field);
  }

  return {
    fields,
    lookAt(module, models, name, touched) {
      let looked = 0;
      try {
        const model = models.findModel(name);
        if (model?.attributes.auto !== true) return 1;
        const before = known.get(name) ?? new Map<string, FieldAttributes>();
        known.set(name, before);
        for (const one of listModelAttributes(model)) record(module, name, before, one);
        for (const field of touched === "all" ? model.fieldNames : touched) {
          looked += 1;
          const attributes = readField(module, models, model, field);
          if (attributes !== undefined) record(module, name, before, [field, attributes]);
        }
      } catch (error) {
        if (!(error instanceof TooComplex)) throw error;
        unknown.push({ module, model: name, field: null, reason: "too_complex" });
      }
      return looked;
    },
  };
}

function* findTouched(
  { models }: Registry,
  budget: StepBudget,
  unknown: UnknownField[],
): Steps<TouchedModels> {
  const touched: TouchedModels = new Map();
  for (const name of models.listModels()) {
    try {
      const model = models.findModel(name);
      if (model?.attributes.kind === "Model" && model.attributes.auto) {
        spendSteps(budget, model.lineage.classes.length);
        addTouched(touched, models, model);
      }
    } catch (error) {
      if (!(error instanceof TooComplex)) throw error;
      unknown.push({ module: "", model: name, field: null, reason: "too_complex" });
    }
    yield;
  }
  return touched;
}

/** What has another value; a value that is taken away leaves no trace. */
function listChanged(old: FieldAttributes, now: FieldAttributes): FieldAttributes | undefined {
  const changed = (Object.entries(now) as [AttributeName, string][]).filter(
    ([name, value]) => old[name] !== value,
  );
  return changed.length === 0 ? undefined : Object.fromEntries(changed);
}
