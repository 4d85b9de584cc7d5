// A repository's history again from what `packHistory` wrote of it. Every number that leads somewhere is checked.
import { brotliDecompressSync } from "node:zlib";
import {
  type BranchHistory,
  type CommitChange,
  type ContentElsewhere,
  ID_DIGITS,
  type MoveRow,
  type RepositoryHistory,
  type VerdictRow,
} from "../../repository-history.js";
import { ALL_REASONS, MOST_PLACES, VERDICTS } from "../../port-verdict.js";
import { damagedSection } from "../errors.js";
import { readValuesOf } from "../packed-values.js";
import { unpackValue } from "../record/packing.js";
import { MOVE_KEYS, type PackedHistory } from "./packed-history.js";

/** A thousandth of that in a file could fill the memory. */
const LARGEST_HISTORY_BYTES = 128 * 1024 * 1024;

const SECTION = "histories.bytes";
const { readList, readText, readTexts, readNumber } = readValuesOf(SECTION);

/**
 * @throws SnapshotError `snapshot_damaged` where it is not what `packHistory` wrote; of what is wrong in a branch,
 * when its commits are asked for
 */
export function unpackHistory({
  bytes,
  length,
  commits,
}: Omit<PackedHistory, "ids">): RepositoryHistory {
  if (length > LARGEST_HISTORY_BYTES) {
    throw damagedSection("histories.length", `up to ${LARGEST_HISTORY_BYTES}`, `${length}`);
  }
  let value: unknown;
  try {
    const packed = brotliDecompressSync(bytes, { maxOutputLength: Math.max(length, 1) });
    if (packed.length !== length) throw new Error(`${packed.length} bytes of ${length}`);
    value = unpackValue(packed);
  } catch (error) {
    throw damagedSection(SECTION, "a compressed history", (error as Error).message);
  }
  const history = fromPacked(value);
  if (history.commits.length !== commits) {
    throw damagedSection("histories.first", `${history.commits.length} commits`, `${commits}`);
  }
  return history;
}

function fromPacked(value: unknown): RepositoryHistory {
  const fields = readList(value);
  const people = readTexts(fields[0]);
  const units = readTexts(fields[1]);
  const subjects = readTexts(fields[2]);
  const count = subjects.length;
  const authors = readNumbers(fields[3], { below: people.length, length: count });
  const seconds = addUp(readNumbers(fields[4], { length: count }));
  const loose = readNumbers(fields[5], { length: count });
  const unitCounts = readNumbers(fields[6], { below: units.length + 1, length: count });
  const unitList = readNumbers(fields[7], { below: units.length });
  // Most change one folder, as many others do.
  const single = units.map((_, unit) => [unit]);
  let end = 0;
  const changes = subjects.map((subject, number): CommitChange => {
    const start = end;
    end += unitCounts[number] ?? 0;
    const own = end - start === 1 ? single[unitList[start] ?? -1] : undefined;
    const looseNumber = number - (loose[number] ?? 0);
    requireBelow(looseNumber, count);
    const author = authors[number] ?? 0;
    const localSeconds = seconds[number] ?? 0;
    return { author, localSeconds, subject, looseNumber, units: own ?? unitList.slice(start, end) };
  });
  if (end !== unitList.length) throw damaged(`${end} units`, `${unitList.length}`);
  const commits = addUp(readNumbers(fields[8]), count);
  return {
    people,
    units,
    changes,
    commits,
    contents: toContents(fields.slice(9, 12), commits.length, units.length),
    moves: readList(fields[12]).map((row) => toMove(row, commits.length, units.length)),
    branches: readList(fields[13]).map((branch) =>
      fromPackedBranch(branch, commits.length, units.length),
    ),
    verdicts: toVerdicts(fields[14], {
      changes: count,
      units: units.length,
      branches: readList(fields[13]).length,
      commits: commits.length,
    }),
  };
}

interface Counts {
  readonly changes: number;
  readonly units: number;
  readonly branches: number;
  readonly commits: number;
}

function toVerdicts(value: unknown, counts: Counts): readonly VerdictRow[] {
  const fields = readList(value);
  const changes = addUp(readNumbers(fields[0]), counts.changes);
  const { length } = changes;
  const units = readNumbers(fields[1], { below: counts.units, length });
  const branches = readNumbers(fields[2], { below: counts.branches, length });
  const verdicts = readNumbers(fields[3], { below: VERDICTS.length, length });
  const reasons = readNumbers(fields[4], { below: ALL_REASONS.length, length });
  const commits = readNumbers(fields[5], { below: counts.commits + 1, length });
  const placeCounts = readNumbers(fields[6], { below: MOST_PLACES + 1, length });
  const paths = readTexts(fields[9]);
  const pathNumbers = readNumbers(fields[7], { below: paths.length });
  const lines = readNumbers(fields[8], { length: pathNumbers.length });
  const changedFiles = readNumbers(fields[10], { length });
  const changedLines = readNumbers(fields[11], { length });
  let end = 0;
  const rows = changes.map((change, at): VerdictRow => {
    const start = end;
    end += placeCounts[at] ?? 0;
    const files = changedFiles[at] ?? 0;
    return {
      change,
      unit: units[at] ?? 0,
      branch: branches[at] ?? 0,
      verdict: VERDICTS[verdicts[at] ?? 0] ?? "port",
      reason: ALL_REASONS[reasons[at] ?? 0] ?? "missing",
      commit: (commits[at] ?? 0) - 1,
      places: pathNumbers
        .slice(start, end)
        .map((path, one) => ({ path: paths[path] ?? "", line: lines[start + one] ?? 1 })),
      size: files === 0 ? undefined : { files, lines: changedLines[at] ?? 0 },
    };
  });
  if (end !== lines.length) throw damaged(`${end} places`, `${lines.length}`);
  return rows;
}

