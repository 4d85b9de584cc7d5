// Commits that say of modules which a branch does not have any more what took their place: `[REM] a_module: Replaced by
// another_module`. Pure.
import type { BranchCommits } from "../source/commits/branch-commits.js";
import { readSentence } from "../parse/readme/replacements.js";
import { toModuleName } from "./presence.js";

export interface RemovalFact {
  readonly from: string;
  readonly to: string;
  /** The id of the commit. */
  readonly commit: string;
  readonly subject: string;
}

const HINT = /replac|supersed|favou?r|merged|included|moved/i;

export function listRemovals(commits: BranchCommits): readonly RemovalFact[] {
  const there = new Set(commits.folders);
  return commits.subjects.flatMap((subject, at) => {
    if (!HINT.test(subject)) return [];
    const units = commits.unitList.subarray(commits.unitFirst[at], commits.unitFirst[at + 1]);
    const gone = Array.from(units, (unit) => commits.units[unit] ?? "")
      .filter((unit) => unit.endsWith("/") && !there.has(unit))
      .map(toModuleName);
    if (gone.length === 0) return [];
    return readSentence(subject, true).flatMap(({ kind, subjects, names }) => {
      // A subject that names no other speaks of what it removes.
      const spoken = subjects.length > 0 ? subjects : gone.length === 1 ? gone : [];
      const [olds, news] = kind === "by" ? [spoken, names] : [names, spoken];
      const commit = commits.ids[at] ?? "";
      return olds
        .filter((from) => gone.includes(from))
        .flatMap((from) =>
          news.filter((to) => to !== from).map((to) => ({ from, to, commit, subject })),
        );
    });
  });
}
