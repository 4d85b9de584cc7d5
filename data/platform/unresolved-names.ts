// The names that modules declare and no module of their platform version has, over all modules.
import type { ModuleRecord } from "../records.js";
import { comparePlatformVersions, compareText } from "../platform-version.js";
import type { UnresolvedKind } from "./module-lists.js";
import { findUnresolvedKind } from "./module-names.js";

type DeclaringHead = Pick<
  ModuleRecord,
  "technical_name" | "platform_version" | "declared_dependencies"
>;

export interface UnresolvedName {
  readonly platform_version: string;
  readonly technical_name: string;
  readonly kind: UnresolvedKind;
  /** Modules whose manifests name it, sorted. */
  readonly required_by: readonly string[];
}

/** By platform version, then by name. */
export function listUnresolvedNames(heads: readonly DeclaringHead[]): readonly UnresolvedName[] {
  const known = new Map<string, Set<string>>();
  for (const { platform_version, technical_name } of heads) {
    const names = known.get(platform_version);
    if (names === undefined) known.set(platform_version, new Set([technical_name]));
    else names.add(technical_name);
  }
  const requiring = new Map<string, Map<string, Set<string>>>();
  for (const { platform_version, technical_name, declared_dependencies } of heads) {
    const names = known.get(platform_version);
    const unknown = requiring.get(platform_version) ?? new Map<string, Set<string>>();
    requiring.set(platform_version, unknown);
    for (const name of declared_dependencies.platform) {
      if (names?.has(name) === true) continue;
      unknown.set(name, (unknown.get(name) ?? new Set()).add(technical_name));
    }
  }
  return [...requiring]
    .toSorted(([left], [right]) => comparePlatformVersions(left, right))
    .flatMap(([version, unknown]) =>
      [...unknown]
        .toSorted(([left], [right]) => compareText(left, right))
        .map(([technical_name, by]) => ({
          platform_version: version,
          technical_name,
          kind: findUnresolvedKind(technical_name, version),
          required_by: [...by].toSorted(compareText),
        })),
    );
}

/** How many names of each kind there are; a name counts once for each platform version. */
export type KindCounts = Readonly<Record<UnresolvedKind, number>>;

export function countKinds(names: readonly Pick<UnresolvedName, "kind">[]): KindCounts {
  const counts = { core: 0, enterprise: 0, unknown: 0 };
  for (const { kind } of names) counts[kind] += 1;
  return counts;
}
