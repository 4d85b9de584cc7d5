// The columns of a branch out of its commits: which pull request brought each, and which of them git does not give
// for a folder. Pure.
import {
  type BlacklistRow,
  ID_DIGITS,
  type PullRequestRow,
} from "../../../data/history/repository-history.js";
import { addToGroup } from "../../../data/grouped.js";
import { toEnds, toLists } from "../../../data/snapshot/table/columns.js";
import { NameNumbers } from "../../../data/snapshot/table/name-numbers.js";
import type { BranchCommits } from "./branch-commits.js";
import type { CommitOrder } from "./commit-order.js";
import { simplifyHistory, type Ancestry, type MergeChanges } from "./merges.js";
import { findForeign } from "./foreign-requests.js";
import { findLine } from "./line.js";
import { findOwningMerges, NONE, type PullRequestMerge } from "./pull-requests.js";
import { toTop } from "./units.js";
import type { FolderMove } from "./moves.js";

interface BranchFacts {
  /** By their numbers. */
  readonly commits: readonly (CollectedCommit | undefined)[];
  readonly changes: MergeChanges;
  /** Folders of the tip, as units. */
  readonly folders: readonly string[];
  readonly blacklists: readonly BlacklistRow[];
  readonly tipBlobs: BranchCommits["tipBlobs"];
}

type KeptCommit = CollectedCommit & { readonly words: CollectedWords };

/** @param members numbers of the branch's commits, children before parents, the tip first */
export function toBranchCommits(
  order: CommitOrder,
  members: readonly number[],
  { commits: collected, changes, folders, blacklists, tipBlobs }: BranchFacts,
): BranchCommits {
  const ids = members.map((number) => order.ids[number] ?? "");
  const commits = members.map((number) => collected[number]);
  const ancestry = toAncestry(order, members, changes);
  const owners = findOwningMerges(
    ancestry.parents,
    (commit) => commits[commit]?.pullRequest !== undefined,
  );
  const { line, since } = findLine(ancestry.parents);
  /** Positions in `members` of the commits that are kept, oldest first. */
  const kept = [...commits.keys()].filter((at) => commits[at]?.words !== undefined).toReversed();
  const rows = kept.map((at) => commits[at] as KeptCommit);
  const foreign = findForeignMerges({ commits, owners, line: new Set(line) });
  const requests = new RequestTable(commits, foreign);
  const people = new NameNumbers();
  const units = new NameNumbers();
  const unitRows = rows.map(({ blobs }) => [...blobs]);
  const unitLists = toLists(unitRows.map((row) => row.map(([unit]) => units.add(unit))));
  const blobRows = unitRows.flatMap((row) => row.map(([, blobs]) => blobs));
  return {
    isUnknown: false,
    tipSeconds: commits[0]?.committedSeconds ?? 0,
    line: line.map((at) => ids[at]?.slice(0, ID_DIGITS) ?? "").join(""),
    ids: kept.map((at) => ids[at] ?? ""),
    strictKeys: joinKeys(rows.map(({ words }) => words.strictKey)),
    looseKeys: joinKeys(rows.map(({ words }) => words.looseKey)),
    localSeconds: Float64Array.from(rows, ({ words }) => words.localSeconds),
    authors: Uint32Array.from(rows, ({ words }) => people.add(words.author)),
    subjects: rows.map(({ words }) => words.subject),
    owners: Uint32Array.from(kept, (at) => requests.get(owners[at] ?? NONE)),
    since: Uint32Array.from(kept, (at) => since[at] ?? 0),
    unitFirst: unitLists.first,
    unitList: unitLists.list,
    blobFirst: Uint32Array.from([0, ...toEnds(blobRows.map(({ length }) => length))]),
    blobList: Float64Array.from(blobRows.flat()),
    people: people.names,
    units: units.names,
    pullRequests: requests.list(),
    moves: rows.flatMap(({ moves }, position) => moves.map((move) => ({ position, ...move }))),
    folders,
    ...findHidden(ancestry, { kept, rows, folders }),
    otherBlobs: listOtherBlobs(commits),
    tipBlobs,
    blacklists,
  };
}

interface OwnedCommits {
  readonly commits: readonly (CollectedCommit | undefined)[];
  /** For each the merge that owns it. */
  readonly owners: Int32Array;
  readonly line: ReadonlySet<number>;
}

/** Merges whose numbers are of another repository. */
function findForeignMerges({ commits, owners, line }: OwnedCommits): ReadonlySet<number> {
  const born = new Map<number, number>();
  for (const [at, owner] of owners.entries()) {
    const seconds = commits[at]?.words?.localSeconds;
    if (owner === NONE || seconds === undefined) continue;
    born.set(owner, Math.min(born.get(owner) ?? seconds, seconds));
  }
  const merges = [...born.keys()];
  const isForeign = findForeign(
    merges.map((merge) => ({
      number: commits[merge]?.pullRequest?.number ?? 0,
      mergedSeconds: commits[merge]?.committedSeconds ?? 0,
      bornSeconds: born.get(merge) ?? 0,
      isOnLine: line.has(merge),
    })),
  );
  return new Set(merges.filter((_, at) => isForeign[at]));
}

