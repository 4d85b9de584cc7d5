// Changes of module folders, with people and times, from the log of all wanted branches. Pure.
import { MOST_TREES } from "../../../data/module/facts.js";
import { compareText } from "../../../data/platform/platform-version.js";
import { type ChangeKind, isMechanical, isProgram, isRobot, joinKinds } from "../change-kind.js";
import { toColumnSeconds } from "../commits/commit-keys.js";
import type { CommitOrder } from "../commits/commit-order.js";
import { copyText, isNothing, type Change, type LoggedCommit } from "../commits/log.js";
import { ID_DIGITS } from "../../../data/history/repository-history.js";

/** The commits that touch one folder. */
export interface FolderHistory {
  /**
   * Committer time of the newest commit that is no merge, of the newest merge for what only merges brought, seconds since
   * 1970 UTC; 0 where no history was read, so that all else is unknown.
   */
  readonly updatedAtSeconds: number;
  /** Last commit that changes code, see change-kind.ts; `null` without any. */
  readonly codeChangedAtSeconds: number | null;
  /** Author's time of the first commit that has it, seconds since 1970 UTC; `null` where no history was read. */
  readonly bornAtSeconds: number | null;
  /** Ids of the trees that it had, newest first; no more than MOST_TREES. */
  readonly trees: readonly string[];
  /** Names of the commits' authors, most commits first, then by name; robots left out. */
  readonly committers: readonly string[];
  /** Authors of commits that change code, merges left out. */
  readonly developers: readonly string[];
  /** Authors of commits that translate. */
  readonly translators: readonly string[];
}

export const NO_HISTORY: FolderHistory = {
  updatedAtSeconds: 0,
  codeChangedAtSeconds: null,
  bornAtSeconds: null,
  trees: [],
  committers: [],
  developers: [],
  translators: [],
};

/** A commit whose folders' history is wanted. */
interface HistoryRequest {
  readonly commit: string;
  /** Module folders, none inside another; `""` is the repository root. */
  readonly folders: readonly string[];
}

interface HistoryCounter {
  /** A commit of the log by its number; once each, in any order. */
  add(number: number, commit: LoggedCommit): void;
  /** For each request the history of each of its folders. */
  end(): readonly ReadonlyMap<string, FolderHistory>[];
}

/**
 * Counts commits of a log for the folders that they touch: each once for a folder, however many of its files it
 * touches, and once for all requests that have it, since most are in nearly every branch.
 */
export function createHistoryCounter(
  { branches }: Pick<CommitOrder, "branches">,
  requests: readonly HistoryRequest[],
): HistoryCounter {
  /** Histories of each folder from commits that the same requests share. */
  const shares = new Map<readonly number[], Map<string, OpenHistory>>();
  const tipSeconds = new Map<string, number>(requests.map(({ commit }) => [commit, 0]));
  const authors = createAuthors();
  return {
    add(number, logged) {
      const { hash, parents, changes } = logged;
      const seconds = toColumnSeconds(Number(logged.committed));
      if (tipSeconds.has(hash)) tipSeconds.set(hash, seconds);
      const isMerge = parents.length > 1;
      const author = authors.get(logged.author);
      const isPersons = !isMerge && !author.isProgram && !isMechanical(toSubject(logged.message));
      const touched = listTouchedFolders(changes, isPersons);
      if (touched.size === 0) return;
      const trees = listLeftTrees(changes, touched);
      const born = toAuthoredSeconds(logged, seconds);
      const positions = branches[number] ?? [];
      const histories = shares.get(positions) ?? new Map<string, OpenHistory>();
      shares.set(positions, histories);
      for (const [folder, kind] of touched) {
        const history = histories.get(folder) ?? new OpenHistory();
        histories.set(folder, history);
        history.add({ number, seconds, born, author, isMerge }, kind, trees.get(folder));
      }
    },
    end() {
      const names = authors.list();
      return requests.map(({ commit, folders }, at) => {
        const whole = new Map(folders.map((folder) => [folder, new OpenHistory()]));
        for (const [positions, histories] of shares) {
          if (!positions.includes(at)) continue;
          for (const [folder, history] of histories) whole.get(folder)?.addAll(history);
        }
        const seconds = tipSeconds.get(commit);
        return new Map(
          [...whole].map(([folder, history]) => [folder, toHistory(history, seconds, names)]),
        );
      });
    },
  };
}

interface Commit {
  /** Children before parents. */
  readonly number: number;
  readonly seconds: number;
  readonly born: number;
  readonly author: Author;
  readonly isMerge: boolean;
}

interface Author {
  readonly number: number;
  readonly isRobot: boolean;
  readonly isProgram: boolean;
}

interface Names {
  /** In their order. */
  readonly sorted: readonly string[];
  /** Positions in `sorted`, by the numbers of authors. */
  readonly ranks: Uint32Array;
}

/** Authors by their names: few people make many commits. */
function createAuthors(): { get(name: string): Author; list(): Names } {
  const byName = new Map<string, Author>();
  return {
    get(name) {
      const known = byName.get(name);
      if (known !== undefined) return known;
      const author = {
        number: byName.size,
        isRobot: isRobot(name),
        isProgram: isProgram(name),
      };
      byName.set(name, author);
      return author;
    },
    list() {
      const sorted = [...byName.keys()].toSorted(compareText);
      const ranks = new Uint32Array(sorted.length);
      for (const [rank, name] of sorted.entries()) ranks[byName.get(name)?.number ?? 0] = rank;
      return { sorted, ranks };
    },
  };
}

