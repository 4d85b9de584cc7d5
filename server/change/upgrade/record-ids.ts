// What OpenUpgrade's analysis records of the external ids of a system: each record under each module whose data files
// write it, and the constraints of tables (`log_xml_id` of upgrade_analysis/upgrade_log.py).
import { getModuleOfXmlId, toFullXmlId, toLocalId } from "../../../data/xml-id.js";
import type { Steps } from "../../../data/yield.js";
import { TooComplex } from "../../lookup/limits.js";
import { prepareRecords } from "../../registry/data/prepare-records.js";
import type { Registry } from "../../registry/loaded/registry-cache.js";
import type { WrittenRecord } from "../../registry/data/record-writes.js";

export interface RecordedId {
  /** Whose file writes it. */
  readonly module: string;
  /** That of the id. */
  readonly prefix: string;
  readonly suffix: string;
  readonly model: string;
  readonly xmlId: string;
  readonly noupdate: boolean;
  /** Of a constraint: SQL in the form that Odoo compares. */
  readonly definition: string | undefined;
  /** Where the module writes it. */
  readonly places: readonly { readonly file: string; readonly line: number }[];
}

const CONSTRAINT = "ir.model.constraint";

/** By module in load order. One model a step. */
export function* recordIds(registry: Registry): Steps<readonly RecordedId[]> {
  const { system } = registry;
  const records = yield* prepareRecords(registry);
  const byModule = new Map<string, RecordedId[]>(system.modules.map(({ name }) => [name, []]));
  for (const model of records.writes.listModels()) {
    for (const record of records.writes.listOfModel(model)) {
      if (!byModule.has(getModuleOfXmlId(record.xmlId))) continue;
      const noupdate = records.isMadeBefore(record) || record.writes[0].noupdate;
      for (const one of toRecorded(record, noupdate)) byModule.get(one.module)?.push(one);
      yield;
    }
  }
  for (const one of yield* recordConstraints(registry)) byModule.get(one.module)?.push(one);
  return [...byModule.values()].flat();
}

function toRecorded({ xmlId, model, writes }: WrittenRecord, noupdate: boolean): RecordedId[] {
  const modules = new Set(writes.map(({ module }) => module));
  return [...modules].map((module) => ({
    module,
    prefix: getModuleOfXmlId(xmlId),
    suffix: toLocalId(xmlId),
    model,
    xmlId,
    noupdate,
    definition: undefined,
    places: writes
      .filter((write) => write.module === module)
      .map(({ file, line }) => ({ file, line })),
  }));
}

/** Of all models, those without a table among them. */
function* recordConstraints({ models }: Registry): Steps<readonly RecordedId[]> {
  const recorded: RecordedId[] = [];
  for (const name of yield* models.readModels()) {
    try {
      const model = models.findModel(name);
      const table = model?.attributes.table ?? null;
      for (const { node, object } of model?.listTableObjects() ?? []) {
        const isConstraint = object.kind === "sql_constraint" || object.kind === "constraint";
        if (!isConstraint || table === null) continue;
        const { module, definition } = node.source;
        const suffix = `constraint_${table}_${object.name}`;
        recorded.push({
          module,
          prefix: module,
          suffix,
          model: CONSTRAINT,
          xmlId: toFullXmlId(module, suffix),
          noupdate: false,
          definition: toNormalForm(object.definition ?? ""),
          places: [{ file: definition.file, line: object.line }],
        });
      }
    } catch (error) {
      if (!(error instanceof TooComplex)) throw error;
    }
    yield;
  }
  return recorded;
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
