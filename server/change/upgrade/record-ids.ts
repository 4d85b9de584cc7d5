// What OpenUpgrade's analysis records of the external ids of a system: each record under each module whose data files
// write it, and the constraints of tables (`log_xml_id` of upgrade_analysis/upgrade_log.py).
import { addToGroup } from "../../../data/grouped.js";
import { getModuleOfXmlId, toFullXmlId } from "../../../data/module/xml-id.js";
import type { Steps } from "../../../data/yield.js";
import { TooComplex } from "../../lookup/limits.js";
import type { Registry } from "../../registry/loaded/registry-cache.js";
import type { RecordWrite } from "../../registry/data/record-writes.js";
import type { RecordedModels } from "./record-models.js";

interface Place {
  readonly file: string;
  readonly line: number;
}

export interface RecordedId {
  /** Whose file writes it. */
  readonly module: string;
  readonly model: string;
  readonly xmlId: string;
  readonly noupdate: boolean;
  /** Of a constraint: SQL in the form that Odoo compares. */
  readonly definition: string | undefined;
  /** Where the module writes it. */
  readonly places: readonly Place[];
}

const CONSTRAINT = "ir.model.constraint";

/** By module in load order. One model a step. */
export function* recordIds(
  registry: Registry,
  { models }: RecordedModels,
): Steps<readonly RecordedId[]> {
  const { system } = registry;
  const records = registry.getRecords();
  yield* records.writes.prepare(records.writes.listModels());
  const byModule = new Map<string, RecordedId[]>(system.modules.map(({ name }) => [name, []]));
  for (const model of records.writes.listModels()) {
    for (const record of records.writes.listOfModel(model)) {
      if (!byModule.has(getModuleOfXmlId(record.xmlId))) continue;
      const noupdate = records.isMadeBefore(record) || record.writes[0].noupdate;
      for (const [module, places] of groupByModule(record.writes)) {
        const { xmlId } = record;
        const own = { module, model, xmlId, noupdate, definition: undefined, places };
        byModule.get(module)?.push(own);
      }
      yield;
    }
  }
  for (const name of models.keys()) {
    for (const one of recordConstraints(registry, name)) byModule.get(one.module)?.push(one);
    yield;
  }
  return [...byModule.values()].flat();
}

/** By the module that writes it, which is mostly one. */
export function groupByModule(
  writes: readonly RecordWrite[],
): Iterable<readonly [module: string, writes: readonly RecordWrite[]]> {
  const module = writes[0]?.module;
  if (module !== undefined && writes.every((write) => write.module === module)) {
    return [[module, writes]];
  }
  const byModule = new Map<string, RecordWrite[]>();
  for (const write of writes) addToGroup(byModule, write.module, write);
  return byModule;
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
