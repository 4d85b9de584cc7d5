// What OpenUpgrade's analysis records of the external ids of a system: each record under each module whose data files
// write it, and the constraints of tables (`log_xml_id` of upgrade_analysis/upgrade_log.py).
import { getModuleOfXmlId, toFullXmlId } from "../../../data/module/xml-id.js";
import type { Steps } from "../../../data/yield.js";
import { spendSteps, TooComplex, type StepBudget } from "../../lookup/limits.js";
import type { Registry } from "../../registry/loaded/registry-cache.js";
import type { RecordedModels } from "./record-models.js";

export interface RecordedId {
  /** Whose file writes it. */
  readonly module: string;
  readonly model: string;
  readonly xmlId: string;
  readonly noupdate: boolean;
  /** Of a constraint: SQL in the form that Odoo compares. */
  readonly definition: string | undefined;
  /** Where the module writes it. */
  readonly places: { readonly file: string; readonly line: number }[];
}

const CONSTRAINT = "ir.model.constraint";

/** Records, then constraints. One module or model a step. @throws TooComplex */
export function* recordIds(
  registry: Registry,
  { models }: RecordedModels,
  budget: StepBudget,
): Steps<readonly RecordedId[]> {
  const { system } = registry;
  const { isMadeBefore } = registry.getRecords();
  /** By model and id, of each module that writes the record one. */
  const byModel = new Map<string, Map<string, readonly RecordedId[]>>();
  for (const module of system.modules) {
    const { files, models: written, readRecords } = system.snapshot.loaded.readData(module.entry);
    for (const model of written) {
      const ofModel = byModel.get(model) ?? new Map<string, readonly RecordedId[]>();
      byModel.set(model, ofModel);
      const columns = readRecords(model);
      spendSteps(budget, columns.ids.length);
      for (const [at, id] of columns.ids.entries()) {
        const tag = columns.tags[at];
        // It only gives an id to what is there.
        if (tag === "function") continue;
        const xmlId = toFullXmlId(module.name, id);
        const known = ofModel.get(xmlId) ?? [];
        const last = known.at(-1);
        const place = { file: files[columns.files[at] ?? -1] ?? "", line: columns.lines[at] ?? 0 };
        if (tag === "delete") ofModel.delete(xmlId);
        else if (last?.module === module.name) last.places.push(place);
        else {
          // An id keeps what is said where it is written first.
          const noupdate =
            last?.noupdate ?? (columns.noupdate[at] === true || isMadeBefore({ xmlId, model }));
          const own = { module: module.name, model, xmlId, noupdate, definition: undefined };
          ofModel.set(xmlId, [...known, { ...own, places: [place] }]);
        }
      }
    }
    yield;
  }
  const recorded = Array.from(byModel.values(), (ofModel) => [...ofModel.values()])
    .flat(2)
    .filter(({ xmlId }) => system.find(getModuleOfXmlId(xmlId)) !== undefined);
  for (const name of models.keys()) {
    recorded.push(...recordConstraints(registry, name));
    yield;
  }
  return recorded;
}

/** Also of models without a table. */
function* recordConstraints({ models }: Registry, name: string): Generator<RecordedId> {
  try {
    const model = models.findStored(name);
    const table = model?.table ?? null;
    for (const { node, object } of model?.listTableObjects() ?? []) {
      const isConstraint = object.kind === "sql_constraint" || object.kind === "constraint";
      if (!isConstraint || table === null) continue;
      const { module, definition } = node.source;
      yield {
        module,
        model: CONSTRAINT,
        xmlId: toFullXmlId(module, `constraint_${table}_${object.name}`),
        noupdate: false,
        definition: toNormalForm(object.definition ?? ""),
        places: [{ file: definition.file, line: object.line }],
      };
    }
  } catch (error) {
    if (!(error instanceof TooComplex)) throw error;
  }
}

/** `cons_text` of odoo/addons/base/models/ir_model.py, and white space as one blank. */
function toNormalForm(definition: string): string {
  return definition
    .toLowerCase()
    .replaceAll(", ", ",")
    .replaceAll(" (", "(")
    .replace(/[\t\n]/g, " ")
    .replace(/ {2,}/g, " ")
    .trim();
}