/** No module is older, whatever the author's clock says. */
const FIRST_SECONDS = Date.UTC(2005, 0) / 1000;

/** When it was written, which who carries it over to another branch leaves as it is. */
function toAuthoredSeconds({ authored }: LoggedCommit, committed: number): number {
  const seconds = Number.parseInt(authored, 10);
  return seconds >= FIRST_SECONDS && seconds < committed ? seconds : committed;
}

/** Trees of wanted folders that a commit changes and keeps, by their paths. */
function listLeftTrees(
  changes: readonly Change[],
  wanted: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, string> {
  return new Map(
    changes.flatMap(({ path, isFolder, objectId }) =>
      isFolder && wanted.has(path.written) && !isNothing(objectId)
        ? [[path.written, toTreeText(objectId)]]
        : [],
    ),
  );
}

/** Shortens the id of a tree, as a text of its own. */
export function toTreeText(treeId: string): string {
  return copyText(treeId.slice(0, ID_DIGITS));
}

/** The first paragraph as one line, as git has it. */
function toSubject(message: string): string {
  const [paragraph = ""] = message.trimStart().split(/\n\s*\n/, 1);
  return paragraph.replaceAll("\n", " ");
}

/** Numbers of authors with how many commits are theirs. */
class People {
  readonly #counts = new Map<number, number>();

  add(author: number): void {
    this.#counts.set(author, (this.#counts.get(author) ?? 0) + 1);
  }

  addAll(others: People): void {
    for (const [author, count] of others.#counts) {
      this.#counts.set(author, (this.#counts.get(author) ?? 0) + count);
    }
  }

  /** Names, most commits first, then by name. */
  list({ sorted, ranks }: Names): readonly string[] {
    const { length } = sorted;
    // Numbers in the order that is wanted: sorting these takes a tenth of what comparing names does.
    const keys = Float64Array.from(
      this.#counts,
      ([author, count]) => (ranks[author] ?? 0) - count * length,
    );
    return Array.from(keys.toSorted(), (key) => sorted[((key % length) + length) % length] ?? "");
  }
}

/** The history of a folder while it is read. */
class OpenHistory {
  updatedAt = -1;
  mergedAt = -1;
  codeChangedAt = -1;
  bornAt = Infinity;
  /** By the numbers of the commits that left them. */
  readonly trees = new Map<number, string>();
  readonly committers = new People();
  readonly developers = new People();
  readonly translators = new People();

  add(commit: Commit, kind: ChangeKind, tree: string | undefined): void {
    const { number, seconds, born, author, isMerge } = commit;
    this.bornAt = Math.min(this.bornAt, born);
    if (tree !== undefined) this.trees.set(number, tree);
    if (isMerge) this.mergedAt = Math.max(this.mergedAt, seconds);
    else this.updatedAt = Math.max(this.updatedAt, seconds);
    if (!author.isRobot) this.committers.add(author.number);
    if (kind === "translation") this.translators.add(author.number);
    if (kind !== "code") return;
    this.codeChangedAt = Math.max(this.codeChangedAt, seconds);
    this.developers.add(author.number);
  }

  addAll(other: OpenHistory): void {
    this.updatedAt = Math.max(this.updatedAt, other.updatedAt);
    this.mergedAt = Math.max(this.mergedAt, other.mergedAt);
    this.codeChangedAt = Math.max(this.codeChangedAt, other.codeChangedAt);
    this.bornAt = Math.min(this.bornAt, other.bornAt);
    for (const [number, tree] of other.trees) this.trees.set(number, tree);
    this.committers.addAll(other.committers);
    this.developers.addAll(other.developers);
    this.translators.addAll(other.translators);
  }
}

function toHistory(
  { updatedAt, mergedAt, codeChangedAt, bornAt, trees, ...people }: OpenHistory,
  tipSeconds: number | undefined,
  names: Names,
): FolderHistory {
  return {
    updatedAtSeconds: [updatedAt, mergedAt].find((at) => at >= 0) ?? tipSeconds ?? 0,
    codeChangedAtSeconds: codeChangedAt < 0 ? null : codeChangedAt,
    bornAtSeconds: bornAt === Infinity ? null : bornAt,
    trees: listTrees(trees),
    committers: people.committers.list(names),
    developers: people.developers.list(names),
    translators: people.translators.list(names),
  };
}

/** Each once, newest first. */
function listTrees(byNumber: ReadonlyMap<number, string>): readonly string[] {
  const sorted = [...byNumber].toSorted(([left], [right]) => left - right);
  return [...new Set(sorted.map(([, tree]) => tree))].slice(0, MOST_TREES);
}

/**
 * Wanted folders that are, or hold, a changed file, with the kind of change.
 * @param isPersons false for documentation alone
 */
function listTouchedFolders(
  changes: readonly Change[],
  isPersons: boolean,
): ReadonlyMap<string, ChangeKind> {
  const folders = new Map<string, ChangeKind>();
  for (const { path, isFolder } of changes) {
    for (const { folder, kind } of path.folders) {
      const known = folders.get(folder);
      if (known === "code") continue;
      folders.set(folder, joinKinds(known, isPersons && !isFolder ? kind : "other"));
    }
  }
  return folders;
}
