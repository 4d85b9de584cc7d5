// Where a folder went that a branch does not have any more, as commits of the branch tell. Pure.
import { addToGroup } from "../../../data/grouped.js";
import type { MoveRow, RepositoryHistory } from "../../../data/history/repository-history.js";
import { reach } from "../../../data/walk-graph.js";
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
  const atTip = new Set(branch.folders);
  const further = new Map<number, MoveRow[]>();
  for (const move of history.moves) {
    if (members.has(move.commit)) addToGroup(further, move.from, move);
  }
  const arrived = new Map<number, MoveRow>();
  reach([unit], (from) => {
    const moves = further.get(from) ?? [];
    for (const move of moves) if (atTip.has(move.to)) arrived.set(move.to, move);
    return moves.map((move) => move.to).filter((to) => !atTip.has(to));
  });
  return [...arrived.values()];
}
