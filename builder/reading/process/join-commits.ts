// Task of a reader process: joins the commits of a repository's branches to one history.
import { deserialize } from "node:v8";
import { packHistory } from "../../../data/snapshot/history/packed-history.js";
import { collectFacts, type JoinedCommits } from "../../lineage/facts.js";
import type { BranchCommits } from "../../source/commits/branch-commits.js";
import { joinBranches } from "../../source/commits/join-branches.js";
import { judgeCommits } from "./judge-commits.js";
import type { JoinTask } from "./tasks.js";

export async function joinCommits({
  repository,
  branches: serialised,
}: JoinTask): Promise<JoinedCommits> {
  const branches = serialised.map((branch) => ({
    ...branch,
    commits: deserialize(branch.commits) as BranchCommits,
  }));
  const joined = joinBranches(branches);
  const { verdicts, absent } = await judgeCommits(repository, joined);
  return {
    history: packHistory({ ...joined.history, verdicts }, joined.ids),
    lineage: collectFacts(branches),
    absent: absent === undefined ? [] : [absent],
  };
}
