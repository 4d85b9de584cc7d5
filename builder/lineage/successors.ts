// Successors of names that end. A commit that changed both names at once, or was split between
// them, proves nothing; nor do files that many modules have. Pure.
import type { FoundStep, MoveEvidence } from "../../data/history/lineage.js";
import { toLabel } from "../source/source.js";
import { countMoved, listShared, type Evidence, type FoundMove, type Numbers } from "./evidence.js";
import { toModuleAt } from "./moved.js";
import { MOST_COMMIT_NAMES, type Owners } from "./owners.js";
import type { ModuleAtVersion, Presence } from "./presence.js";

/** A name that is installable at a version and at none later. */
export interface EndedName {
  readonly name: string;
  readonly last: ModuleAtVersion;
  readonly commits: Numbers;
  /** Blobs at its version. */
  readonly blobs: Numbers;
}

export function listEnded(
  { modules, versions }: Presence,
  evidence: Evidence,
): readonly EndedName[] {
  return [...modules.values()].flatMap((at) => {
    const last = at.at(-1);
    if (last === undefined || last.version === versions.length - 1) return [];
    return [toEndedName(last, evidence)];
  });
}

/** A name as it is at the version after which it ends. */
export function toEndedName(last: ModuleAtVersion, evidence: Evidence): EndedName {
  const name = last.locations[0]?.technical_name ?? "";
  return { name, last, commits: evidence.listCommits(last), blobs: evidence.listTipBlobs(last) };
}

interface SuccessorOptions {
  readonly presence: Presence;
  readonly evidence: Evidence;
  readonly owners: Owners;
}

/** Largest number of successors for one name, and how near the best the others must be. */
const MOST_SUCCESSORS = 3;
const NEAR_BEST = 0.6;
/** Weight of a commit that moves the module, beside the shares of commits and files. */
const MOVE_SCORE = 1.5;
/** Every module has a manifest and an `__init__.py`. */
const LEAST_PATHS = 3;

/** The successors of a name, the best first. */
export function linkSuccessors(ended: EndedName, options: SuccessorOptions): readonly FoundStep[] {
  const files = ended.blobs.filter(options.owners.isRare);
  const found = [...listCandidates(ended, files, options)]
    .flatMap((name) => compare(ended, name, files, options))
    .toSorted((left, right) => right.score - left.score || (left.name < right.name ? -1 : 1))
    .slice(0, MOST_SUCCESSORS);
  const best = found[0]?.score ?? 0;
  const near = found.filter(({ score }, rank) => rank === 0 || score >= NEAR_BEST * best);
  const isSplit = near.length > 1 && near.every(({ step }) => step.kind === "renamed");
  return near.map(({ step }) => (isSplit ? { ...step, kind: "split" } : step));
}

function listCandidates(
  { name, commits }: EndedName,
  files: Numbers,
  { evidence, owners }: SuccessorOptions,
): ReadonlySet<string> {
  const names = new Set(evidence.listMoves(name).keys());
  for (const commit of commits) {
    const having = owners.listOfCommit(commit);
    if (having.length > MOST_COMMIT_NAMES) continue;
    for (const other of having) {
      if (other !== name && !owners.areTogether(commit, name, other)) names.add(other);
    }
  }
  for (const file of files) {
    for (const other of owners.listOfBlob(file)) if (other !== name) names.add(other);
  }
  names.delete(name);
  return names;
}

interface Successor {
  readonly name: string;
  readonly score: number;
  readonly step: FoundStep;
}

/** Nothing where what they share is not enough. */
function compare(
  { name, last, commits }: EndedName,
  other: string,
  files: Numbers,
  { presence, evidence, owners }: SuccessorOptions,
): readonly Successor[] {
  const versions = presence.modules.get(other) ?? [];
  const move = findBestMove(evidence.listMoves(name).get(other) ?? [], presence);
  const isMoved = move !== undefined && isConvincing(move, name, other);
  const next = findNext(versions, last, isMoved ? move : undefined);
  if (next === undefined) return [];
  const [from] = last.locations;
  const [to] = next.locations;
  if (from === undefined || to === undefined) return [];
  const shared = listShared(commits, evidence.listCommits(next)).filter(
    (commit) => !owners.areTogether(commit, name, other),
  );
  const weighed: Weighed = {
    isNew: next.version === versions[0]?.version,
    isNear: intersects(last, next),
    sharedCommits: shared.length,
    commitShare: commits.length === 0 ? 0 : shared.length / commits.length,
    sharedFiles: listShared(files, evidence.listBlobs(next)).length,
    fileShare: 0,
    move,
    isMoved,
  };
  const fileShare = files.length === 0 ? 0 : weighed.sharedFiles / files.length;
  const all = { ...weighed, fileShare };
  if (!isSuccessor(all)) return [];
  const { sharedCommits, sharedFiles } = all;
  const counts = { commits: commits.length, sharedCommits, files: files.length, sharedFiles };
  return [
    {
      name: other,
      score: all.commitShare + fileShare + (all.isMoved ? MOVE_SCORE : 0),
      step: {
        kind: isRename(all) ? "renamed" : "merged",
        from: toModuleAt(from),
        to: toModuleAt(to),
        evidence: { ...counts, move: move === undefined ? null : toMoveEvidence(move) },
      },
    },
  ];
}

