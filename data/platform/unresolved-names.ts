// The names that installable modules declare and no module of their platform version has, over all of these.
import type { ModuleRecord } from "../module/records.js";
import { comparePlatformVersions, compareText } from "./platform-version.js";
import type { UnresolvedKind } from "./module-lists.js";
import { findUnresolvedKind } from "./module-names.js";

type DeclaringHead = Pick<
  ModuleRecord,
  "technical_name" | "platform_version" | "declared_dependencies" | "installable"
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
  const known = new Set(heads.map((head) => toKey(head.platform_version, head.technical_name)));
  const requiring = new Map<string, Set<string>>();
  for (const head of heads) {
    // The dependencies of an unported module are mostly unported too.
    if (!head.installable) continue;
    const { platform_version, technical_name, declared_dependencies } = head;
    for (const name of declared_dependencies.platform) {
      const key = toKey(platform_version, name);
      if (known.has(key)) continue;
      requiring.set(key, (requiring.get(key) ?? new Set()).add(technical_name));
    }
  }
  return Array.from(requiring, ([key, by]) => {
    const platform_version = key.slice(0, key.indexOf(" "));
    const technical_name = key.slice(platform_version.length + 1);
    const kind = findUnresolvedKind(technical_name, platform_version);
    return { platform_version, technical_name, kind, required_by: [...by].toSorted(compareText) };
  }).toSorted(
    (left, right) =>
      comparePlatformVersions(left.platform_version, right.platform_version) ||
      compareText(left.technical_name, right.technical_name),
  );
}

const toKey = (version: string, name: string): string => `${version} ${name}`;

/** Number of names of each kind; a name counts once for each platform version. */
export type KindCounts = Readonly<Record<UnresolvedKind, number>>;

export function countKinds(names: readonly Pick<UnresolvedName, "kind">[]): KindCounts {
  const counts = { core: 0, enterprise: 0, unknown: 0 };
  for (const { kind } of names) counts[kind] += 1;
  return counts;
}
