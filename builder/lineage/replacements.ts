// Replacements from texts and commits, limited to existing modules. Pure.
import { findPlatformEdition, listNamedVersions } from "../../data/platform/module-names.js";
import type { FoundReplacement, TextReplacement } from "../../data/module/replacement.js";
import type { FoundEntry } from "../cache/found-entry.js";
import type { RepositoryFacts } from "./evidence.js";
import { toLabel } from "../source/source.js";

/**
 * Replacements from texts come first.
 * @param entries in the order of a snapshot
 * @param repositories in any order
 */
export function linkReplacements(
  entries: readonly Pick<FoundEntry, "head" | "replacements">[],
  repositories: readonly RepositoryFacts[],
): readonly FoundReplacement[] {
  const found = [
    ...listTold(entries),
    ...repositories
      .toSorted((left, right) => (toLabel(left) < toLabel(right) ? -1 : 1))
      .flatMap(listRemoved),
  ];
  if (found.length === 0) return [];
  const names = new Set(entries.map(({ head }) => head.technical_name));
  const isModule = (name: string): boolean => names.has(name) || isPlatforms(name);
  return found.filter(({ from, to }) => isModule(from) && isModule(to));
}

function listTold(
  entries: readonly Pick<FoundEntry, "head" | "replacements">[],
): readonly TextReplacement[] {
  return entries.flatMap(({ head, replacements }, entry) =>
    replacements
      // A module that depends on another extends it, whatever its text says.
      .filter(
        ({ from, to }) =>
          to !== head.technical_name || !head.declared_dependencies.platform.includes(from),
      )
      .map((one) => ({ ...one, entry })),
  );
}

function listRemoved({
  organization,
  repository,
  facts,
}: RepositoryFacts): readonly FoundReplacement[] {
  return facts.removals.map(({ from, to, commit, subject, branch }) => ({
    from,
    to,
    sentence: subject,
    organization,
    repository,
    platformVersion: facts.branches[branch]?.platformVersion ?? "",
    commit,
  }));
}

function isPlatforms(name: string): boolean {
  return listNamedVersions().some((version) => findPlatformEdition(name, version) !== undefined);
}
