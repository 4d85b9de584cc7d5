// A module of one platform version compared with the branch of its repository for another: which commits that
// one lacks, in numbers of the history, and which of these are to be ported.
import { VERDICTS, type Verdict } from "../../../data/history/port-verdict.js";
import type { BlacklistRow } from "../../../data/history/repository-history.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { Unported } from "../../contract/shape/unported.js";
import {
  getFolder,
  getPlatformVersion,
  getRepository,
  getTechnicalName,
} from "../../lookup/entries.js";
import { type BranchIndex, type OpenHistory, findHolding, openHistory } from "./branch-index.js";
import { type LackingGroup, compareBranches, listAbsent } from "./compare-branches.js";
import { isToPort, judgeCommit } from "./describe-commits.js";

export interface EntryComparison {
  readonly open: OpenHistory;
  readonly from: BranchIndex;
  readonly to: BranchIndex | undefined;
  /** The module's folder; `undefined` for the whole repository. */
  readonly unit: number | undefined;
  /** Whether `to` has it. */
  readonly isThere: boolean;
  readonly process: Unported["process"];
  readonly noMigration: string | null;
  readonly lacking: readonly LackingGroup[];
  readonly satellites: readonly LackingGroup[];
  readonly blacklisted: readonly (readonly [group: LackingGroup, reason: string])[];
}

interface Target {
  readonly platformVersion: string;
  /** The folder in which `to` has the module, where it has another name there. */
  readonly folder?: string | undefined;
}

const NOTHING = { lacking: [], satellites: [], blacklisted: [] } as const;

/** @returns `undefined` where no history of its branch is in the snapshot @throws SnapshotError */
export function compareEntry(
  snapshot: Snapshot,
  entry: number,
  target: Target,
): EntryComparison | undefined {
  const open = openHistory(snapshot, snapshot.entries.repository.get(entry));
  const from = open.findBranch(getPlatformVersion(snapshot, entry));
  if (from === undefined) return undefined;
  const to = open.findBranch(target.platformVersion);
  const folder = getFolder(snapshot, entry);
  const unit = findUnit(open, from, folder);
  if (from.branch.isUnknown || to?.branch.isUnknown === true) {
    const process = "not_compared";
    return { open, from, to, unit, isThere: false, process, noMigration: null, ...NOTHING };
  }
  const renamed =
    target.folder === undefined || to === undefined ? undefined : findUnit(open, to, target.folder);
  const isThere =
    to !== undefined &&
    (unit === undefined || renamed !== undefined || to.branch.folders.includes(unit));
  const { lacking, satellites } = isThere
    ? compareBranches({ history: open.history, from, to, unit, renamed })
    : { lacking: listAbsent(from, to, unit), satellites: [] };
  const name = getTechnicalName(snapshot, entry);
  const blacklist = to?.branch.blacklists.find(({ module }) => module === name);
  const findReason = createReasons(snapshot, entry, { from, blacklist });
  const isWanted = (group: LackingGroup): boolean => findReason(group) === undefined;
  const wanted = lacking.filter(isWanted);
  const noMigration = isThere ? null : (blacklist?.noMigration ?? null);
  const process = isThere ? "port_commits" : "migrate";
  return {
    open,
    from,
    to,
    unit,
    isThere,
    process: wanted.length === 0 || noMigration !== null ? null : process,
    noMigration,
    lacking: wanted,
    satellites: satellites.filter(isWanted),
    blacklisted: lacking.flatMap((group) => {
      const reason = findReason(group);
      return reason === undefined ? [] : [[group, reason] as const];
    }),
  };
}

/** Reason why the branch refuses a pull request; `undefined` if its blacklist is silent. */
function createReasons(
  snapshot: Snapshot,
  entry: number,
  { from, blacklist }: { readonly from: BranchIndex; readonly blacklist: BlacklistRow | undefined },
): (group: LackingGroup) => string | undefined {
  const { organization, repository } = getRepository(snapshot, entry);
  return ({ pullRequest }) => {
    const number = from.branch.pullRequests[pullRequest]?.number;
    const keys =
      number === undefined
        ? ["orphaned_commits"]
        : [`${organization}/${repository}#${number}`, `${number}`];
    return blacklist?.pullRequests.find(([key]) => keys.includes(key))?.[1];
  };
}

/** The folder that commits tell of a module, which may hold it; `undefined` for the root of the repository. */
export function findUnit(
  { history }: OpenHistory,
  { branch }: BranchIndex,
  sourcePath: string,
): number | undefined {
  return findHolding(sourcePath, (name) =>
    branch.folders.find((folder) => history.units[folder] === `${name}/`),
  );
}

/** Groups with commits that are to be ported, and no others of theirs. */
export function selectWork(compared: EntryComparison): readonly LackingGroup[] {
  return compared.lacking.flatMap(({ pullRequest, commits }) => {
    const work = commits.filter((commit) => isToPort(judgeCommit(compared, commit)));
    return work.length === 0 ? [] : [{ pullRequest, commits: work }];
  });
}

type VerdictCounts = Readonly<Record<Verdict | "beside", number>>;

export const NO_VERDICTS = Object.fromEntries(
  [...VERDICTS, "beside"].map((verdict) => [verdict, 0]),
) as VerdictCounts;

/** @returns `beside`: those that do not change the module */
export function countVerdicts(compared: EntryComparison): VerdictCounts {
  const counts: Record<Verdict | "beside", number> = { ...NO_VERDICTS };
  for (const { commits } of compared.lacking) {
    for (const commit of commits) {
      counts[judgeCommit(compared, commit).judged?.verdict ?? "beside"] += 1;
    }
  }
  return counts;
}