/** The first version at which the other name is, and, where a commit moved the module, is in its repository. */
function findNext(
  versions: readonly ModuleAtVersion[],
  last: ModuleAtVersion,
  move: FoundMove | undefined,
): ModuleAtVersion | undefined {
  const later = versions.filter(({ version }) => version > last.version);
  if (move === undefined) return later[0];
  const key = toLabel(move);
  const [own] = later.flatMap(({ version, locations }) => {
    const there = locations.filter((location) => toLabel(location) === key);
    return there.length === 0 ? [] : [{ version, locations: there }];
  });
  return own ?? later[0];
}

/** Evidence for a successor. */
interface Weighed {
  /** True if no version has its name until the other ends. */
  readonly isNew: boolean;
  /** True if it is in a repository that had the other. */
  readonly isNear: boolean;
  readonly sharedCommits: number;
  readonly commitShare: number;
  readonly sharedFiles: number;
  readonly fileShare: number;
  readonly move: FoundMove | undefined;
  /** True if the move alone is sufficient. */
  readonly isMoved: boolean;
}

function isSuccessor(weighed: Weighed): boolean {
  const { isNew, isNear, isMoved, move, sharedCommits, commitShare } = weighed;
  const { sharedFiles, fileShare } = weighed;
  if (isMoved) return true;
  // Repositories that were split gave modules that have nothing else in common the same commits.
  const isTheirs = sharedFiles >= 1 || commitShare >= 0.8;
  if (!isNew) {
    return (move?.sameBlobs ?? 0) >= 3 || (sharedCommits >= 3 && commitShare >= 0.5 && isTheirs);
  }
  return (
    (sharedCommits >= 2 && commitShare >= (isNear ? 0.3 : 0.5) && isTheirs) ||
    (sharedCommits >= 1 && commitShare >= 0.5 && sharedFiles >= 1) ||
    (sharedFiles >= 4 && fileShare >= 0.3)
  );
}

/** A name that was there before is still a new one of the module when its manifest came with it. */
function isRename({ isNew, commitShare, move }: Weighed): boolean {
  if (isNew || commitShare >= 0.8) return true;
  return move !== undefined && move.bringsManifest && 2 * move.samePaths >= move.deletedFiles;
}

/** True if the commit moves most of the module, or says so. */
function isConvincing(move: FoundMove, name: string, other: string): boolean {
  const subject = move.subject.toLowerCase();
  const words = [name, "renam", "[mov", "[ren"];
  if (subject.includes(other) && words.some((word) => subject.includes(word))) return true;
  if (move.bringsManifest && (isMigration(subject, name) || isMigration(subject, other)))
    return true;
  const { samePaths, sameBlobs, deletedFiles, addedFiles } = move;
  if (sameBlobs === 0 && samePaths < LEAST_PATHS) return false;
  return (
    samePaths >= 0.5 * Math.max(1, deletedFiles, addedFiles) ||
    sameBlobs >= 0.5 * Math.max(1, deletedFiles)
  );
}

/** True if the subject announces a port of the module to another version. */
function isMigration(subject: string, name: string): boolean {
  return /\bmig|\bport/.test(subject) && subject.split(/[^\w]+/).includes(name);
}

/** The one that took most along, in the newest branch that has it. */
function findBestMove(moves: readonly FoundMove[], { versions }: Presence): FoundMove | undefined {
  const [best] = moves.toSorted(
    (left, right) =>
      countMoved(right) - countMoved(left) ||
      versions.indexOf(right.platformVersion) - versions.indexOf(left.platformVersion),
  );
  return best;
}

function intersects(left: ModuleAtVersion, right: ModuleAtVersion): boolean {
  const keys = new Set(left.locations.map(toLabel));
  return right.locations.some((location) => keys.has(toLabel(location)));
}

function toMoveEvidence(move: FoundMove): MoveEvidence {
  const { organization, repository, branchName, commit, subject } = move;
  const { deletedFiles, addedFiles, samePaths, sameBlobs } = move;
  const counts = { deletedFiles, addedFiles, samePaths, sameBlobs };
  return { organization, repository, branch: branchName, commit, subject, ...counts };
}
