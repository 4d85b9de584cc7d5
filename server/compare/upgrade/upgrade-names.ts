// Names that modules and models have after an upgrade, by OpenUpgrade's lists, where these are to count.
import { comparePlatformVersions } from "../../../data/platform/platform-version.js";
import { listRenames, type Rename } from "../../../data/platform/renames.js";

export interface UpgradeNames {
  /** The name of a module afterwards; its own where no list has another. */
  toModule(module: string): string;
  /** The name of a model that was renamed. */
  toModel(model: string): string;
  /** The name of what has the rows of a model: of one that was merged into another, that. */
  toKnownModel(model: string): string;
  /** The name that a model had before. */
  toFormerModel(model: string): string;
}

const keep = (name: string): string => name;

/** Every name stands for itself: what has another name goes and comes. */
export const NO_RENAMES: UpgradeNames = {
  toModule: keep,
  toModel: keep,
  toKnownModel: keep,
  toFormerModel: keep,
};

/** Those of the versions after `from`, up to `to`: what has two names one after the other has the last one. */
export function listUpgradeNames(from: string, to: string): UpgradeNames {
  const [modules, renamed, known] = [createNames(), createNames(), createNames()];
  for (const rename of listRenames()) {
    const { platformVersion, thing, kind } = rename;
    if (comparePlatformVersions(platformVersion, from) <= 0) continue;
    if (comparePlatformVersions(platformVersion, to) > 0) continue;
    addName(thing === "module" ? modules : known, rename);
    if (thing === "model" && kind === "renamed") addName(renamed, rename);
  }
  // Of several former names the first one is that of the version from which on they count.
  const former = new Map(
    [...renamed].toReversed().map(([before, after]) => [after, before] as const),
  );
  return {
    toModule: find(modules),
    toModel: find(renamed),
    toKnownModel: find(known),
    toFormerModel: find(former),
  };
}

const find = (names: ReadonlyMap<string, string>) => (name: string) => names.get(name) ?? name;

const createNames = () => new Map<string, string>();

/** @param names by what was so until the version of the rename, in the order of versions */
function addName(names: Map<string, string>, { from, to }: Pick<Rename, "from" | "to">): void {
  for (const [name, now] of names) if (now === from) names.set(name, to);
  if (!names.has(from)) names.set(from, to);
}