function toContents(
  [commitField, unitField, branchField]: readonly unknown[],
  commitCount: number,
  unitCount: number,
): readonly ContentElsewhere[] {
  const commits = addUp(readNumbers(commitField), commitCount);
  const { length } = commits;
  const units = readNumbers(unitField, { below: unitCount, length });
  const branches = readNumbers(branchField, { length });
  return commits.map((commit, at) => ({
    commit,
    unit: units[at] ?? 0,
    branches: branches[at] ?? 0,
  }));
}

function toMove(value: unknown, commitCount: number, unitCount: number): MoveRow {
  const numbers = readNumbers(value, { length: MOVE_KEYS.length });
  const [commit = -1, from = -1, to = -1, deletedFiles = 0, addedFiles = 0] = numbers;
  const [samePaths = 0, sameBlobs = 0] = numbers.slice(5);
  requireBelow(commit, commitCount);
  requireBelow(from, unitCount);
  requireBelow(to, unitCount);
  return { commit, from, to, deletedFiles, addedFiles, samePaths, sameBlobs };
}

type BranchCommits = Omit<
  BranchHistory,
  "branch" | "platformVersion" | "commit" | "tipSeconds" | "isUnknown"
>;

/** Its commits are unpacked when they are asked for: of a dozen branches mostly two are compared. */
function fromPackedBranch(value: unknown, commitCount: number, unitCount: number): BranchHistory {
  const fields = readList(value);
  let read: BranchCommits | undefined;
  const getCommits = (): BranchCommits =>
    (read ??= readBranchCommits(fields, commitCount, unitCount));
  return {
    branch: readText(fields[0]),
    platformVersion: readText(fields[1]),
    commit: readText(fields[2]),
    tipSeconds: readNumber(fields[3]),
    isUnknown: readNumber(fields[4]) === 1,
    get folders() {
      return getCommits().folders;
    },
    get line() {
      return getCommits().line;
    },
    get members() {
      return getCommits().members;
    },
    get pullRequests() {
      return getCommits().pullRequests;
    },
    get hidden() {
      return getCommits().hidden;
    },
    get hiddenFromAll() {
      return getCommits().hiddenFromAll;
    },
    get blacklists() {
      return getCommits().blacklists;
    },
  };
}

function readBranchCommits(
  fields: readonly unknown[],
  commitCount: number,
  unitCount: number,
): BranchCommits {
  const members = addUp(readNumbers(fields[6]), commitCount);
  const titles = readTexts(fields[10]);
  const { length } = titles;
  const numbers = addUp(readNumbers(fields[8], { length }));
  const merged = addUp(readNumbers(fields[9], { length }));
  const owners = addUp(readNumbers(fields[7], { length: members.length }));
  for (const owner of owners) requireBelow(owner + 1, length + 1);
  const foreign = new Set(addUp(readNumbers(fields[16]), length));
  const line = readLine(fields[14]);
  const since = addUp(readNumbers(fields[15], { length: members.length }), line.length / ID_DIGITS);
  return {
    folders: addUp(readNumbers(fields[5]), unitCount),
    line,
    members: members.map((commit, at) => ({
      commit,
      pullRequest: owners[at] ?? -1,
      since: since[at] ?? 0,
    })),
    pullRequests: titles.map((title, at) => ({
      number: numbers[at] ?? 0,
      mergedSeconds: merged[at] ?? 0,
      title: title === "" ? null : title,
      isForeign: foreign.has(at),
    })),
    hidden: readList(fields[11]).map((row) => {
      const [unit, commits] = readList(row);
      requireBelow(readNumber(unit), unitCount);
      return { unit: readNumber(unit), commits: addUp(readNumbers(commits), commitCount) };
    }),
    hiddenFromAll: addUp(readNumbers(fields[12]), commitCount),
    blacklists: readList(fields[13]).map((row) => {
      const [module, reason, isWhole, pairs] = readList(row);
      const texts = readTexts(pairs);
      return {
        module: readText(module),
        noMigration: readNumber(isWhole) === 1 ? readText(reason) : null,
        pullRequests: texts.flatMap((key, at) =>
          at % 2 === 0 ? [[key, texts[at + 1] ?? ""] as const] : [],
        ),
      };
    }),
  };
}

const IDS = new RegExp(`^(?:[0-9a-f]{${ID_DIGITS}})*$`);

function readLine(value: unknown): string {
  const line = readText(value);
  if (!IDS.test(line)) throw damaged(`ids of ${ID_DIGITS} digits`, `${line.length} digits`);
  return line;
}

function readNumbers(
  value: unknown,
  { below, length }: { readonly below?: number; readonly length?: number } = {},
): readonly number[] {
  const numbers = readList(value);
  if (length !== undefined && numbers.length !== length) {
    throw damaged(`${length} numbers`, `${numbers.length}`);
  }
  for (const number of numbers) {
    readNumber(number);
    if (below !== undefined) requireBelow(number as number, below);
  }
  return numbers as readonly number[];
}

function requireBelow(number: number, end: number): void {
  if (number < 0 || number >= end) throw damaged(`0 to ${end}`, `${number}`);
}

/** @param end each sum must be from 0 to below it, where it is given */
function addUp(differences: readonly number[], end?: number): readonly number[] {
  let sum = 0;
  return differences.map((difference) => {
    sum += difference;
    if (end !== undefined) requireBelow(sum, end);
    return sum;
  });
}

function damaged(expected: string, got: string): Error {
  return damagedSection(SECTION, expected, got);
}
