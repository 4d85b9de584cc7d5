// External ids of a system as OpenUpgrade's analysis records them: each record under each module
// whose data files write it, and the constraints of tables (`log_xml_id` of
// upgrade_analysis/upgrade_log.py).
import { toGroups } from "../../../data/grouped.js";
import { getModuleOfXmlId, isIdOf, toFullXmlId } from "../../../data/module/xml-id.js";
import type { Steps } from "../../../data/yield.js";
import { spendSteps, withinLimits, type StepBudget } from "../../lookup/limits.js";
import type { RecordValue } from "../../registry/data/field-value.js";
import type { WrittenRecord } from "../../registry/data/record-writes.js";
import type { Registry } from "../../registry/loaded/registry-cache.js";
import { toStoredForm } from "../things.js";
import type { RecordedModels } from "./record-models.js";

export interface RecordedId {
  /** Module of the writing file. */
  readonly module: string;
  readonly model: string;
  readonly xmlId: string;
  readonly noupdate: boolean;
  /** Domain of a window action: `null` for one that is not given, `undefined` for one that is not known. */
  readonly domain?: RecordValue | undefined;
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
const WINDOW_ACTION = "ir.actions.act_window";
const DOMAIN: ReadonlySet<string> = new Set(["domain"]);

/** Records, then constraints. One module or model a step. @throws TooComplex */
export function* recordIds(
  registry: Registry,
  { models }: RecordedModels,
  budget: StepBudget,
): Steps<readonly RecordedId[]> {
  const { writes, isMadeBefore, readFields } = registry.getRecords();
  const findDomain = (written: WrittenRecord): RecordValue | undefined => {
    const { values, unknown } = readFields(written, DOMAIN);
    return unknown.length > 0 ? undefined : (values.get("domain") ?? null);
  };
  const recorded: RecordedId[] = [];
  for (const model of writes.listModels()) {
    yield* writes.prepare([model]);
    for (const written of writes.listOfModel(model)) {
      const { xmlId, writes: all } = written;
      spendSteps(budget, all.length);
      const isKnown =
        isIdOf(all[0].module, xmlId) || registry.system.find(getModuleOfXmlId(xmlId)) !== undefined;
      if (!isKnown) continue;
      // An id keeps what is said where it is written first.
      const noupdate = all[0].noupdate || isMadeBefore({ xmlId, model });
      for (const own of all.length === 1 ? [all] : toGroups(all, ({ module }) => module).values()) {
        const { module = "" } = own[0] ?? {};
        const locations = own.map(({ file, line }) => ({ file, line }));
        const domain = model === WINDOW_ACTION ? findDomain(written) : undefined;
        recorded.push({ module, model, xmlId, noupdate, domain, definition: undefined, locations });
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
