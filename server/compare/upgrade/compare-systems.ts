// Differences of two recorded systems: models, fields and external ids, by their later names; and the states of modules,
// which limit what is known. Facts that a side lacks are never reported as gone, new or moved.
import { addToGroup } from "../../../data/grouped.js";
import { listPlatformMakers } from "../../../data/platform/model-makers.js";
import { findPlatformEdition } from "../../../data/platform/module-names.js";
import { reach } from "../../../data/walk-graph.js";
import type { Steps } from "../../../data/yield.js";
import type { ModuleUpgrade } from "../../contract/shape/migration/upgrade.js";
import {
  BASE,
  listDepends,
  listProviderEntries,
} from "../../lookup/dependency/dependency-graph.js";
import { isInstallable } from "../../lookup/entries.js";
import { memoizeEach, once } from "../../lookup/memo.js";
import type { LoadedSystem } from "../../registry/loaded/loaded-system.js";
import type { UpgradeNames } from "../../registry/api/names.js";
import { dropEqual } from "../things.js";
import { type ToldChange, compareFields, isSameField } from "./compare-fields.js";
import { type ToldId, compareIds, isOwn, isSameId } from "./compare-ids.js";
import { CONSTRAINT } from "./record-ids.js";
import { toFieldKey } from "./record-fields.js";
import { type RecordedModel, type ToldModel, compareModels } from "./record-models.js";
import type { UpgradeSide } from "./side.js";

export interface ToldChanges {
  readonly models: readonly ToldModel[];
  readonly fields: readonly ToldChange[];
  readonly ids: readonly ToldId[];
}

interface ComparedSystems {
  readonly before: UpgradeSide;
  readonly after: UpgradeSide;
  readonly states: ModuleStates;
}

/** A model of either side, under the name that it has there. */
export function findBoth(
  { before, after }: Omit<ComparedSystems, "states">,
  names: UpgradeNames,
  model: string,
): readonly [was: RecordedModel | undefined, is: RecordedModel | undefined] {
  return [
    before.models.get(model) ?? before.models.get(names.toFormer(model)),
    after.models.get(model) ?? after.models.get(names.toModel(model)),
  ];
}

/**
 * Both sides without the fields and records that are equal and whose module and model keep their names: no comparison reports
 * these, with or without renames.
 */
export function* keepDifferent(
  before: UpgradeSide,
  after: UpgradeSide,
  names: UpgradeNames,
): Steps<Pick<ComparedSystems, "before" | "after">> {
  const modules = listRenamed(
    before.registry.system.modules.map(({ name }) => name),
    names.toModule,
  );
  const models = listRenamed(before.models.keys(), names.toModel);
  // A model that no side has may still have records, and another name later.
  const keepsNames = ({ module, model }: Record<"module" | "model", string>): boolean =>
    !modules.has(module) && !models.has(model) && names.toModel(model) === model;
  const [fieldsBefore, fieldsAfter] = yield* dropEqual(before.fields.fields, after.fields.fields, {
    toKeys: [({ model }) => model, ({ field }) => field],
    isLookedAt: (one) => one.mode === "create" && keepsNames(one),
    isSame: isSameField,
  });
  const [idsBefore, idsAfter] = yield* dropEqual(before.ids, after.ids, {
    toKeys: [({ model }) => model, ({ xmlId }) => xmlId],
    isLookedAt: (one) => one.model !== CONSTRAINT && isOwn(one) && keepsNames(one),
    isSame: isSameId,
  });
  return {
    before: { ...before, fields: { ...before.fields, fields: fieldsBefore }, ids: idsBefore },
    after: { ...after, fields: { ...after.fields, fields: fieldsAfter }, ids: idsAfter },
  };
}

/** Names that change, and those that they become. */
function listRenamed(
  names: Iterable<string>,
  toLater: (name: string) => string,
): ReadonlySet<string> {
  const renamed = new Set<string>();
  for (const name of names) {
    const later = toLater(name);
    if (later !== name) renamed.add(name).add(later);
  }
  return renamed;
}

