// External ids that files of modules refer to: of records of these modules, or of the system below.
import { findPlatformEdition } from "../../../../data/platform/module-names.js";
import { toModelRecordId } from "../../../../data/snapshot/loaded/subjects.js";
import type {
  ModuleUnderDevelopment,
  WrittenReference,
} from "../../../../data/module/module-under-development.js";
import { measureDistance } from "../../../../data/text/edit-distance.js";
import { hasRecord } from "../../../../data/snapshot/loaded/packed-writes.js";
import { getModuleOfXmlId } from "../../../../data/module/xml-id.js";
import { findEntriesByName } from "../../../lookup/entries.js";
import { memoizeEach, once } from "../../../lookup/memo.js";
import { listProviderEntries } from "../../../lookup/dependency/dependency-graph.js";
import { listNearTexts } from "../../../lookup/search/near-names.js";
import type { SystemModule } from "../../loaded/loaded-system.js";
import type { Registry } from "../../loaded/registry-cache.js";
import { type Verdict, findSystemRecord, listRecordIds } from "../check-reference.js";
import { findElsewhere, NOWHERE } from "../elsewhere.js";
import { BASE } from "../../model/lineage.js";
import { listCategories, listCategoriesOf } from "../../data/made-before.js";
import { GIVEN, type GivenValue } from "../../../../data/module/given-value.js";
import { isNamedByCode, isUncertainField, type Certainty } from "./certainty.js";
import { hasHook } from "./python-names.js";
import { toMissing, type Judgement, type Missing } from "./judgement.js";

type RecordReference = Extract<WrittenReference, { readonly kind: "record" }>;

/** Ids that the platform, or code of a module, gives to what it makes itself. */
const GENERATED = /^(?:field_|selection__|constraint_|translation_|\d)/;
/** Ids of fields (`field_xmlid` of ir_model.py), and those that `base` alone has of modules (`create_categories` of db.py). */
const OF_FIELD = /^field_(\w+?)__(\w+)$/;
const OF_MODULES = /^base\.module_/;
const OF_CATEGORIES = "base.module_category_";

interface RecordKnowledge {
  /** Names of modules that the system needs and the index does not have. */
  readonly missing: readonly string[];
  readonly certainty: Certainty;
  readonly findSubject: (value: GivenValue | undefined) => string | undefined;
}

