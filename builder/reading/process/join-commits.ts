// Task of a reader process: joins the commits of a repository's branches to one history.
import { deserialize } from "node:v8";
import { packHistory } from "../../../data/snapshot/history/packed-history.js";
import { collectFacts, type JoinedCommits } from "../../lineage/facts.js";
import type { BranchCommits } from "../../source/commits/branch-commits.js";
import { joinBranches, type JoinedHistory } from "../../source/commits/join-branches.js";
import type { JoinTask } from "./tasks.js";
import { addToGroup } from "../../../data/grouped.js";
import { toJudgement, type Judgement } from "../../../data/history/port-verdict.js";
import type { RepositoryHistory, VerdictRow } from "../../../data/history/repository-history.js";
import {
  carryVerdicts,
  findInstead,
  listCandidates,
  type Candidate,
} from "../../port/candidates.js";
import {
  createBlobReader,
  judgeContents,
  judgePaths,
  listWanted,
  type ComparedModule,
  type FileChange,
  type ModuleFiles,
} from "../../port/judge-files.js";
import { visitObjects, type Repository } from "../../source/git/git.js";
import { visitChanges } from "../../source/git/read-changes.js";
import { readFolders } from "../../source/git/trees.js";

export async function joinCommits({
  repository,
  branches: serialised,
}: JoinTask): Promise<JoinedCommits> {
  const branches = serialised.map((branch) => ({
    ...branch,
    commits: deserialize(branch.commits) as BranchCommits,
  }));
  const joined = joinBranches(branches);
  const { verdicts, absent } = await judgeCommits(repository, joined);
  return {
    history: packHistory({ ...joined.history, verdicts }, joined.ids),
    lineage: collectFacts(branches),
    absent: absent === undefined ? [] : [absent],
  };
}

interface JudgedCommits {
  /** By change, unit and branch; what has none is to be ported. */
  readonly verdicts: readonly VerdictRow[];
  /** One of the blobs that were wanted and that the repository does not hold. */
  readonly absent: string | undefined;
}

/** @throws SourceError when git cannot read the repository */
async function judgeCommits(
  repository: Repository,
  { history, ids }: JoinedHistory,
): Promise<JudgedCommits> {
  const candidates = listCandidates(history);
  if (candidates.length === 0) return { verdicts: [], absent: undefined };
  const modules = await readModules(repository, history, candidates);
  const changes = await readChanges(repository, { history, ids }, candidates);
  const verdicts: VerdictRow[] = [];
  const open: OpenCandidate[] = [];
  const instead = findInstead(history, candidates);
  const findGone = createGoneFinder(history);
  for (const [at, candidate] of candidates.entries()) {
    const compared = {
      target: modules.get(toModuleKey(candidate.target, candidate.place)) ?? NO_FILES,
      source: modules.get(toModuleKey(candidate.source, candidate.unit)) ?? NO_FILES,
      gone: findGone(candidate),
      isApart: candidate.isApart,
    };
    const changed = changes.get(toModuleKey(candidate.commit, candidate.unit)) ?? [];
    const known = instead[at];
    const judged = known?.reason === "revert" ? undefined : judgePaths(changed);
    if (judged !== undefined) verdicts.push(toVerdictRow(candidate, judged));
    else if (known === undefined) open.push({ candidate, changed, compared });
    else {
      const { reason, commit = -1 } = known;
      verdicts.push({ ...toVerdictRow(candidate, toJudgement(reason)), commit });
    }
  }
  const absent = await judgeOpen(repository, open, verdicts);
  return { verdicts: carryVerdicts(verdicts.toSorted(compareRows)), absent };
}

const NO_FILES: ModuleFiles = new Map();

/** A function to the names of folders that the source of a candidate has and its target lacks. */
function createGoneFinder({
  branches,
  units,
}: RepositoryHistory): (candidate: Candidate) => ReadonlySet<string> {
  const names = branches.map(
    ({ folders }) => new Set(folders.map((unit) => units[unit]?.split("/").at(-2) ?? "")),
  );
  const known = new Map<string, ReadonlySet<string>>();
  return ({ source, target }) => {
    const key = toModuleKey(source, target);
    const gone =
      known.get(key) ??
      new Set([...(names[source] ?? [])].filter((name) => names[target]?.has(name) === false));
    known.set(key, gone);
    return gone;
  };
}

interface OpenCandidate {
  readonly candidate: Candidate;
  readonly changed: readonly FileChange[];
  readonly compared: ComparedModule;
}