/** Pull requests by the merges that own commits. */
class RequestTable {
  readonly #commits: readonly (CollectedCommit | undefined)[];
  readonly #foreign: ReadonlySet<number>;
  readonly #positions = new Map<string, number>();
  readonly #requests: PullRequestRow[] = [];

  constructor(commits: readonly (CollectedCommit | undefined)[], foreign: ReadonlySet<number>) {
    this.#commits = commits;
    this.#foreign = foreign;
  }

  /** The position of a merge's request and 1; 0 for none. */
  get(merge: number): number {
    const commit = this.#commits[merge];
    if (commit?.pullRequest === undefined) return 0;
    const { number, title } = commit.pullRequest;
    const mergedSeconds = commit.committedSeconds;
    const isForeign = this.#foreign.has(merge);
    const key = `${number} ${isForeign}`;
    const at = this.#positions.get(key) ?? this.#requests.length;
    const known = this.#requests[at];
    this.#positions.set(key, at);
    // Merged more than once: the last time counts.
    this.#requests[at] =
      known === undefined
        ? { number, title, mergedSeconds, isForeign }
        : {
            number,
            isForeign,
            title: title ?? known.title,
            mergedSeconds: Math.max(mergedSeconds, known.mergedSeconds),
          };
    return at + 1;
  }

  list(): readonly PullRequestRow[] {
    return this.#requests;
  }
}

function toAncestry(
  order: CommitOrder,
  members: readonly number[],
  changes: MergeChanges,
): Ancestry {
  const positions = new Int32Array(order.ids.length).fill(NONE);
  members.forEach((number, at) => (positions[number] = at));
  const ofMerges = members.flatMap((number, at) => {
    const names = changes.get(order.ids[number] ?? "");
    return names === undefined ? [] : [[at, names] as const];
  });
  return {
    parents: members.map((number) =>
      (order.parents[number] ?? []).map((parent) => positions[parent] ?? NONE),
    ),
    changes: new Map(ofMerges),
  };
}

/** Commits that git's simplification leaves out: those without a trace in their merges. */
function findHidden(
  ancestry: Ancestry,
  {
    kept,
    rows,
    folders,
  }: {
    readonly kept: readonly number[];
    readonly rows: readonly KeptCommit[];
    readonly folders: readonly string[];
  },
): Pick<BranchCommits, "hidden" | "hiddenFromAll"> {
  if (ancestry.changes.size === 0) return { hidden: new Map(), hiddenFromAll: [] };
  const ofUnits = new Map<string, number[]>();
  for (const [position, { blobs }] of rows.entries()) {
    for (const unit of blobs.keys()) addToGroup(ofUnits, unit, position);
  }
  const visits = new Map<string, Uint8Array>();
  const hidden = new Map<string, readonly number[]>();
  for (const folder of folders) {
    const touching = ofUnits.get(folder);
    if (touching === undefined) continue;
    // For deeper folders, merges name only the parent; skip only what is certain.
    const name = toTop(folder);
    const visited = visits.get(name) ?? simplifyHistory(ancestry, name);
    visits.set(name, visited);
    const positions = touching.filter((position) => visited[kept[position] ?? 0] === 0);
    if (positions.length > 0) hidden.set(folder, positions);
  }
  const ofAll = simplifyHistory(ancestry, undefined);
  const hiddenFromAll = [...rows.keys()].filter((position) => ofAll[kept[position] ?? 0] === 0);
  return { hidden, hiddenFromAll };
}

function listOtherBlobs(
  commits: readonly (CollectedCommit | undefined)[],
): ReadonlyMap<string, Float64Array> {
  const byUnit = new Map<string, Set<number>>();
  for (const commit of commits) {
    if (commit === undefined || commit.words !== undefined) continue;
    for (const [unit, ids] of commit.blobs) {
      const known = byUnit.get(unit) ?? new Set();
      byUnit.set(unit, known);
      for (const id of ids) known.add(id);
    }
  }
  return new Map([...byUnit].map(([unit, ids]) => [unit, Float64Array.from(ids)]));
}

function joinKeys(keys: readonly string[]): Uint8Array {
  return Uint8Array.from(Buffer.from(keys.join(""), "latin1"));
}

/** A commit as it is kept while the log is read. */
export interface CollectedCommit {
  readonly committedSeconds: number;
  readonly pullRequest: PullRequestMerge | undefined;
  /** `undefined` for what nobody carries over. */
  readonly words: CollectedWords | undefined;
  /** None of what nobody carries over. */
  readonly moves: readonly FolderMove[];
  /** Units that count, with the blobs that the commit leaves there; none of a merge. */
  readonly blobs: ReadonlyMap<string, readonly number[]>;
}

interface CollectedWords {
  readonly author: string;
  readonly localSeconds: number;
  readonly subject: string;
  readonly strictKey: string;
  readonly looseKey: string;
}
