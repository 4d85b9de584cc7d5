// Names that modules and models have after an upgrade: found once, by what installs them, and known wherever two systems
// are compared.
import { comparePlatformVersions } from "../../../data/platform/platform-version.js";
import { listRenames, type Rename } from "../../../data/platform/renames.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { ApiEvidence } from "../../contract/shape/api-changes.js";
import { listProviderEntries } from "../../lookup/dependency/dependency-graph.js";
import { findSuccessors } from "../../lookup/lineage/successors.js";
import { memoizeEach } from "../../lookup/memo.js";
import type { VersionPair } from "../api/api-step.js";

/** What a model is afterwards, with what says so. */
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
  /** What has the rows of a model: of one that was merged into another, that; nothing of one that keeps its name. */
  findModel(model: string): NamedModel | undefined;
}

/** Every name stands for itself, as OpenUpgrade's analysis has it without a list. */
export const NO_RENAMES: UpgradeNames = {
  toModule: (name) => name,
  toModel: (name) => name,
  toFormer: (name) => name,
  findModel: () => undefined,
};

/** What OpenUpgrade lists of the versions after `from`, up to `to`: of what has two names one after the other the last one. */
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

/**
 * The name of a module at a later version: its own where it is there, else the one that has its contents by OpenUpgrade's
 * lists or, where there is no more than one, by lineage.
 * @param snapshot of the later version
 * @param isThere by default whether anybody has a module of the name at that version
 */
export function createModuleNames(
  snapshot: Snapshot,
  versions: VersionPair,
  isThere = (name: string): boolean => listProviderEntries(snapshot, name, versions.to).length > 0,
): (module: string) => string {
  if (versions.from === versions.to) return NO_RENAMES.toModule;
  const listed = listNewNames("module", versions);
  return memoizeEach((name) => {
    if (isThere(name)) return name;
    const told = listed.get(name)?.model;
    if (told !== undefined && isThere(told)) return told;
    const others = findSuccessors(snapshot, name, versions.to)
      .map(({ technical_name: other }) => other)
      .filter(isThere);
    return others.length === 1 ? (others[0] ?? name) : name;
  });
}
