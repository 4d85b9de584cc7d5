// Where a folder went that a branch does not have any more, as commits of the branch tell. Pure.
import type { MoveRow, RepositoryHistory } from "../../../data/repository-history.js";
import type { BranchIndex } from "./branch-index.js";

/**
 * The last move of each way from a folder to one that the tip of the branch has.
 * @param unit that the tip does not have
 */
export function listMoves(
  history: RepositoryHistory,
  { branch }: BranchIndex,
  unit: number,
): readonly MoveRow[] {
  const members = new Set(branch.members.map(({ commit }) => commit));
  const seen = new Set([unit]);
  const arrived = new Map<number, MoveRow>();
  // What is added while it is gone through is gone through as well.
  for (const from of seen) {
    for (const move of history.moves) {
      if (move.from !== from || !members.has(move.commit)) continue;
      if (branch.folders.includes(move.to)) arrived.set(move.to, move);
      else seen.add(move.to);
    }
  }
  return [...arrived.values()];
}
