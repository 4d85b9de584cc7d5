// Differences of merges that the log leaves out: names at the top of the tree that differ from each
// parent. With them git's simplification of a history works in memory for any number of folders.
// Pure.
import { addToGroup } from "../../../data/grouped.js";
import { unquotePath } from "../git/git-path.js";
import { createLines, type LineReader } from "./text-lines.js";

export interface Merge {
  readonly hash: string;
  readonly parents: readonly string[];
}

/** By the hash of a merge: for each parent, in their order, the names at the top that differ. */
export type MergeChanges = ReadonlyMap<string, readonly ReadonlySet<string>[]>;

interface MergeReader extends Pick<LineReader, "add"> {
  end(): MergeChanges;
}

/**
 * Git command that answers each line `COMMIT PARENT` with that line, and the names at the top of
 * the tree that differ, as raw lines. It reads no subtree and no blob.
 */
export const MERGE_COMMAND = "diff-tree --stdin --always --no-renames --raw --no-abbrev".split(" ");

/** Input lines: one for each merge and parent. */
export function listMergeRequests(merges: readonly Merge[]): readonly string[] {
  return merges.flatMap(({ hash, parents }) => parents.map((parent) => `${hash} ${parent}`));
}

/** Reads the answers: for each request a line with the merge, then one for each name. */
export function createMergeReader(merges: readonly Merge[]): MergeReader {
  const changes = new Map<string, Set<string>[]>();
  const requests = merges.flatMap(({ hash, parents }) => parents.map(() => hash));
  let names: Set<string> | undefined;
  let answers = 0;
  const lines = createLines((line) => {
    if (line.startsWith(":")) names?.add(unquotePath(line.slice(line.indexOf("\t") + 1)));
    else if (line === requests[answers]) {
      answers += 1;
      names = new Set();
      addToGroup(changes, line, names);
    }
  });
  return {
    add: lines.add,
    end() {
      lines.end();
      return changes;
    },
  };
}

/** Commits by number, children before parents. */
export interface Ancestry {
  /** For each commit the numbers of its parents in the same history. */
  readonly parents: readonly (readonly number[])[];
  /** For a merge, by its number, what differs from each of its parents. */
  readonly changes: ReadonlyMap<number, readonly ReadonlySet<string>[]>;
}

/**
 * Commits that `git rev-list TIP -- NAME` visits, 1 for each: at a merge with a parent that has the
 * same NAME only the first such parent is followed. Without a name it is the whole tree.
 */
export function simplifyHistory(
  { parents, changes }: Ancestry,
  name: string | undefined,
): Uint8Array {
  const visited = new Uint8Array(parents.length);
  if (visited.length > 0) visited[0] = 1;
  for (let commit = 0; commit < visited.length; commit++) {
    if (visited[commit] === 0) continue;
    const all = parents[commit] ?? [];
    const differing = all.length > 1 ? changes.get(commit) : undefined;
    const same =
      differing?.findIndex((names) => (name === undefined ? names.size === 0 : !names.has(name))) ??
      -1;
    for (const parent of same < 0 ? all : all.slice(same, same + 1)) {
      if (parent >= 0) visited[parent] = 1;
    }
  }
  return visited;
}
