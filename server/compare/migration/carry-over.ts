// Number of commits to carry over for a module: /unported lists them.
import type { ChangeSize } from "../../../data/history/port-verdict.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { CarryOver } from "../../contract/shape/migration/report.js";
import { getFolder, getPlatformVersion, getRepository } from "../../lookup/entries.js";
import { type EntryComparison, compareEntry, selectWork } from "../unported/compare-entry.js";
import {
  describeCommit,
  describeRequest,
  isToPort,
  judgeCommit,
} from "../unported/describe-commits.js";
import { isSameRepository, type MigrationStatus, type MigrationQuestion } from "./status.js";

/**
 * From where it is to where it is to be, or to where a port starts: that carries the rest over.
 * @returns `null` where the two are in no repository in common, and where the branch to leave has no history
 */
export function carryOver(
  snapshot: Snapshot,
  { source, targets, start }: MigrationStatus,
  question: MigrationQuestion,
): CarryOver | null {
  const before = source?.edition === undefined ? source?.entry : undefined;
  const entry = before ?? start;
  if (entry === undefined) return null;
  const [target] = targets;
  const after = target?.edition === undefined ? (target?.entry ?? start) : undefined;
  if (after === undefined || !isSameRepository(snapshot, entry, after)) return null;
  // A port that starts here carries over all that there is.
  const to = after === entry ? question.to : getPlatformVersion(snapshot, after);
  const { name } = snapshot.entries;
  const compared = compareEntry(snapshot, entry, {
    platformVersion: to,
    folder: name.get(entry) === name.get(after) ? undefined : getFolder(snapshot, after),
  });
  if (compared === undefined) return null;
  const { git } = getRepository(snapshot, entry);
  const repository = snapshot.entries.repository.get(entry);
  return summarise(snapshot, compared, {
    repository,
    git,
    from: getPlatformVersion(snapshot, entry),
    to,
  });
}

interface CarriedVersions {
  readonly repository: number;
  /** Clone address. */
  readonly git: string;
  readonly from: string;
  readonly to: string;
}

const FIRST_COMMITS = 3;

function summarise(
  snapshot: Snapshot,
  compared: EntryComparison,
  { repository, git, from, to }: CarriedVersions,
): CarryOver {
  // A migration carries a whole history, without verdicts.
  const work = compared.isThere ? selectWork(compared) : compared.lacking;
  const requests = work.map((group) => {
    const verdicts = group.commits.map((commit) => judgeCommit(compared, commit));
    return {
      missing: verdicts.filter(isToPort).length,
      request: {
        ...describeRequest(git, compared.from.branch.pullRequests[group.pullRequest]),
        commits: verdicts.length,
        same_content: verdicts.filter(({ isSameContent }) => isSameContent).length,
        ...addSizes(verdicts.filter(isToPort).map(({ judged }) => judged?.size)),
        first_commits: group.commits
          .slice(0, FIRST_COMMITS)
          .map((commit) => describeCommit(snapshot, repository, commit)),
      },
    };
  });
  const process = compared.isThere && work.length === 0 ? null : compared.process;
  const missing = sum(requests.map((request) => request.missing));
  return {
    from,
    to,
    process,
    no_migration: compared.noMigration,
    commits: sum(compared.lacking.map(({ commits }) => commits.length)),
    missing,
    // A migration takes the history along: nobody picks commits.
    to_port: process === "port_commits" ? missing : 0,
    pull_requests: requests.map(({ request }) => request),
    satellites: compared.satellites.length,
    blacklisted: compared.blacklisted.length,
  };
}

function addSizes(
  sizes: readonly (ChangeSize | undefined)[],
): Pick<CarryOver["pull_requests"][number], "files" | "lines"> {
  const known = sizes.flatMap((size) => size ?? []);
  if (known.length === 0 || known.length < sizes.length) return { files: null, lines: null };
  return {
    files: sum(known.map(({ files }) => files)),
    lines: sum(known.map(({ lines }) => lines)),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
