// The line of a branch: the commits that were its tip, as far as first parents tell, and which of them was the first
// to have each commit. Pure.

interface BranchLine {
  /** Numbers of its commits, oldest first. */
  readonly line: readonly number[];
  /** For each commit of the branch the position in `line` of the oldest from which it is reachable. */
  readonly since: Uint32Array;
}

/**
 * Commits reachable from one commit of the line and not from an older one: `git rev-list
 * OLDER..ONE`.
 * @param parents by the number of a commit, the tip is 0; a parent that is not there is negative
 */
export function findLine(parents: readonly (readonly number[])[]): BranchLine {
  const newestFirst: number[] = [];
  for (let commit = parents.length > 0 ? 0 : -1; commit >= 0;) {
    newestFirst.push(commit);
    commit = parents[commit]?.[0] ?? -1;
  }
  const line = newestFirst.toReversed();
  const since = new Uint32Array(parents.length);
  const seen = new Uint8Array(parents.length);
  for (const [position, tip] of line.entries()) {
    const open = [tip];
    for (let commit = open.pop(); commit !== undefined; commit = open.pop()) {
      if (commit < 0 || seen[commit] === 1) continue;
      seen[commit] = 1;
      since[commit] = position;
      open.push(...(parents[commit] ?? []));
    }
  }
  return { line, since };
}