export function* compareSystems(
  { before, after, states }: ComparedSystems,
  names: UpgradeNames,
): Steps<ToldChanges> {
  type OfModule = { readonly module: string } | undefined;
  /** A one-sided thing counts if its module is known on the other side. */
  const isTold = (was: OfModule, is: OfModule): boolean =>
    was && is
      ? states.isMoveKnown(was.module, is.module)
      : (was === undefined || isKnown(states.findBefore(was.module))) &&
        (is === undefined || isKnown(states.findAfter(is.module)));

  const { platformVersion } = before.registry.system;
  const isUpdate = platformVersion === after.registry.system.platformVersion;
  /** Whether a side without a class of a model may have it: one of Odoo, or of a version that has it on the other side. */
  const hasModel = ({ registry: { system } }: UpgradeSide, model: string): boolean =>
    isUpdate || listPlatformMakers(model, system.platformVersion).length > 0;

  const isOpen = (model: string, field: string): boolean =>
    before.fields.open.has(toFieldKey(names.toFormer(model), field)) ||
    before.fields.open.has(toFieldKey(model, field)) ||
    after.fields.open.has(toFieldKey(names.toModel(model), field));

  function isFieldTold({ model, field, row, before: old, after: now }: ToldChange): boolean {
    const [was, is] = findBoth({ before, after }, names, model);
    if (was && is && was.isMade !== is.isMade) return false;
    // A missing model counts only with a module that makes it, indexed or of Odoo.
    if (!(was && is) && !isTold(was?.isMade ? was : undefined, is?.isMade ? is : undefined)) {
      return false;
    }
    if (was?.isMade === false && !is && !hasModel(after, names.toModel(model))) return false;
    if (is?.isMade === false && !was && !hasModel(before, names.toFormer(model))) return false;
    if (row.kind !== "selection_keys" && isOpen(model, field)) return false;
    // Attributes of the model: its maker comes first.
    const isOfModel = field === "_order" || field === "_inherits";
    if (isOfModel && (was?.isMade === false || is?.isMade === false)) return false;
    if (row.kind === "moved_to" || row.kind === "moved_from") return isTold(old, now);
    return (
      isTold(old, now) &&
      (old?.definitions.every((one) => isTold(one, undefined)) ?? true) &&
      (now?.definitions.every((one) => isTold(undefined, one)) ?? true)
    );
  }

  const models = compareModels(before.models, after.models, names);
  const fields = yield* compareFields(before.fields.fields, after.fields.fields, names);
  const ids = yield* compareIds(before, after, names);
  return {
    models: models.filter((one) => isTold(one.before, one.after)),
    fields: fields.filter(isFieldTold),
    ids: ids.filter((one) => isTold(one.before, one.after)),
  };
}

export type ModuleState = ModuleUpgrade["state"];

export interface ModuleStates {
  findBefore(module: string): ModuleState;
  findAfter(module: string): ModuleState;
  /**
   * True if the index has either at the other version, or nobody can have it: then moves between
   * them are reported.
   */
  isMoveKnown(before: string, after: string): boolean;
  /** Names before of what has another name, or is part of another module, afterwards. */
  listFormer(module: string): readonly string[];
}

/** True if both sides know it. */
export const isKnown = (state: ModuleState): boolean =>
  state !== "not_ported" && state !== "not_known";

export function createModuleStates(
  from: LoadedSystem,
  to: LoadedSystem,
  {
    names,
    uninstalled,
  }: { readonly names: UpgradeNames; readonly uninstalled: ReadonlySet<string> },
): ModuleStates {
  const isOneVersion = from.platformVersion === to.platformVersion;
  const images = new Map<string, string[]>();
  for (const { name } of from.modules) addToGroup(images, names.toModule(name), name);
  /** Missing modules before, and their later dependencies, which may be old ones. */
  const getOpen = once(() =>
    reach(from.known.names, (name) => {
      const one = to.find(name);
      return one === undefined ? [] : listDepends(to.snapshot, one.entry);
    }),
  );
  function findBefore(module: string): ModuleState {
    const later = names.toModule(module);
    if (to.find(later) !== undefined) {
      if (later === module) return "compared";
      return (images.get(later)?.length ?? 0) > 1 ? "merged" : "renamed";
    }
    if (isOneVersion || uninstalled.has(module)) return "removed";
    if (isProvided(to, module)) return to.known.names.length > 0 ? "not_known" : "removed";
    if (isOfPlatform(to, later)) return "not_known";
    return isOfPlatform(from, module) && isProvided(to, BASE) ? "removed" : "not_ported";
  }
  function findAfter(module: string): ModuleState {
    if (images.has(module)) return "compared";
    if (isOneVersion) return "added";
    if (isProvided(from, module)) return from.known.names.length > 0 ? "not_known" : "added";
    const wasThere = isOfPlatform(to, module)
      ? !isProvided(from, BASE) || isOfPlatform(from, module)
      : getOpen().has(module);
    return wasThere ? "not_known" : "added";
  }
  const states = { findBefore: memoizeEach(findBefore), findAfter: memoizeEach(findAfter) };
  return {
    ...states,
    isMoveKnown: (before, after) =>
      (isKnown(states.findBefore(before)) || isProvided(to, before)) &&
      (isKnown(states.findAfter(after)) || isProvided(from, after)),
    listFormer: (module) => (images.get(module) ?? []).filter((name) => name !== module),
  };
}

const isProvided = ({ snapshot, platformVersion }: LoadedSystem, name: string): boolean =>
  listProviderEntries(snapshot, name, platformVersion).some((entry) =>
    isInstallable(snapshot, entry),
  );

/** Whether Odoo itself has a module of the name at the version, indexed or not. */
const isOfPlatform = ({ platformVersion }: LoadedSystem, name: string): boolean =>
  findPlatformEdition(name, platformVersion) === "core";
