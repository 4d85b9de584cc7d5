// Commits that a later branch may lack, for each folder that both have; verdicts from their histories alone, and from those
// on versions before. Pure.
import { addToGroup, toGroups } from "../../data/grouped.js";
import { isWork, toJudgement, type VerdictReason } from "../../data/history/port-verdict.js";
import type {
  BranchMember,
  CommitChange,
  PullRequestRow,
  RepositoryHistory,
  VerdictRow,
} from "../../data/history/repository-history.js";
import {
  dropName,
  findOrigin,
  isLinting,
  isOnlyMigration,
  isTelling,
  isUnmistakable,
  namesVersion,
  toWords,
} from "./subjects.js";

/** A change in a folder; branches by position. */
export interface Candidate {
  readonly change: number;
  readonly unit: number;
  /** The branch that does not have the change. */
  readonly target: number;
  /** The folder that has its contents there: the same, or where commits moved it to. */
  readonly place: number;
  /** The last branch before it that has the change and the folder, and its commit. */
  readonly source: number;
  readonly commit: number;
  /** True if another branch before the target has the change too, and hardly one in the folder is in both branches. */
  readonly isApart: boolean;
}

/** Commits in a folder that branches have in common if its history is handed on. */
const COMMON_COMMITS = 5;

/** Reason why a branch needs nothing, or what it has instead. */
interface KnownInstead {
  readonly reason: VerdictReason;
  /** The commit that has or undoes it. */
  readonly commit?: number | undefined;
}

/** In the order of targets, and of changes. */
export function listCandidates(history: RepositoryHistory): readonly Candidate[] {
  const { branches, changes, commits, units } = history;
  const findPlace = createPlaces(history);
  const isModules = units.map((unit) => unit.endsWith("/") && !/(?:^|\/)\./.test(unit));
  return branches.flatMap(({ members, folders }, target) => {
    const known = new Set(members.map(({ commit }) => commits[commit]));
    const atTarget = new Set(folders.filter((unit) => isModules[unit]));
    const found = new Map<number, Candidate>();
    const common: ReadonlyMap<number, number>[] = [];
    for (let source = target - 1; source >= 0; source--) {
      const atSource = new Set(branches[source]?.folders);
      const having = branches[source]?.members ?? [];
      common[source] = countCommon(history, having, known);
      for (const { commit } of having) {
        const change = commits[commit] ?? -1;
        if (known.has(change)) continue;
        for (const unit of changes[change]?.units ?? []) {
          const place = atSource.has(unit) ? findPlace(unit, atTarget) : undefined;
          if (place === undefined) continue;
          const key = change * units.length + unit;
          const later = found.get(key);
          if (later === undefined) {
            found.set(key, { change, unit, target, place, source, commit, isApart: false });
          } else if (later.source > source) {
            const isApart = (common[later.source]?.get(unit) ?? 0) < COMMON_COMMITS;
            found.set(key, { ...later, isApart });
          }
        }
      }
    }
    return [...found.values()].toSorted(
      (left, right) => left.change - right.change || left.unit - right.unit,
    );
  });
}

/** For each folder the number of changes in it that are among some. */
function countCommon(
  { changes, commits }: RepositoryHistory,
  members: readonly BranchMember[],
  known: ReadonlySet<number | undefined>,
): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { commit } of members) {
    const change = commits[commit] ?? -1;
    if (!known.has(change)) continue;
    for (const unit of changes[change]?.units ?? []) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  }
  return counts;
}

/** Nobody moves a module more often. */
const MOST_MOVES = 8;

/** A function from a folder to the one of some that is it, or has its files. */
function createPlaces({
  moves,
}: RepositoryHistory): (unit: number, folders: ReadonlySet<number>) => number | undefined {
  const moved = new Map(moves.map(({ from, to }) => [from, to]));
  return (unit, folders) => {
    let place: number | undefined = unit;
    for (let count = 0; place !== undefined && count <= MOST_MOVES; count++) {
      if (folders.has(place)) return place;
      place = moved.get(place);
    }
    return undefined;
  };
}

/** Verdicts from histories, in the order of the candidates. */
export function findInstead(
  history: RepositoryHistory,
  candidates: readonly Candidate[],
): readonly (KnownInstead | undefined)[] {
  const words = history.changes.map(({ subject }) => toWords(subject));
  const groups = toGroups(candidates, ({ target }) => target);
  const finders = new Map(
    [...groups].map(([target, group]) => [target, createFinder(history, words, { target, group })]),
  );
  return candidates.map((candidate) => finders.get(candidate.target)?.(candidate));
}

/** @param rows by change and unit, then by branch @returns none that is work where a branch before needed nothing */
export function carryVerdicts(rows: readonly VerdictRow[]): readonly VerdictRow[] {
  let before: VerdictRow | undefined;
  return rows.map((row) => {
    const isSame = before?.change === row.change && before.unit === row.unit;
    const isNeeded = !isSame || before === undefined || isWork(before.verdict);
    before = isNeeded || !isWork(row.verdict) ? row : { ...row, ...toJudgement("between") };
    return before;
  });
}

interface TargetGroup {
  readonly target: number;
  /** Changes that it may lack. */
  readonly group: readonly Candidate[];
}

