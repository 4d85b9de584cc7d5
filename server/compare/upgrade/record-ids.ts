// External ids of a system as OpenUpgrade's analysis records them: each record under each module
// whose data files write it, and the constraints of tables (`log_xml_id` of
// upgrade_analysis/upgrade_log.py).
import { toGroups } from "../../../data/grouped.js";
import { getModuleOfXmlId, toFullXmlId } from "../../../data/module/xml-id.js";
import type { Steps } from "../../../data/yield.js";
import { spendSteps, withinLimits, type StepBudget } from "../../lookup/limits.js";
import type { Registry } from "../../registry/loaded/registry-cache.js";
import { toStoredForm } from "../things.js";
import type { RecordedModels } from "./record-models.js";

export interface RecordedId {
  /** Module of the writing file. */
  readonly module: string;
  readonly model: string;
  readonly xmlId: string;
  readonly noupdate: boolean;
  /** SQL of a constraint or an index, in the form that Odoo compares. */
  readonly definition: string | undefined;
  /** Likewise: the model that it is of. */
  readonly constrained?: string;
  /** Likewise: whether it is an index, which no row breaks. */
  readonly isIndex?: boolean;
  /** Locations of the module's writes. */
  readonly locations: readonly { readonly file: string; readonly line: number }[];
}

export const CONSTRAINT = "ir.model.constraint";

/** Records, then constraints. One module or model a step. @throws TooComplex */
export function* recordIds(
  registry: Registry,
  { models }: RecordedModels,
  budget: StepBudget,
): Steps<readonly RecordedId[]> {
  const { writes, isMadeBefore } = registry.getRecords();
  const recorded: RecordedId[] = [];
  for (const model of writes.listModels()) {
    yield* writes.prepare([model]);
    for (const { xmlId, writes: all } of writes.listOfModel(model)) {
      spendSteps(budget, all.length);
      if (registry.system.find(getModuleOfXmlId(xmlId)) === undefined) continue;
      // An id keeps what is said where it is written first.
      const noupdate = all[0].noupdate || isMadeBefore({ xmlId, model });
      for (const [module, own] of toGroups(all, (write) => write.module)) {
        const locations = own.map(({ file, line }) => ({ file, line }));
        recorded.push({ module, model, xmlId, noupdate, definition: undefined, locations });
      }
    }
    yield;
  }
  for (const name of models.keys()) {
    for (const one of recordConstraints(registry, name)) recorded.push(one);
    yield;
  }
  return recorded;
}

/** Also of models without a table. */
function recordConstraints({ models }: Registry, name: string): readonly RecordedId[] {
  const model = withinLimits(() => models.findStored(name), undefined);
  const table = model?.table ?? null;
  if (model === undefined || table === null) return [];
  return model
    .listTableObjects()
    .map(({ node: { source }, object }) => ({ source, object, ...toStoredForm(object) }))
    .map(({ source, object, kind, definition }) => ({
      module: source.module,
      model: CONSTRAINT,
      xmlId: toFullXmlId(source.module, `constraint_${table}_${object.name}`),
      noupdate: false,
      definition: definition ?? "",
      constrained: name,
      isIndex: kind === "index",
      locations: [{ file: source.definition.file, line: object.line }],
    }));
}
