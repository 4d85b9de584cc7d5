// Names of modules and models at a later version: found once, by OpenUpgrade's lists and by
// lineage, for every comparison of two versions.
import { comparePlatformVersions } from "../../../data/platform/platform-version.js";
import { findPlatformEdition } from "../../../data/platform/module-names.js";
import { listRenames, type Rename } from "../../../data/platform/renames.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { ApiEvidence } from "../../contract/shape/api-changes.js";
import { findLaterNames } from "../../lookup/lineage/successors.js";
import { memoizeEach } from "../../lookup/memo.js";

export interface VersionPair {
  readonly from: string;
  readonly to: string;
}

/** Later name of a model, with evidence. */
export interface NamedModel {
  readonly model: string;
  readonly evidence: readonly ApiEvidence[];
}

export interface UpgradeNames {
  /** The name of a module afterwards; its own where it has no other. */
  toModule(module: string): string;
  /** The name of a model that is called otherwise. */
  toModel(model: string): string;
  /** The name that one had before. */
  toFormer(model: string): string;
  /** Model with the rows of a former one, also after a merge; `undefined` if the name stays. */
  findModel(model: string): NamedModel | undefined;
}

/** Every name stands for itself, as OpenUpgrade's analysis has it without a list. */
export const NO_RENAMES: UpgradeNames = {
  toModule: (name) => name,
  toModel: (name) => name,
  toFormer: (name) => name,
  findModel: () => undefined,
};

/**
 * OpenUpgrade's list for the versions after `from`, up to `to`; of two successive names the last
 * one.
 */
export function listNewNames(
  thing: Rename["thing"],
  { from, to }: VersionPair,
): ReadonlyMap<string, NamedModel> {
  const names = new Map<string, NamedModel>();
  for (const rename of listRenames()) {
    const { platformVersion, kind } = rename;
    if (rename.thing !== thing || comparePlatformVersions(platformVersion, from) <= 0) continue;
    if (comparePlatformVersions(platformVersion, to) > 0) continue;
    const evidence = [{ kind: "openupgrade" as const, value: `${kind} at ${platformVersion}` }];
    for (const [name, now] of names) {
      if (now.model !== rename.from) continue;
      names.set(name, { model: rename.to, evidence: [...now.evidence, ...evidence] });
    }
    if (!names.has(rename.from)) names.set(rename.from, { model: rename.to, evidence });
  }
  return names;
}

/** @param snapshot of the later version */
export function createModuleNames(
  snapshot: Snapshot,
  versions: VersionPair,
  isThere: (name: string) => boolean,
) {
  const listed = listNewNames("module", versions);
  /** Odoo's own stays its own, indexed or not: others had the name before. */
  const isOdoos = (module: string): boolean =>
    !listed.has(module) &&
    [versions.from, versions.to].every((at) => findPlatformEdition(module, at) === "core");
  /** Itself where it is there, else those that have its contents: of those of lineage the one that OpenUpgrade lists first. */
  const listLater = (module: string): readonly string[] => {
    if (isThere(module)) return [module];
    if (isOdoos(module)) return [];
    const told = listed.get(module)?.model;
    const found = findLaterNames(snapshot, module, versions).map((one) => one.technical_name);
    return found
      .toSorted((one, other) => Number(other === told) - Number(one === told))
      .filter(isThere);
  };
  return {
    listLater,
    /** Its one name then; its own where several have its contents and none is listed. */
    toModule: memoizeEach((module: string): string => {
      if (versions.from === versions.to) return module;
      const [one = module, ...others] = listLater(module);
      return others.length === 0 || one === listed.get(module)?.model ? one : module;
    }),
  };
}
