// What a module needs, followed to the end over the whole snapshot. Pure.
import { compareText } from "../../data/platform-version.js";
import type { DeclaredDependencies, ResolvedDependencies } from "../../data/records.js";
import type { Manifest } from "../parse/manifest.js";

/** What a resolution needs to know of a module. */
export interface DependingModule {
  readonly technicalName: string;
  readonly platformVersion: string;
  /** `organization/repository` */
  readonly carrier: string;
  readonly declared: DeclaredDependencies;
}

export interface Resolution {
  readonly dependencies: ResolvedDependencies;
  /** Names in the closure that no module carries at this version, sorted. */
  readonly unresolved: readonly string[];
}

/** What a manifest declares. A manifest without the key `depends` depends on `base`. */
export function toDeclaredDependencies(manifest: Manifest): DeclaredDependencies {
  return { platform: manifest.depends ?? ["base"], pip: manifest.pip, bin: manifest.bin };
}

/**
 * Links every module to the transitive closure of its dependencies at its own platform version. A
 * name that several repositories carry is followed in all of them, and stands under each: which
 * one is installed is not the snapshot's to say. The module's own name is never part of the
 * result, also in a cycle.
 * @returns one resolution for each module, in the same order
 */
export function linkDependencies(modules: readonly DependingModule[]): readonly Resolution[] {
  const carriers = new Map<string, Map<string, DependingModule[]>>();
  for (const module of modules) {
    const carried = carriers.get(module.platformVersion) ?? new Map<string, DependingModule[]>();
    carriers.set(module.platformVersion, carried);
    carried.set(module.technicalName, [...(carried.get(module.technicalName) ?? []), module]);
  }
  return modules.map((module) =>
    resolveModule(module, carriers.get(module.platformVersion) ?? new Map<string, never>()),
  );
}

function resolveModule(
  module: DependingModule,
  carriers: ReadonlyMap<string, readonly DependingModule[]>,
): Resolution {
  const platform = new Map<string, string[]>();
  const unresolved: string[] = [];
  const pip = new Set(module.declared.pip);
  const bin = new Set(module.declared.bin);
  const seen = new Set([module.technicalName]);
  const queue = [...module.declared.platform];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    const found = carriers.get(name) ?? [];
    if (found.length === 0) unresolved.push(name);
    for (const needed of found) {
      const names = platform.get(needed.carrier) ?? [];
      names.push(name);
      platform.set(needed.carrier, names);
      needed.declared.pip.forEach((item) => pip.add(item));
      needed.declared.bin.forEach((item) => bin.add(item));
      queue.push(...needed.declared.platform);
    }
  }
  return {
    dependencies: {
      platform: Object.fromEntries(
        [...platform]
          .map(([carrier, names]) => [carrier, listSorted(names)] as const)
          .toSorted(([left], [right]) => compareText(left, right)),
      ),
      pip: listSorted(pip),
      bin: listSorted(bin),
    },
    unresolved: listSorted(unresolved),
  };
}

function listSorted(texts: Iterable<string>): readonly string[] {
  return [...new Set(texts)].toSorted(compareText);
}
