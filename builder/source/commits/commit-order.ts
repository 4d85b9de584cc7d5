// All commits of some branches, each with a number: who descends from whom, and which branches have it. Pure.
import { createLines, type LineReader } from "./text-lines.js";
import { NONE } from "./pull-requests.js";

/** Commits by their numbers, children before parents. */
export interface CommitOrder {
  /** Hexadecimal. */
  readonly ids: readonly string[];
  /** Numbers. */
  readonly parents: readonly (readonly number[])[];
  /** Ascending positions of the branches that have the commit: the very same list for equal ones. */
  readonly branches: readonly (readonly number[])[];
}

/** The git command whose output createOrderReader reads: the given tips and all their ancestors. */
export const ORDER_COMMAND = ["rev-list", "--topo-order", "--parents", "--stdin"] as const;

interface OrderReader extends Pick<LineReader, "add"> {
  /** @param tips of the branches, by position */
  end(tips: readonly string[]): CommitOrder;
}

export function createOrderReader(): OrderReader {
  const ids: string[] = [];
  const parentIds: (readonly string[])[] = [];
  const lines = createLines((line) => {
    const [id = "", ...parents] = line.split(" ");
    ids.push(id);
    parentIds.push(parents);
  });
  return {
    add: lines.add,
    end(tips) {
      lines.end();
      const numbers = new Map(ids.map((id, number) => [id, number]));
      const parents = parentIds.map((row) => row.map((id) => numbers.get(id) ?? NONE));
      const tipNumbers = tips.map((tip) => numbers.get(tip) ?? NONE);
      return { ids, parents, branches: spreadBranches(parents, tipNumbers) };
    },
  };
}

/** Passes a commit's branches on to its parents. */
function spreadBranches(
  parents: CommitOrder["parents"],
  tips: readonly number[],
): CommitOrder["branches"] {
  const lists = new Map<string, readonly number[]>();
  const unite = (left: readonly number[], right: readonly number[]): readonly number[] => {
    // Most commits are part of the same branches as their children.
    if (left === right || left.length === 0) return right;
    const united = [...new Set([...left, ...right])].toSorted((one, other) => one - other);
    const key = united.join();
    const known = lists.get(key) ?? united;
    lists.set(key, known);
    return known;
  };
  const branches = parents.map((): readonly number[] => NOWHERE);
  for (const [position, tip] of tips.entries()) {
    if (tip >= 0) branches[tip] = unite(branches[tip] ?? NOWHERE, [position]);
  }
  for (const [number, row] of parents.entries()) {
    const own = branches[number] ?? NOWHERE;
    for (const parent of row) {
      if (parent >= 0) branches[parent] = unite(branches[parent] ?? NOWHERE, own);
    }
  }
  return branches;
}

const NOWHERE: readonly number[] = [];