export function createRecordJudge(
  registry: Registry,
  modules: readonly ModuleUnderDevelopment[],
  { missing, certainty, findSubject }: RecordKnowledge,
): (reference: RecordReference) => Judgement {
  const { system } = registry;
  const own = new Map(modules.map((module) => [module.technicalName, module]));
  const generated = new Set(
    modules.flatMap(({ technicalName, loaded }) =>
      loaded.classes.flatMap(({ model }) =>
        model === null ? [] : `${technicalName}.${toModelRecordId(model)}`,
      ),
    ),
  );
  const isWritten = (xmlId: string): boolean =>
    generated.has(xmlId) || modules.some(({ records }) => records.has(xmlId));

  const hasHookOnce = memoizeEach((name: string) => hasHook({ registry, modules }, name));
  // Thousands of rows may refer to one record.
  const findRecord = memoizeEach((xmlId: string) => findSystemRecord(registry, xmlId));

  const findModelOf = (xmlId: string): string | undefined =>
    findWrittenModel(modules, xmlId) ?? findRecord(xmlId)?.model;

  /** The record that one is delegated to has its id and its model as one (`_load_records` in odoo/models.py). */
  function isDelegated(xmlId: string): boolean {
    return Array.from(xmlId.matchAll(/_/g), ({ index }) => index).some((at) => {
      const model = registry.models.findModel(findModelOf(xmlId.slice(0, at)) ?? "");
      const parents = [...(model?.inherits.keys() ?? [])];
      return parents.some((parent) => toModelRecordId(parent) === `model_${xmlId.slice(at + 1)}`);
    });
  }

  /** The record that is meant where one letter of its module is wrong, and no module has the other name. */
  function findMeant(xmlId: string): string | undefined {
    const name = getModuleOfXmlId(xmlId);
    const isName =
      findEntriesByName(system.snapshot, name) !== undefined ||
      findPlatformEdition(name, system.platformVersion) !== undefined;
    if (isName) return undefined;
    return [...own.keys(), ...system.modules.map((module) => module.name)]
      .filter((other) => measureDistance(other, name, 1) === 1)
      .map((other) => `${other}${xmlId.slice(name.length)}`)
      .find((id) => isWritten(id) || findRecord(id) !== undefined);
  }

  /** Writes of the record by its own module, at another time than needed. */
  function findUntimely({ xmlId, from, isEarly = false }: RecordReference): Missing | undefined {
    const module = own.get(getModuleOfXmlId(xmlId));
    // The first records of `base` are of SQL (base_data.sql).
    if (module?.technicalName === BASE) return undefined;
    const place = module?.unlisted.get(xmlId);
    const isUnlisted =
      place !== undefined && (place.isDemo ? from === "data" : from !== "question");
    if (!isUnlisted && !(isEarly && module?.records.has(xmlId) === true)) return undefined;
    const isOfOther = modules.some((one) => one !== module && one.records.has(xmlId));
    if (isOfOther || findRecord(xmlId) !== undefined) return undefined;
    return isUnlisted
      ? toMissing("unlisted-record", xmlId, { detail: place.file })
      : toMissing("early-reference", xmlId);
  }

  /** A hook of a module makes records that no data file has; a view, a group or a slip is none of them. */
  function byHook({ xmlId, isView, from }: RecordReference, found: Missing): Judgement {
    if (isView || from === "question") return found;
    const isKnownSlip = found.verdict.near.some((other) => isSlip(xmlId, other));
    return isKnownSlip || !hasHookOnce(getModuleOfXmlId(xmlId)) ? found : "run_time";
  }

  const getCategories = once(
    () =>
      new Map([
        ...listCategories({
          snapshot: system.snapshot,
          platformVersion: system.platformVersion,
        }),
        ...modules.flatMap(({ category }) => listCategoriesOf(category ?? "")),
      ]),
  );

  /** An id that a model, or a manifest, gives its record. */
  function judgeGenerated(xmlId: string, local: string): Judgement {
    if (xmlId.startsWith(OF_CATEGORIES)) {
      const isKnown = findRecord(xmlId) !== undefined || getCategories().has(xmlId);
      return isKnown ? "exists" : toUnknown(xmlId, [...getCategories().keys()]);
    }
    const [, subject = "", field = ""] = OF_FIELD.exec(local) ?? [];
    const found = findSubject([GIVEN.reference, `model_${subject}`]);
    const model = found === undefined ? undefined : certainty.findModel(found);
    if (model === undefined) return "run_time";
    if (model.findField(field) !== undefined) return "exists";
    const isKnown = certainty.knowsMembers(model, true) && !isUncertainField(found ?? "", field);
    const ids = model.fieldNames.map((one) => xmlId.slice(0, -field.length) + one);
    return isKnown ? toUnknown(xmlId, ids) : "run_time";
  }

  return (reference) => {
    const { xmlId, isView, from } = reference;
    const name = getModuleOfXmlId(xmlId);
    const local = xmlId.slice(name.length + 1);
    const isGenerated = GENERATED.test(local) || OF_MODULES.test(xmlId);
    const untimely =
      isGenerated || local.startsWith("model_") ? undefined : findUntimely(reference);
    if (untimely !== undefined) return untimely;
    if (isWritten(xmlId) || isDelegated(xmlId)) return "exists";
    if (isGenerated) return judgeGenerated(xmlId, local);
    const module = own.get(name);
    if (local.startsWith("model_") && module && isNamedByCode(module)) return "run_time";
    if (module !== undefined)
      return byHook(reference, toUnknown(xmlId, [...module.records.keys()]));
    const entry = system.find(name);
    if (entry === undefined) {
      if (isOfOthers(registry, xmlId)) return "exists";
      const meant = findMeant(xmlId);
      if (meant !== undefined) return toUnknown(xmlId, [meant]);
      if (from === "question" && missing.length === 0) return judgeQuestion(registry, xmlId);
      if (from === "question") return "not_indexed";
      return missing.length > 0 || (from === "code" && isOfPlatform(registry, name))
        ? "not_indexed"
        : toUnknownOfOther(registry, reference);
    }
    if (findRecord(xmlId) !== undefined) return "exists";
    if (registry.createViews().find(xmlId) !== undefined) return "exists";
    if (from === "demo") return "demo_data";
    const isModel = local.startsWith("model_");
    const ids = isModel ? listModelIds(registry, entry) : listRecordIds(registry, entry);
    const views = system.readHead(entry).views.map(({ xml_id: id }) => `${name}.${id}`);
    // The snapshot may know views and models alone of a module.
    const isKnown = ids.length > 0 || (isView && views.length > 0) || isModel;
    if (!isKnown) return "not_indexed";
    if (isOfOthers(registry, xmlId)) return "exists";
    const near = isView ? views : ids;
    const verdict = toVerdict(xmlId, near);
    // A record that went with its views to a module of its own has the same name there.
    const moved = [...own.keys()].map((other) => `${other}.${local}`).filter(isWritten);
    if (from === "code" && moved.length > 0) return toUnknown(xmlId, moved);
    return byHook(reference, {
      rule: "unknown-record",
      verdict,
      elsewhere: findElsewhere(registry, verdict),
    });
  };
}

