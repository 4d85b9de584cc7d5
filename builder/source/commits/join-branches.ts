// Commits of all branches of a repository, each once: equal ones share a number. The order of
// branches does not matter. Pure.
import { compareText, comparePlatformVersions } from "../../../data/platform/platform-version.js";
import {
  BRANCH_BITS,
  type BranchHistory,
  type CommitChange,
  type ContentElsewhere,
  type MoveRow,
  type RepositoryHistory,
} from "../../../data/history/repository-history.js";
import { numberSorted } from "../../../data/snapshot/table/name-numbers.js";
import type { BranchCommits } from "./branch-commits.js";
import { KEY_BYTES } from "./commit-keys.js";
import { isWholeMove } from "./moves.js";

export interface HistoryBranch {
  readonly branch: string;
  readonly platformVersion: string;
  /** Tip of the branch. */
  readonly commit: string;
  readonly commits: BranchCommits;
}

/** The branch with commits as `v8.serialize` wrote them. */
export interface SerialisedBranch extends Omit<HistoryBranch, "commits"> {
  readonly commits: Uint8Array;
}

export interface JoinedHistory {
  readonly history: RepositoryHistory;
  /** Hexadecimal ids by number. */
  readonly ids: readonly string[];
}

export function joinBranches(unsorted: readonly HistoryBranch[]): JoinedHistory {
  const branches = unsorted
    .toSorted((left, right) => comparePlatformVersions(left.platformVersion, right.platformVersion))
    .map((branch): KeyedBranch => ({ ...branch, keys: readKeys(branch.commits.strictKeys) }));
  const people = numberSorted(branches.flatMap(({ commits }) => commits.people));
  const units = numberSorted(
    branches.flatMap(({ commits }) => [...commits.units, ...commits.folders]),
  );
  const changes = joinChanges(branches, people, units);
  const found = new Map<string, FoundCommit>();
  for (const [at, { commits, keys }] of branches.entries()) {
    commits.ids.forEach((id, position) => {
      if (found.has(id)) return;
      const change = getNumber(changes.numbers, keys[position] ?? "");
      found.set(id, { id, change, branch: at, position });
    });
  }
  const sorted = [...found.values()].toSorted(
    (left, right) => left.change - right.change || compareText(left.id, right.id),
  );
  const numbers = new Map(sorted.map(({ id }, number) => [id, number]));
  return {
    history: {
      people: [...people.keys()],
      units: [...units.keys()],
      changes: changes.rows,
      commits: sorted.map(({ change }) => change),
      contents: findContents(branches, sorted, units),
      moves: joinMoves(branches, sorted, units),
      verdicts: [],
      branches: branches.map((branch) => toBranchHistory(branch, numbers, units)),
    },
    ids: sorted.map(({ id }) => id),
  };
}

interface KeyedBranch extends HistoryBranch {
  /** Strict keys of its commits, as texts. */
  readonly keys: readonly string[];
}

/** A commit with the first branch that has it, and its place there. */
interface FoundCommit {
  readonly id: string;
  readonly change: number;
  readonly branch: number;
  readonly position: number;
}

type Numbers = ReadonlyMap<string, number>;

interface Changes {
  readonly rows: readonly CommitChange[];
  /** By the strict key. */
  readonly numbers: Numbers;
}

function joinChanges(branches: readonly KeyedBranch[], people: Numbers, units: Numbers): Changes {
  const found = new Map<string, CommitChange & { readonly key: string; readonly loose: string }>();
  for (const { commits, keys } of branches) {
    const unitNumbers = commits.units.map((unit) => getNumber(units, unit));
    const looseKeys = readKeys(commits.looseKeys);
    for (const [at, key] of keys.entries()) {
      if (found.has(key)) continue;
      const [from, to] = [commits.unitFirst[at], commits.unitFirst[at + 1]];
      found.set(key, {
        key,
        loose: looseKeys[at] ?? "",
        author: getNumber(people, commits.people[commits.authors[at] ?? -1] ?? ""),
        localSeconds: commits.localSeconds[at] ?? 0,
        subject: commits.subjects[at] ?? "",
        looseNumber: 0,
        units: Array.from(
          commits.unitList.subarray(from, to),
          (unit) => unitNumbers[unit] ?? 0,
        ).toSorted(compareNumbers),
      });
    }
  }
  const sorted = [...found.values()].toSorted(
    (left, right) => left.localSeconds - right.localSeconds || compareText(left.key, right.key),
  );
  // The first change with a loose key gives it its number.
  const loose = new Map<string, number>();
  for (const [number, change] of sorted.entries()) {
    if (!loose.has(change.loose)) loose.set(change.loose, number);
  }
  return {
    rows: sorted.map(({ key: _key, loose: looseKey, ...change }) => ({
      ...change,
      looseNumber: getNumber(loose, looseKey),
    })),
    numbers: new Map(sorted.map(({ key }, number) => [key, number])),
  };
}

