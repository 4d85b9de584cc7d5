// The closure of dependencies as a plain search through records finds it: what a snapshot's answers are
// compared with.
import { compareText } from "../../data/platform/platform-version.js";
import type { RecordHead } from "../../data/module/facts.js";
import type { ModuleRecord } from "../../data/module/records.js";

/** Facts of a module for a resolution. */
export type DependingModule = Pick<
  ModuleRecord,
  "technical_name" | "platform_version" | "organization" | "repository" | "declared_dependencies"
>;

export interface Resolution {
  readonly dependencies: RecordHead["dependencies"];
  /** Names in the closure that no module carries at this version, sorted. */
  readonly unresolved_dependencies: readonly string[];
}

/**
 * Links modules to the transitive closure of their dependencies at their own platform version. A
 * name that several repositories carry is followed in all of them, and stands under each: which
 * one is installed is not the snapshot's to say. The module's own name is never part of the
 * result, also in a cycle.
 */
export function linkDependencies(
  modules: readonly DependingModule[],
): (module: DependingModule) => Resolution {
  const providers = new Map<string, Map<string, DependingModule[]>>();
  for (const module of modules) {
    const carried = providers.get(module.platform_version) ?? new Map<string, DependingModule[]>();
    providers.set(module.platform_version, carried);
    const known = carried.get(module.technical_name);
    if (known === undefined) carried.set(module.technical_name, [module]);
    else known.push(module);
  }
  return (module) =>
    resolveModule(module, providers.get(module.platform_version) ?? new Map<string, never>());
}

function resolveModule(
  module: DependingModule,
  providers: ReadonlyMap<string, readonly DependingModule[]>,
): Resolution {
  const platform = new Map<string, string[]>();
  const unresolved: string[] = [];
  const { technical_name: ownName, declared_dependencies: declared } = module;
  const pip = new Set(declared.pip);
  const bin = new Set(declared.bin);
  const seen = new Set([ownName]);
  const queue = [...declared.platform];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    const found = providers.get(name) ?? [];
    if (found.length === 0) unresolved.push(name);
    for (const needed of found) {
      const provider = `${needed.organization}/${needed.repository}`;
      const names = platform.get(provider) ?? [];
      names.push(name);
      platform.set(provider, names);
      needed.declared_dependencies.pip.forEach((item) => pip.add(item));
      needed.declared_dependencies.bin.forEach((item) => bin.add(item));
      queue.push(...needed.declared_dependencies.platform);
    }
  }
  return {
    dependencies: {
      platform: Object.fromEntries(
        [...platform]
          .map(([provider, names]) => [provider, listSorted(names)] as const)
          .toSorted(([left], [right]) => compareText(left, right)),
      ),
      pip: listSorted(pip),
      bin: listSorted(bin),
    },
    unresolved_dependencies: listSorted(unresolved),
  };
}

function listSorted(texts: Iterable<string>): readonly string[] {
  return [...new Set(texts)].toSorted(compareText);
}
