// One reference to something of a system, as people and agents write it: does it exist, of which kind is it,
// and where is it written. Records are those of data files, and those that the platform makes itself.
import { getOrmMethods } from "../../../data/platform/orm-methods.js";
import { getModuleOfXmlId, toFullXmlId } from "../../../data/module/xml-id.js";
import { findString } from "../../../data/snapshot/table/string-table.js";
import type { CheckedLocation, CheckedReference } from "../../contract/shape/system/check.js";
import { listNearTexts } from "../../lookup/search/near-names.js";
import type { Registry } from "../loaded/registry-cache.js";
import type { SystemClass } from "../model/class-reader.js";
import { listMethods } from "../model/methods.js";
import type { Models, SystemModel } from "../model/models.js";
import { toModelRecordId } from "../../../data/snapshot/loaded/subjects.js";
import type { SystemModule } from "../loaded/loaded-system.js";

export type Verdict = Pick<
  CheckedReference,
  "exists" | "kind" | "model" | "name" | "defined" | "near"
>;

/**
 * Judges `sale.order` (a model), `sale.order.amount_total` (a field, or a path of fields such as
 * `sale.order.partner_id.name`), `sale.order#action_confirm` (a method) or `sale.view_order_form` (an
 * external id). A name that may be several of these is the first that exists.
 */
export function checkReference(registry: Registry, ref: string): Verdict {
  const [path = "", method] = ref.split("#", 2);
  if (method !== undefined) return checkMethod(registry, path, method);
  const prefix = findModelPrefix(registry, path);
  if (prefix === undefined) return checkModelOrRecord(registry, path);
  const { model, rest } = prefix;
  if (rest.length === 0) return foundModel(model);
  const field = checkPath(registry, model, rest);
  if (field.exists === true) return field;
  const record = checkRecord(registry, path);
  if (record?.exists === true) return record;
  const [name = "", ...others] = rest;
  const asMethod = checkMethod(registry, model.lineage.model, name);
  const isMethod = others.length === 0 && asMethod.exists === true;
  return isMethod ? { ...field, near: [`${model.lineage.model}#${name}`, ...field.near] } : field;
}

/** The longest beginning of a dotted name that is a model. */
function findModelPrefix({ models }: Registry, path: string) {
  for (const beginning of listBeginnings(path)) {
    const model = models.findModel(beginning);
    const rest = path.slice(beginning.length + 1);
    if (model !== undefined) return { model, rest: rest === "" ? [] : rest.split(".") };
  }
  return undefined;
}

/** No real field path is longer. */
const MOST_PARTS = 32;

/** The longest first: `a.b.c`, `a.b`, `a`. */
export function listBeginnings(path: string): readonly string[] {
  const parts = path.split(".").slice(0, MOST_PARTS);
  return parts.map((_, at) => parts.slice(0, parts.length - at).join("."));
}

function foundModel({ lineage }: SystemModel): Verdict {
  const defined = lineage.classes
    .filter(({ source }) => source.definition.model === lineage.model)
    .map(({ source }) => toLocation(source))
    .toReversed();
  return { exists: true, kind: "model", model: null, name: lineage.model, defined, near: [] };
}

export function checkModel(models: Models, name: string): Verdict {
  return {
    exists: false,
    kind: "model",
    model: null,
    name,
    defined: [],
    near: models.listNear(name),
  };
}

/** A name that no model of the system begins; what it was meant to be only near names can tell. */
function checkModelOrRecord(registry: Registry, name: string): Verdict {
  const model = checkModel(registry.models, name);
  const record = checkRecord(registry, name);
  if (record?.exists === true) return record;
  const isElsewhere = findString(registry.system.snapshot.definitions.models, name) !== undefined;
  if (record === undefined || isElsewhere) {
    return { ...model, kind: model.near.length > 0 ? "model" : null };
  }
  const near = [...model.near, ...record.near];
  if (record.near.length === 0 && model.near.length > 0) return model;
  return { ...record, near, kind: model.near.length === 0 && near.length > 0 ? "record" : null };
}

/** Types of which only a record knows what lies behind it. */
const OPEN_TYPES: ReadonlySet<string> = new Set(["reference", "many2one_reference", "properties"]);

/** Follows a path of fields from model to model; what is wrong is said of the first that is. */
export function checkPath(
  registry: Pick<Registry, "models">,
  start: SystemModel,
  path: readonly string[],
): Verdict {
  let model = start;
  for (const [position, name] of path.entries()) {
    const field = model.findField(name);
    const named = { kind: "field", model: model.lineage.model, name } as const;
    if (field === undefined) {
      // The name of a method is no field, and often the intended one.
      const near = listNearTexts(model.fieldNames, name);
      return { exists: false, ...named, defined: [], near };
    }
    if (position === path.length - 1) {
      // A delegated field is written in its model; an automatic one nowhere.
      const defined = field.definitions.map((one) => toLocation(one.node.source, one.field.line));
      return { exists: true, ...named, defined: defined.toReversed(), near: [] };
    }
    const next =
      field.comodel_name === null ? undefined : registry.models.findModel(field.comodel_name);
    if (next === undefined) {
      const isDynamic = field.dynamic.some((one) => one === "type" || one === "comodel_name");
      const isKnown = field.comodel_name === null && !isDynamic && !OPEN_TYPES.has(field.type);
      const missing = {
        kind: "field",
        model: field.comodel_name,
        name: path[position + 1] ?? "",
      } as const;
      return { exists: isKnown ? false : null, ...missing, defined: [], near: [] };
    }
    model = next;
  }
  return foundModel(model);
}

/** @param line in the file of the class; that of the class itself without it */
function toLocation(
  { module, definition }: SystemClass,
  line: number = definition.line,
): CheckedLocation {
  return { module, file: definition.file, line };
}

export function checkMethod(
  { models, system }: Pick<Registry, "models" | "system">,
  modelName: string,
  name: string,
): Verdict {
  const model = models.findModel(modelName);
  if (model === undefined) return checkModel(models, modelName);
  const named = { kind: "method", model: modelName, name } as const;
  const definers = model.lineage.classes.flatMap(({ source, methods }) => {
    const method = methods.get(name);
    return method === undefined ? [] : [toLocation(source, method.line)];
  });
  const ormMethods = getOrmMethods(system.platformVersion);
  if (definers.length > 0 || ormMethods.has(name)) {
    return { exists: true, ...named, defined: definers.toReversed(), near: [] };
  }
  const own = listMethods(model.lineage).map((method) => method.name);
  const names = [...new Set([...own, ...ormMethods.keys()])];
  return { exists: false, ...named, defined: [], near: listNearTexts(names, name) };
}

/** `undefined` where the name cannot be an external id of a module of the system, and none makes a record of this id. */
function checkRecord(registry: Registry, xmlId: string): Verdict | undefined {
  if (!xmlId.includes(".")) return undefined;
  const found = findSystemRecord(registry, xmlId);
  if (found === undefined) {
    const module = registry.system.find(getModuleOfXmlId(xmlId));
    if (module === undefined) return undefined;
    const near = listNearTexts(listRecordIds(registry, module), xmlId);
    return { exists: false, kind: "record", model: null, name: xmlId, defined: [], near };
  }
  const kind = found.model === "ir.ui.view" ? "view" : "record";
  return {
    exists: true,
    kind,
    model: found.model || null,
    name: xmlId,
    defined: found.locations,
    near: [],
  };
}

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
