// Unported commits of a module between platform versions, in its repository.
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { VersionPair } from "../../registry/api/names.js";
import type { Unported, UnportedSide } from "../../contract/shape/unported.js";
import { getDefaultChoice } from "../../lookup/dependency/choose-provider.js";
import { getRepository, getTechnicalName } from "../../lookup/entries.js";
import { findModuleEntries, type DetailFilter } from "../../lookup/module/modules.js";
import type { Outcome } from "../../contract/outcome.js";
import { toBranchTip, type BranchIndex } from "./branch-index.js";
import {
  type EntryComparison,
  NO_VERDICTS,
  compareEntry,
  countVerdicts,
  selectWork,
} from "./compare-entry.js";
import { createDescriber } from "./describe-commits.js";
import { addToGroup } from "../../../data/grouped.js";
import type { MoveRow, RepositoryHistory } from "../../../data/history/repository-history.js";
import { reach } from "../../../data/walk-graph.js";

const NO_TIP = { branch: null, commit: null, committed: null };

interface UnportedFilter extends VersionPair, Pick<DetailFilter, "org" | "repo"> {
  /** Also what is not to be ported, as `oca-port` lists it? */
  readonly all: boolean;
}

/** The plan's choice at `from`; the other side is a branch of the same repository. */
export function findUnported(
  snapshot: Snapshot,
  technicalName: string,
  { from, to, all, ...filter }: UnportedFilter,
): Outcome<Unported> {
  const found = findModuleEntries(snapshot, technicalName, { ...filter, platform_version: from });
  if (!found.found) return found;
  const entry = getDefaultChoice(snapshot, from).chooseFrom(found.value) ?? -1;
  const { versions } = snapshot;
  const compared = compareEntry(snapshot, entry, { platformVersion: to });
  if (compared === undefined || (compared.to === undefined && !versions.includes(to))) {
    const version = compared === undefined ? from : to;
    return { found: false, reason: "unknown_version", version, availableVersions: versions };
  }
  return { found: true, value: describeComparison(snapshot, entry, compared, { from, to, all }) };
}

function describeComparison(
  snapshot: Snapshot,
  entry: number,
  compared: EntryComparison,
  { all, ...versions }: VersionPair & Pick<UnportedFilter, "all">,
): Unported {
  const { open, from, to, unit, isThere } = compared;
  const { describeGroup, describeMove } = createDescriber(snapshot, entry, compared);
  const { organization, repository } = getRepository(snapshot, entry);
  const isSearched = compared.process !== "not_compared" && !isThere;
  const work = isThere ? selectWork(compared) : compared.lacking;
  return {
    technical_name: getTechnicalName(snapshot, entry),
    organization,
    repository,
    from: toSide(versions.from, from),
    to: toSide(versions.to, to),
    process: isThere && work.length === 0 ? null : compared.process,
    verdicts: isThere ? countVerdicts(compared) : NO_VERDICTS,
    no_migration: compared.noMigration,
    moved_to:
      isSearched && to !== undefined && unit !== undefined
        ? listMoves(open.history, to, unit).map(describeMove)
        : [],
    pull_requests: (all ? compared.lacking : work).map((group) => describeGroup(group, true)),
    satellites: compared.satellites.map((group) => describeGroup(group, false)),
    blacklisted: compared.blacklisted.map(([group, reason]) => ({
      ...describeGroup(group, true),
      reason,
    })),
  };
}

/** Facts of a branch; `undefined` if the repository has none for the version. */
function toSide(platform_version: string, index: BranchIndex | undefined): UnportedSide {
  const tip = index === undefined ? NO_TIP : toBranchTip(index.branch);
  return { platform_version, ...tip };
}

/**
 * The last move of each way from a folder to one that the tip of the branch has.
 * @param unit that the tip does not have
 */
function listMoves(
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
