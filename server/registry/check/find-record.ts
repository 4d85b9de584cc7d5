// Records of a system by their external ids: those of data files, and those that the platform makes itself for
// models, fields and modules.
import { toModelRecordId } from "../../../data/snapshot/loaded/subjects.js";
import { getModuleOfXmlId, toFullXmlId } from "../../../data/module/xml-id.js";
import type { CheckedLocation } from "../../contract/shape/system/check.js";
import type { SystemModule } from "../loaded/loaded-system.js";
import type { Registry } from "../loaded/registry-cache.js";

interface SystemRecord {
  readonly model: string;
  /** In load order; none of what the platform makes itself. */
  readonly locations: readonly CheckedLocation[];
}

/** @param xmlId in full */
export function findSystemRecord(registry: Registry, xmlId: string): SystemRecord | undefined {
  const { find, isNamed } = registry.getRecords().writes;
  const record = find(xmlId);
  if (record !== undefined) {
    const locations = record.writes.map(({ module, file, line }) => ({ module, file, line }));
    return { model: record.model, locations };
  }
  const own = registry.system.find(getModuleOfXmlId(xmlId));
  if (own === undefined) return undefined;
  // Functions give ids to what is there, and what a module removes it may keep elsewhere.
  return isNamed(xmlId) ? { model: "", locations: [] } : findGeneratedRecord(registry, own, xmlId);
}

/** Full ids of the records of a module's own data files. */
export function listRecordIds(
  { system }: Registry,
  { name, entry }: Pick<SystemModule, "name" | "entry">,
): readonly string[] {
  const { models, readIds } = system.snapshot.loaded.readData(entry);
  const ids = models.flatMap((model) => readIds(model).ids);
  return [...new Set(ids.map((id) => toFullXmlId(name, id)))];
}

/** `model_sale_order` and `field_sale_order__name` of each module with a class of it; `base.module_sale`. */
function findGeneratedRecord(
  { system, models }: Registry,
  own: SystemModule,
  xmlId: string,
): SystemRecord | undefined {
  const local = xmlId.slice(own.name.length + 1);
  const names = system.snapshot.loaded.classes.listModels([own.entry]);
  const findModel = (id: string): string | undefined =>
    names.find((name) => toModelRecordId(name) === id);
  if (findModel(local) !== undefined) return { model: "ir.model", locations: [] };
  const [, modelId, field] = /^field_(\w+?)__(\w+)$/.exec(local) ?? [];
  const model = modelId === undefined ? undefined : findModel(`model_${modelId}`);
  if (model !== undefined && models.findModel(model)?.findField(field ?? "") !== undefined) {
    return { model: "ir.model.fields", locations: [] };
  }
  const [, module] = /^module_(\w+)$/.exec(local) ?? [];
  const isModule = own.name === "base" && module !== undefined && system.find(module) !== undefined;
  return isModule ? { model: "ir.module.module", locations: [] } : undefined;
}
