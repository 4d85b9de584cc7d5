// Pull requests of commits, from merges: those of the forge and of the community's merge bot name
// the number. Pure.
import { copyText } from "./log.js";

export interface PullRequestMerge {
  readonly number: number;
  /** `null` where the merge does not tell it, as those of the bot. */
  readonly title: string | null;
}

/** @param message of a commit with several parents */
export function parsePullRequestMerge(message: string): PullRequestMerge | undefined {
  const [, byBot, byForge] =
    /^Merge (?:PR #(\d{1,9}) into|pull request #(\d{1,9}) from) /.exec(message) ?? [];
  const number = Number(byBot ?? byForge);
  if (Number.isNaN(number)) return undefined;
  const [, title = ""] = byForge === undefined ? [] : (/\n\s*(\S[^\n]*)/.exec(message) ?? []);
  return { number, title: copyText(title.trim()) || null };
}

/** No pull request. */
export const NONE = -1;

/**
 * For each commit of a branch the merge of the innermost pull request that brought it: a merge of the first-parent
 * line, oldest first, owns what is reachable from its other parents and was not seen before; merges in there own
 * theirs.
 * @param parents by the number of a commit, the tip is 0; a parent that is not there is negative
 * @param isMergeOfRequest by the number of a commit
 * @returns the number of the owning merge, or NONE
 */
export function findOwningMerges(
  parents: readonly (readonly number[])[],
  isMergeOfRequest: (commit: number) => boolean,
): Int32Array {
  const owners = new Int32Array(parents.length).fill(NONE);
  const seen = new Uint8Array(parents.length);
  const lines: Line[] = [];
  const open = (tip: number, owner: number): void => {
    const commits: number[] = [];
    for (let commit = tip; commit >= 0 && seen[commit] === 0;) {
      commits.push(commit);
      commit = parents[commit]?.[0] ?? NONE;
    }
    lines.push({ commits, owner, nextParent: 1 });
  };
  if (parents.length > 0) open(0, NONE);
  // A line ends where another begins, as deep as merges lie in each other: no recursion.
  for (let line = lines.at(-1); line !== undefined; line = lines.at(-1)) {
    const commit = line.commits.at(-1);
    if (commit === undefined) {
      lines.pop();
      continue;
    }
    const side = parents[commit]?.[line.nextParent];
    if (side === undefined) {
      line.commits.pop();
      line.nextParent = 1;
      seen[commit] = 1;
      owners[commit] = line.owner;
    } else {
      line.nextParent += 1;
      open(side, isMergeOfRequest(commit) ? commit : line.owner);
    }
  }
  return owners;
}

/** First parents, the newest first, that are still to be seen. */
interface Line {
  readonly commits: number[];
  /** The merge that owns them. */
  readonly owner: number;
  /** Index of the oldest's next parent. */
  nextParent: number;
}
