// Commits to port among those that a branch lacks by equality, and counts by verdict.
import { VERDICTS, type Verdict } from "../../../data/history/port-verdict.js";
import type { LackingGroup } from "./compare-branches.js";
import type { EntryComparison } from "./compare-entry.js";
import { isToPort, judgeCommit } from "./describe-commits.js";

/** Groups with commits that are to be ported, and no others of theirs. */
export function selectWork(compared: EntryComparison): readonly LackingGroup[] {
  return compared.lacking.flatMap(({ pullRequest, commits }) => {
    const work = commits.filter((commit) => isToPort(judgeCommit(compared, commit)));
    return work.length === 0 ? [] : [{ pullRequest, commits: work }];
  });
}

type VerdictCounts = Readonly<Record<Verdict | "beside", number>>;

export const NO_VERDICTS = Object.fromEntries(
  [...VERDICTS, "beside"].map((verdict) => [verdict, 0]),
) as VerdictCounts;

/** @returns `beside`: those that do not change the module */
export function countVerdicts(compared: EntryComparison): VerdictCounts {
  const counts: Record<Verdict | "beside", number> = { ...NO_VERDICTS };
  for (const { commits } of compared.lacking) {
    for (const commit of commits) {
      counts[judgeCommit(compared, commit).judged?.verdict ?? "beside"] += 1;
    }
  }
  return counts;
}
