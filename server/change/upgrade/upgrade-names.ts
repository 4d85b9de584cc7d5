// Names that modules and models have after an upgrade, by OpenUpgrade's lists, where these are to count.
import { comparePlatformVersions } from "../../../data/platform-version.js";
import { listRenames } from "../../../data/platform/renames.js";

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

/** Those of the versions after `from`, up to `to`. */
export function listUpgradeNames(from: string, to: string): UpgradeNames {
  const modules = new Map<string, string>();
  const renamed = new Map<string, string>();
  const merged = new Map<string, string>();
  for (const rename of listRenames()) {
    const { platformVersion } = rename;
    if (comparePlatformVersions(platformVersion, from) <= 0) continue;
    if (comparePlatformVersions(platformVersion, to) > 0) continue;
    const table =
      rename.thing === "module" ? modules : rename.kind === "renamed" ? renamed : merged;
    table.set(rename.from, rename.to);
  }
  const former = new Map([...renamed].map(([before, after]) => [after, before] as const));
  return {
    toModule: find(modules),
    toModel: find(renamed),
    toKnownModel: find(renamed, merged),
    toFormerModel: find(former),
  };
}

type Names = ReadonlyMap<string, string>;

/** The name that the first of the tables has for one. */
function find(...tables: readonly Names[]): (name: string) => string {
  return (name) =>
    tables.map((table) => table.get(name)).find((found) => found !== undefined) ?? name;
}
