// What a reader process does with a repository beside telling its branches: all of listing and of parsing.
import { deserialize, serialize } from "node:v8";
import { addToGroup } from "../../../data/grouped.js";
import { packHistory } from "../../../data/snapshot/history/packed-history.js";
import { collectFacts, type JoinedCommits } from "../../lineage/facts.js";
import type { Diagnostic, Parsed } from "../../parse/diagnostics.js";
import { isParsedFile, parseFile, type FileKind, type ParsedFile } from "../../parse/file.js";
import { isImageFile } from "../../parse/readme/images.js";
import { NO_COMMITS, type BranchCommits } from "../../source/commits/branch-commits.js";
import { joinBranches } from "../../source/commits/join-branches.js";
import { COMMIT_LIMITS } from "../../source/commits/collect-commits.js";
import { visitObjects } from "../../source/git/git.js";
import { listModules } from "../../source/list-modules.js";
import { readHistories, readOrder } from "../../source/git/read-histories.js";
import { waitForAll } from "../../source/wait-for-all.js";
import type { JoinTask, ListedBranch, ListTask, ParseTask } from "./tasks.js";

export async function list(task: ListTask): Promise<readonly ListedBranch[]> {
  const { repository, branches } = task;
  // Starting git costs more than its work on a branch: each question is asked once for all.
  const tips = branches.map(({ commit }) => commit);
  const [listings, order] = await waitForAll([listModules(task), readOrder(repository, tips)]);
  const histories = await readHistories(
    repository,
    branches.flatMap((branch, at) => {
      const listing = listings[at];
      return listing === undefined ? [] : [{ branch, ...listing }];
    }),
    task.addons,
    { order },
  );
  return listings.map(({ modules, diagnostics, pathCount }, at) => {
    const { modules: ofModules = [], commits = NO_COMMITS } = histories[at] ?? {};
    return {
      modules: modules.map((module) => ({
        ...module,
        files: module.files.filter(({ path }) => isParsedFile(path) || isImageFile(path)),
      })),
      diagnostics: [...diagnostics, ...describeCommits(commits)],
      pathCount,
      histories: ofModules,
      commits: serialize(commits),
    };
  });
}

export function join({ branches: serialised }: JoinTask): JoinedCommits {
  const branches = serialised.map((branch) => ({
    ...branch,
    commits: deserialize(branch.commits) as BranchCommits,
  }));
  const { history, ids } = joinBranches(branches);
  return { history: packHistory(history, ids), lineage: collectFacts(branches) };
}

function describeCommits({ isTooLong }: BranchCommits): readonly Diagnostic[] {
  if (!isTooLong) return [];
  const { maxCommits, maxChanges } = COMMIT_LIMITS;
  const detail = `more than ${maxCommits} commits, or ${maxChanges} changed files and folders`;
  return [{ code: "history_too_long", path: ".", line: 1, detail }];
}

/** A content that the repository does not hold has no answer: `undefined`. */
export async function parse(task: ParseTask, onParsed: (parsed: unknown) => void): Promise<void> {
  const { repository, contents } = task;
  const wanted = new Map<string, (readonly [at: number, kind: FileKind])[]>();
  for (const [at, { objectId, kind }] of contents.entries()) {
    addToGroup(wanted, objectId, [at, kind]);
  }
  const parsed: (Parsed<ParsedFile> | undefined)[] = [];
  await visitObjects(repository, [...wanted.keys()], ({ objectId, type, bytes }) => {
    if (type !== "blob") return;
    for (const [at, kind] of wanted.get(objectId) ?? []) parsed[at] = parseFile(bytes, kind);
  });
  contents.forEach((_, at) => onParsed(parsed[at]));
}