/** A bit for each branch: those where a blob was added under a unit, and those that have a change. */
function findContents(
  branches: readonly KeyedBranch[],
  commits: readonly FoundCommit[],
  units: Numbers,
): readonly ContentElsewhere[] {
  const compared = branches.slice(0, BRANCH_BITS);
  const places = findBlobPlaces(compared);
  const having = findChangePlaces(compared);
  const contents: ContentElsewhere[] = [];
  for (const [commit, { branch, position }] of commits.entries()) {
    const { commits: from, keys } = branches[branch] ?? {};
    if (from === undefined) continue;
    const own = having.get(keys?.[position] ?? "") ?? 0;
    const first = from.unitFirst[position] ?? 0;
    const end = from.unitFirst[position + 1] ?? 0;
    for (let row = first; row < end; row++) {
      const unit = from.units[from.unitList[row] ?? -1] ?? "";
      const blobs = from.blobList.subarray(from.blobFirst[row], from.blobFirst[row + 1]);
      const known = places.get(unit);
      if (blobs.length === 0 || known === undefined) continue;
      const everywhere = blobs.reduce((bits, blob) => bits & (known.get(blob) ?? 0), -1);
      const elsewhere = everywhere & ~own;
      if (elsewhere !== 0) {
        contents.push({ commit, unit: getNumber(units, unit), branches: elsewhere });
      }
    }
  }
  return contents.toSorted((left, right) => left.commit - right.commit || left.unit - right.unit);
}

function joinMoves(
  branches: readonly HistoryBranch[],
  commits: readonly FoundCommit[],
  units: Numbers,
): readonly MoveRow[] {
  const places = new Map(
    commits.map(({ branch, position }, commit) => [`${branch} ${position}`, commit]),
  );
  const rows = branches.flatMap(({ commits: { moves } }, branch) =>
    moves.filter(isWholeMove).flatMap((move): readonly MoveRow[] => {
      const { position, from, to, bringsManifest: _bringsManifest, ...counts } = move;
      // Told once, by the first branch that has the commit.
      const commit = places.get(`${branch} ${position}`);
      if (commit === undefined) return [];
      return [{ commit, from: getNumber(units, from), to: getNumber(units, to), ...counts }];
    }),
  );
  return rows.toSorted(
    (left, right) => left.commit - right.commit || left.from - right.from || left.to - right.to,
  );
}

/** By unit and blob. */
function findBlobPlaces(
  branches: readonly HistoryBranch[],
): ReadonlyMap<string, ReadonlyMap<number, number>> {
  const places = new Map<string, Map<number, number>>();
  const add = (unit: string, blobs: Float64Array, bit: number): void => {
    const known = places.get(unit) ?? new Map<number, number>();
    if (known.size === 0) places.set(unit, known);
    for (const blob of blobs) known.set(blob, (known.get(blob) ?? 0) | bit);
  };
  for (const [at, { commits }] of branches.entries()) {
    const bit = 1 << at;
    commits.unitList.forEach((unit, row) => {
      const blobs = commits.blobList.subarray(commits.blobFirst[row], commits.blobFirst[row + 1]);
      add(commits.units[unit] ?? "", blobs, bit);
    });
    for (const [unit, blobs] of commits.otherBlobs) add(unit, blobs, bit);
  }
  return places;
}

/** By the strict key. */
function findChangePlaces(branches: readonly KeyedBranch[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [at, { keys }] of branches.entries()) {
    for (const key of keys) places.set(key, (places.get(key) ?? 0) | (1 << at));
  }
  return places;
}

function toBranchHistory(
  { branch, platformVersion, commit, commits }: HistoryBranch,
  numbers: Numbers,
  units: Numbers,
): BranchHistory {
  const toCommit = (position: number): number => getNumber(numbers, commits.ids[position] ?? "");
  return {
    branch,
    platformVersion,
    commit,
    tipSeconds: commits.tipSeconds,
    isUnknown: commits.isUnknown,
    folders: commits.folders.map((folder) => getNumber(units, folder)).toSorted(compareNumbers),
    line: commits.line,
    members: commits.ids.map((id, position) => ({
      commit: getNumber(numbers, id),
      pullRequest: (commits.owners[position] ?? 0) - 1,
      since: commits.since[position] ?? 0,
    })),
    pullRequests: commits.pullRequests,
    hidden: [...commits.hidden]
      .map(([unit, positions]) => ({
        unit: getNumber(units, unit),
        commits: positions.map(toCommit).toSorted(compareNumbers),
      }))
      .toSorted((left, right) => left.unit - right.unit),
    hiddenFromAll: commits.hiddenFromAll.map(toCommit).toSorted(compareNumbers),
    blacklists: commits.blacklists,
  };
}

export function compareNumbers(left: number, right: number): number {
  return left - right;
}

/** Keys as texts, a character for each byte. */
function readKeys(keys: Uint8Array): readonly string[] {
  const text = Buffer.from(keys.buffer, keys.byteOffset, keys.length).toString("latin1");
  return Array.from({ length: keys.length / KEY_BYTES }, (_, at) =>
    text.slice(at * KEY_BYTES, (at + 1) * KEY_BYTES),
  );
}

function getNumber(numbers: Numbers, text: string): number {
  const number = numbers.get(text);
  // Every table is made of the same branches.
  if (number === undefined) throw new Error(`${JSON.stringify(text)} has no number`);
  return number;
}
