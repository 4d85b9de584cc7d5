// How deep a module lies: the order in which the platform loads modules, as one number for each entry.
import { addToGroup } from "../../grouped.js";
import type { ModuleRecord } from "../../records.js";

type Place = Pick<ModuleRecord, "technical_name" | "platform_version" | "declared_dependencies">;

interface Visit {
  readonly entry: number;
  /** Entries that carry what it declares. */
  readonly needs: readonly number[];
  /** How many of `needs` have been looked at. */
  next: number;
}

/**
 * The longest way down from each entry along declared dependencies at its platform version, over every
 * provider of a name: 0 where nothing that is needed is known, else one more than the deepest of what is
 * needed. In a circle the way back to where the walk came from does not count, so that the depths are
 * finite; entries are walked in their order, so that they are always the same.
 */
export function measureDepths(records: readonly Place[]): readonly number[] {
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
  const depths: (number | undefined)[] = records.map(() => undefined);
  records.forEach((_, entry) => {
    if (depths[entry] === undefined) walk(entry, listNeeds, depths);
  });
  return depths.map((depth) => depth ?? 0);
}

/** Without recursion, since a chain of modules may be as long as somebody likes. */
function walk(
  start: number,
  listNeeds: (entry: number) => readonly number[],
  depths: (number | undefined)[],
): void {
  const open = new Set<number>();
  const visits: Visit[] = [];
  const begin = (entry: number): void => {
    open.add(entry);
    visits.push({ entry, needs: listNeeds(entry), next: 0 });
  };
  begin(start);
  for (let visit = visits.at(-1); visit !== undefined; visit = visits.at(-1)) {
    const need = visit.needs[visit.next++];
    if (need === undefined) {
      visits.pop();
      open.delete(visit.entry);
      depths[visit.entry] = visit.needs.reduce(
        (deepest, one) => Math.max(deepest, (depths[one] ?? -1) + 1),
        0,
      );
    } else if (depths[need] === undefined && !open.has(need)) {
      begin(need);
    }
  }
}