/** Takes verdicts of contents to the others. @returns a blob that is absent */
async function judgeOpen(
  repository: Repository,
  open: readonly OpenCandidate[],
  verdicts: VerdictRow[],
): Promise<string | undefined> {
  const absent = new Set<string>();
  for (const batch of toBatches(open)) {
    const texts = await readTexts(repository, batch.objectIds, absent);
    const reader = createBlobReader((id) => texts.get(id));
    for (const { candidate, changed, compared } of batch.open) {
      verdicts.push(toVerdictRow(candidate, judgeContents(changed, compared, reader)));
    }
  }
  return [...absent].toSorted()[0];
}

function toVerdictRow({ change, unit, target }: Candidate, judged: Judgement): VerdictRow {
  return { change, unit, branch: target, commit: -1, ...judged };
}

function compareRows(left: VerdictRow, right: VerdictRow): number {
  return left.change - right.change || left.unit - right.unit || left.branch - right.branch;
}

/** Key of a branch or commit, and a folder. */
function toModuleKey(number: number, unit: number): string {
  return `${number} ${unit}`;
}

/** The files of modules at the tips of branches, by branch and unit. */
async function readModules(
  repository: Repository,
  { branches, units }: RepositoryHistory,
  candidates: readonly Candidate[],
): Promise<ReadonlyMap<string, ModuleFiles>> {
  const wanted = new Map<string, string>();
  for (const { target, place, source, unit } of candidates) {
    for (const [branch, folder] of [
      [target, place],
      [source, unit],
    ] as const) {
      const commit = branches[branch]?.commit ?? "";
      const path = (units[folder] ?? "").slice(0, -1);
      wanted.set(toModuleKey(branch, folder), `${commit}:${path}`);
    }
  }
  const files = await readFolders(repository, [...wanted.values()]);
  return new Map([...wanted.keys()].map((key, at) => [key, files[at] ?? NO_FILES] as const));
}

/** Changes of commits in folders, by commit and unit. */
async function readChanges(
  repository: Repository,
  { history: { units }, ids }: JoinedHistory,
  candidates: readonly Candidate[],
): Promise<ReadonlyMap<string, readonly FileChange[]>> {
  const numbers = new Map(candidates.map(({ commit }) => [ids[commit] ?? "", commit]));
  const findUnit = createUnitFinder(units, new Set(candidates.map(({ unit }) => unit)));
  const changes = new Map<string, FileChange[]>();
  await visitChanges(repository, [...numbers.keys()], (id, { path, ...blobs }) => {
    const unit = findUnit(path);
    if (unit === undefined) return;
    const key = toModuleKey(numbers.get(id) ?? -1, unit);
    addToGroup(changes, key, { path: path.slice(units[unit]?.length), ...blobs });
  });
  return changes;
}

/** @returns the folder of those that are wanted in which a path lies */
function createUnitFinder(
  units: readonly string[],
  wanted: ReadonlySet<number>,
): (path: string) => number | undefined {
  const numbers = new Map([...wanted].map((unit) => [units[unit] ?? "", unit]));
  return (path) => {
    for (let end = path.indexOf("/"); end >= 0; end = path.indexOf("/", end + 1)) {
      const unit = numbers.get(path.slice(0, end + 1));
      if (unit !== undefined) return unit;
    }
    return undefined;
  };
}

interface Batch {
  readonly open: OpenCandidate[];
  readonly objectIds: Set<string>;
}

/** Blobs requested from git at once. */
const BATCH_BLOBS = 3000;

/** Groups by module, since the files are the same. */
function toBatches(open: readonly OpenCandidate[]): readonly Batch[] {
  const batches: Batch[] = [];
  const sorted = open.toSorted(
    (left, right) =>
      left.candidate.unit - right.candidate.unit || left.candidate.change - right.candidate.change,
  );
  for (const one of sorted) {
    const last = batches.at(-1);
    const batch =
      last === undefined || last.objectIds.size >= BATCH_BLOBS
        ? { open: [], objectIds: new Set<string>() }
        : last;
    if (batch !== last) batches.push(batch);
    batch.open.push(one);
    for (const [, id] of listWanted(one.changed, one.compared)) batch.objectIds.add(id);
  }
  return batches;
}

/** A larger file was written by a program; nobody ports changes of it line by line. */
const MOST_BLOB_BYTES = 512 * 1024;
/** Limit of one batch; the rest is not read. */
const MOST_BATCH_BYTES = 96 * 1024 * 1024;

async function readTexts(
  repository: Repository,
  objectIds: ReadonlySet<string>,
  absent: Set<string>,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  const left = new Set(objectIds);
  let bytesLeft = MOST_BATCH_BYTES;
  await visitObjects(repository, [...objectIds], ({ objectId, bytes }) => {
    left.delete(objectId);
    bytesLeft -= bytes.length;
    if (bytes.length <= MOST_BLOB_BYTES && bytesLeft >= 0) {
      texts.set(objectId, bytes.toString("utf8"));
    }
  });
  for (const id of left) absent.add(id);
  return texts;
}