function createFinder(
  history: RepositoryHistory,
  words: readonly string[],
  { target, group }: TargetGroup,
): (candidate: Candidate) => KnownInstead | undefined {
  const atTarget = indexTarget(history, words, target);
  const major = Number.parseInt(history.branches[target]?.platformVersion ?? "", 10);
  const reverts = pairReverts(history, group);
  const contents = new Set(
    history.contents
      .filter(({ branches }) => (branches & (1 << target)) !== 0)
      .map(({ commit, unit }) => commit * history.units.length + unit),
  );
  const getSubject = ({ change }: Candidate): string => history.changes[change]?.subject ?? "";
  /** The first that holds gives the verdict, and the commit that has it or undoes it. */
  const rules: readonly (readonly [
    VerdictReason,
    (candidate: Candidate) => number | boolean | undefined,
  ])[] = [
    ["same_commit", atTarget.findLike],
    ["revert", (candidate) => reverts.get(candidate)],
    ["same_content", ({ commit, unit }) => contents.has(commit * history.units.length + unit)],
    ["same_subject", atTarget.findSubject],
    ["linter", ({ change }) => isLinting(words[change] ?? "")],
    ["backport", (candidate) => (findOrigin(getSubject(candidate)) ?? Infinity) <= major],
    ["migration", (one) => isOnlyMigration(getSubject(one), history.units[one.unit] ?? "")],
  ];
  return (candidate) => {
    for (const [reason, find] of rules) {
      const found = find(candidate);
      if (found === undefined || found === false) continue;
      return { reason, commit: found === true ? undefined : found };
    }
    return undefined;
  };
}

interface TargetIndex {
  /** The commit that is nearly the same, in the folder. */
  findLike(candidate: Candidate): number | undefined;
  /** The commit that says the same of the folder. */
  findSubject(candidate: Candidate): number | undefined;
}

function indexTarget(
  history: RepositoryHistory,
  words: readonly string[],
  target: number,
): TargetIndex {
  const { branches, changes, commits, units } = history;
  const byLoose = new Map<number, number[]>();
  const bySubject = new Map<string, number[]>();
  for (const { commit } of branches[target]?.members ?? []) {
    const change = changes[commits[commit] ?? -1];
    if (change === undefined) continue;
    addToGroup(byLoose, change.looseNumber, commit);
    const said = words[commits[commit] ?? -1] ?? "";
    for (const unit of change.units) {
      addToGroup(bySubject, `${unit} ${dropName(said, units[unit] ?? "")}`, commit);
    }
  }
  const getChange = (commit: number): CommitChange | undefined => changes[commits[commit] ?? -1];
  /** A commit that both branches have says nothing of the one that one of them lacks. */
  const ofSource = new Map<number, ReadonlySet<number>>();
  const isShared = (source: number, commit: number): boolean => {
    const known =
      ofSource.get(source) ??
      new Set(branches[source]?.members.map((member) => commits[member.commit] ?? -1));
    ofSource.set(source, known);
    return known.has(commits[commit] ?? -1);
  };
  return {
    findLike: ({ change, unit }) =>
      byLoose
        .get(changes[change]?.looseNumber ?? -1)
        ?.find((commit) => getChange(commit)?.units.includes(unit)),
    findSubject({ change, unit, place, source }) {
      const { subject = "", author } = changes[change] ?? {};
      const said = dropName(words[change] ?? "", units[unit] ?? "");
      if (!isTelling(said)) return undefined;
      const isAnyones = namesVersion(subject) || isUnmistakable(said);
      return [unit, place]
        .flatMap((one) => bySubject.get(`${one} ${said}`) ?? [])
        .find(
          (commit) =>
            (isAnyones || getChange(commit)?.author === author) && !isShared(source, commit),
        );
    },
  };
}

/** Commits that undo each other, where the branch lacks both: one by one, or all of a pull request. */
function pairReverts(
  history: RepositoryHistory,
  candidates: readonly Candidate[],
): ReadonlyMap<Candidate, number> {
  const findRequest = createRequestFinder(history);
  const open = new Map<string, Candidate[]>();
  const ofRequests = new Map<string, Candidate[]>();
  const pairs = new Map<Candidate, number>();
  // Changes are numbered by their time.
  for (const candidate of candidates) {
    const { unit } = candidate;
    const subject = history.changes[candidate.change]?.subject ?? "";
    const [, undone] = /^(?:\[[^\]]*\]\s*)*Revert "(.*)"$/.exec(subject) ?? [];
    const before = undone === undefined ? undefined : open.get(`${unit} ${undone}`)?.pop();
    const request = undone === undefined ? undefined : `${unit} ${toRequestKey(undone)}`;
    const ofRequest = ofRequests.get(request ?? "")?.filter((one) => !pairs.has(one)) ?? [];
    const [first] = before === undefined ? ofRequest : [before];
    if (first === undefined) {
      addToGroup(open, `${unit} ${subject}`, candidate);
      for (const key of listRequestKeys(findRequest(candidate))) {
        addToGroup(ofRequests, `${unit} ${key}`, candidate);
      }
      continue;
    }
    for (const one of before === undefined ? ofRequest : [before]) pairs.set(one, candidate.commit);
    pairs.set(candidate, first.commit);
  }
  return pairs;
}

/** Name of a pull request in the subject that reverts it: the number of its merge, or its title. */
function toRequestKey(undone: string): string {
  const [, number] = /^Merge (?:PR|pull request) #(\d{1,9})\b/.exec(undone) ?? [];
  return number === undefined ? undone : `#${number}`;
}

function listRequestKeys(request: PullRequestRow | undefined): readonly string[] {
  if (request === undefined || request.isForeign) return [];
  return [`#${request.number}`, ...(request.title === null ? [] : [request.title])];
}

/** A function from candidates to what brought them into their branch. */
function createRequestFinder({
  branches,
}: RepositoryHistory): (candidate: Candidate) => PullRequestRow | undefined {
  const owners = new Map<number, ReadonlyMap<number, number>>();
  return ({ source, commit }) => {
    const branch = branches[source];
    const known =
      owners.get(source) ??
      new Map(branch?.members.map((member) => [member.commit, member.pullRequest]));
    owners.set(source, known);
    return branch?.pullRequests[known.get(commit) ?? -1];
  };
}