const findWrittenModel = (
  modules: readonly ModuleUnderDevelopment[],
  xmlId: string,
): string | undefined => modules.flatMap(({ records }) => records.get(xmlId) ?? [])[0];

/** The model of a record of modules that are being written, or of the system. */
export function findModelOfRecord(
  registry: Registry,
  modules: readonly ModuleUnderDevelopment[],
  xmlId: string,
): string | undefined {
  return findWrittenModel(modules, xmlId) ?? findSystemRecord(registry, xmlId)?.model;
}

/**
 * Verdict on a tested group that the system need not have: a typo if its own module lacks it too.
 */
function judgeQuestion(registry: Registry, xmlId: string): Judgement {
  const { snapshot, platformVersion } = registry.system;
  const name = getModuleOfXmlId(xmlId);
  const ids = listProviderEntries(snapshot, name, platformVersion).flatMap((entry) =>
    listRecordIds(registry, { name, entry }),
  );
  const { near } = toVerdict(xmlId, ids);
  const isWrong = !ids.includes(xmlId) && near.some((other) => isSlip(xmlId, other));
  return isWrong ? toUnknown(xmlId, ids) : "run_time";
}

/** Ids that the platform gives to the models of which a module has classes. */
function listModelIds(
  { system }: Registry,
  { name, entry }: Pick<SystemModule, "name" | "entry">,
): readonly string[] {
  const models = system.snapshot.loaded.classes.listModels([entry]);
  return models.map((model) => `${name}.${toModelRecordId(model)}`);
}

function toUnknown(xmlId: string, ids: readonly string[], elsewhere = NOWHERE): Missing {
  return { rule: "unknown-record", verdict: toVerdict(xmlId, ids), elsewhere };
}

function toVerdict(name: string, ids: readonly string[]): Verdict {
  const near = listNearTexts(ids, name);
  return { exists: false, kind: "record", model: null, name, defined: [], near };
}

/**
 * Whether an id was rather written wrong than is of demo data: ids of demo data differ from others by their numbers, or
 * are quite different.
 */
function isSlip(xmlId: string, other: string): boolean {
  const [wanted, near] = [xmlId, other].map(toLetters) as [string, string];
  const isPart = near.startsWith(wanted) || wanted.startsWith(near);
  const share = Math.min(wanted.length, near.length) / Math.max(wanted.length, near.length);
  return wanted !== near && (!isPart || share > LEAST_SHARE);
}

/** Shortest prefix, as a share of the id, that counts as a misspelling. */
const LEAST_SHARE = 0.6;

/** The id without module prefix and digits. */
function toLetters(xmlId: string): string {
  return xmlId.slice(xmlId.indexOf(".") + 1).replaceAll(/_*\d+/g, "");
}

/** Whether a module is one of Odoo that the index does not have at this version. */
function isOfPlatform({ system: { snapshot, platformVersion } }: Registry, name: string): boolean {
  return (
    findPlatformEdition(name, platformVersion) !== undefined &&
    listProviderEntries(snapshot, name, platformVersion).length === 0
  );
}

/** Whether another module than the one that an id names has the record. */
function isOfOthers({ system }: Registry, xmlId: string): boolean {
  return system
    .listModules(system.snapshot.loaded.listForeignEntries(xmlId))
    .some((module) => hasRecord(system.readData(module), xmlId));
}

/** An id of a module that is not of the system: who has it, which of demo data nobody knows, or else what became of it. */
function toUnknownOfOther(registry: Registry, { xmlId, from }: RecordReference): Missing {
  const { snapshot, platformVersion } = registry.system;
  const name = getModuleOfXmlId(xmlId);
  const entries = listProviderEntries(snapshot, name, platformVersion);
  const ids = entries.flatMap((entry) => [
    ...listRecordIds(registry, { name, entry }),
    ...listModelIds(registry, { name, entry }),
  ]);
  return ids.includes(xmlId) || (from === "demo" && entries.length > 0)
    ? toUnknown(xmlId, [], { ...NOWHERE, provided_by: [name] })
    : toUnknown(xmlId, ids, findElsewhere(registry, toVerdict(xmlId, [])));
}
