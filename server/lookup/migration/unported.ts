// What of a module one platform version has and another lacks, in the repository that has it.
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { damagedSection } from "../../../data/snapshot/errors.js";
import { toTimestamp } from "../../../data/snapshot/record/record-head.js";
import type { Unported, UnportedSide } from "../../interface/shape/unported.js";
import { getRepository, getTechnicalName } from "../entries.js";
import { findModuleEntries, type DetailFilter } from "../module/modules.js";
import type { Outcome } from "../outcome.js";
import { findHolding, openHistory, type BranchIndex, type OpenHistory } from "./branch-index.js";
import { compareBranches, listAbsent, type LackingGroup } from "./compare-branches.js";
import { listMoves } from "./moved-folders.js";
import { openDescriber } from "./describe-commits.js";

interface VersionPair {
  readonly from: string;
  readonly to: string;
}

export interface UnportedFilter extends VersionPair, Pick<DetailFilter, "org" | "repo"> {}

/** Of several providers the first at `from`; what may lack commits is a branch of the same repository. */
export function findUnported(
  snapshot: Snapshot,
  technicalName: string,
  { from, to, ...filter }: UnportedFilter,
): Outcome<Unported> {
  const found = findModuleEntries(snapshot, technicalName, { ...filter, platform_version: from });
  if (!found.found) return found;
  const [entry = -1] = found.value;
  const open = openHistory(snapshot, snapshot.entries.repository.get(entry));
  const { versions } = snapshot;
  if (open.findBranch(to) === undefined && !versions.includes(to)) {
    return { found: false, reason: "unknown_version", version: to, availableVersions: versions };
  }
  return { found: true, value: compareEntry(snapshot, entry, open, { from, to }) };
}

function compareEntry(
  snapshot: Snapshot,
  entry: number,
  open: OpenHistory,
  versions: VersionPair,
): Unported {
  const name = getTechnicalName(snapshot, entry);
  const { organization, repository } = getRepository(snapshot, entry);
  const from = open.findBranch(versions.from);
  if (from === undefined) {
    throw damagedSection("histories.bytes", `a branch for ${versions.from}`, "none");
  }
  const to = open.findBranch(versions.to);
  const common = {
    technical_name: name,
    organization,
    repository,
    from: toSide(versions.from, from),
    to: toSide(versions.to, to),
  };
  if (from.branch.isTooLong || to?.branch.isTooLong === true) {
    const lists = { moved_to: [], pull_requests: [], satellites: [], blacklisted: [] };
    return { ...common, process: "not_compared", no_migration: null, ...lists };
  }
  const folder = snapshot.folders.get(snapshot.entries.folder.get(entry));
  const unit = findUnit(open, from, folder);
  const isThere =
    to !== undefined && (unit === undefined || to.branch.folders.includes(unit)) ? to : undefined;
  const { lacking, satellites } =
    isThere === undefined
      ? { lacking: listAbsent(from, to, unit), satellites: [] }
      : compareBranches({ history: open.history, from, to: isThere, unit });
  const blacklist = to?.branch.blacklists.find(({ module }) => module === name);
  const noMigration = isThere === undefined ? (blacklist?.noMigration ?? null) : null;
  const findReason = ({ pullRequest }: LackingGroup): string | undefined => {
    const number = from.branch.pullRequests[pullRequest]?.number;
    const keys =
      number === undefined
        ? ["orphaned_commits"]
        : [`${organization}/${repository}#${number}`, `${number}`];
    return blacklist?.pullRequests.find(([key]) => keys.includes(key))?.[1];
  };
  const isWanted = (group: LackingGroup): boolean => findReason(group) === undefined;
  const { describeGroup, describeMove } = openDescriber(snapshot, entry, { open, from, to, unit });
  const wanted = lacking.filter(isWanted);
  const process = isThere === undefined ? "migrate" : "port_commits";
  return {
    ...common,
    process: wanted.length === 0 || noMigration !== null ? null : process,
    no_migration: noMigration,
    moved_to:
      to === undefined || unit === undefined || isThere !== undefined
        ? []
        : listMoves(open.history, to, unit).map(describeMove),
    pull_requests: wanted.map((group) => describeGroup(group, true)),
    satellites: satellites.filter(isWanted).map((group) => describeGroup(group, false)),
    blacklisted: lacking.flatMap((group) => {
      const reason = findReason(group);
      return reason === undefined ? [] : [{ ...describeGroup(group, true), reason }];
    }),
  };
}

/** The folder that commits tell of a module, which may hold it; `undefined` for the root of the repository. */
function findUnit(
  { history }: OpenHistory,
  { branch }: BranchIndex,
  sourcePath: string,
): number | undefined {
  return findHolding(sourcePath, (name) =>
    branch.folders.find((folder) => history.units[folder] === `${name}/`),
  );
}

function toSide(platformVersion: string, index: BranchIndex | undefined): UnportedSide {
  const branch = index?.branch;
  return {
    platform_version: platformVersion,
    branch: branch?.branch ?? null,
    commit: branch?.commit ?? null,
    committed: branch === undefined ? null : toTimestamp(branch.tipSeconds),
  };
}
