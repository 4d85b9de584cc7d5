// Depth of a module: the order in which the platform loads modules, as one number for each entry.
import { addToGroup } from "../../grouped.js";
import type { ModuleRecord } from "../../module/records.js";
import { visitDepthFirst } from "../../walk-graph.js";

type Module = Pick<ModuleRecord, "technical_name" | "platform_version" | "declared_dependencies">;

/**
 * The longest way down from each entry along declared dependencies at its platform version, over every
 * provider of a name: 0 where nothing that is needed is known, else one more than the deepest of what is
 * needed. In a circle the way back to where the walk came from does not count, so that the depths are
 * finite; entries are walked in their order, so that they are always the same.
 */
export function measureDepths(records: readonly Module[]): readonly number[] {
  const versions = new Map<string, Map<string, number[]>>();
  records.forEach(({ platform_version: version, technical_name: name }, entry) => {
    const providers = versions.get(version) ?? new Map<string, number[]>();
    versions.set(version, providers);
    addToGroup(providers, name, entry);
  });
  const listNeeds = (entry: number): readonly number[] => {
    const record = records[entry];
    if (record === undefined) return [];
    const { platform_version: version, declared_dependencies: declared } = record;
    const providers = versions.get(version);
    return declared.platform.flatMap((name) => providers?.get(name) ?? []);
  };
  const depths = records.map(() => 0);
  const left = new Set<number>();
  visitDepthFirst(records.keys(), listNeeds, {
    leave(entry, needs) {
      for (const need of needs) {
        if (left.has(need)) depths[entry] = Math.max(depths[entry] ?? 0, (depths[need] ?? 0) + 1);
      }
      left.add(entry);
    },
  });
  return depths;
}
