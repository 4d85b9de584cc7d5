// Who changed a module folder and when, from one log of all branches that are asked for. Pure.
import { compareText } from "../../../data/platform-version.js";
import { type ChangeKind, isMechanical, isRobot, joinKinds, toPathKind } from "../change-kind.js";
import { type Change, type LoggedCommit, openLogParser } from "../commits/log.js";
import { unquotePath } from "./git-path.js";

/** The commits that touch one folder. */
export interface FolderHistory {
  /** Committer time of the newest commit that is no merge, seconds since 1970 UTC. */
  readonly updatedAtSeconds: number;
  /** The same of those that change code, see change-kind.ts; `null` without any. */
  readonly codeChangedAtSeconds: number | null;
  /** Names of the commits' authors, most commits first, then by name; robots left out. */
  readonly committers: readonly string[];
  /** The same of the commits that change code, merges left out. */
  readonly developers: readonly string[];
  /** The same of those that translate. */
  readonly translators: readonly string[];
}

export const NO_HISTORY: FolderHistory = {
  updatedAtSeconds: 0,
  codeChangedAtSeconds: null,
  committers: [],
  developers: [],
  translators: [],
};

/** A commit whose folders' history is wanted. */
export interface HistoryRequest {
  readonly commit: string;
  /** Module folders, none inside another; `""` is the repository root. */
  readonly folders: readonly string[];
}

export interface LogReader {
  /** The next piece of the log, a character for each byte. */
  add(text: string): void;
  /** After the last piece: for each request the history of each of its folders. */
  end(): readonly ReadonlyMap<string, FolderHistory>[];
}

/** In the year 2106: a snapshot keeps a date in 32 bits, and a later one is a mistake today. */
const LAST_SECOND = 0xffff_ffff;

/**
 * Reads one log in LOG_FORMAT of all requested commits. A commit counts once for a folder however
 * many of its files it touches.
 * @param onCommit called with each commit and which requests it is part of, by position
 */
export function openLogReader(
  requests: readonly HistoryRequest[],
  onCommit: (commit: LoggedCommit, positions: readonly number[]) => void = () => undefined,
): LogReader {
  const counter = openCounter(requests);
  const depths = listDepths(requests.flatMap(({ folders }) => folders));
  /** Commits that are still to come → which requests they are part of, by position. */
  const wanted = new Map<string, readonly number[]>();
  requests.forEach(({ commit }, position) => {
    wanted.set(commit, [...(wanted.get(commit) ?? []), position]);
  });
  const parser = openLogParser((logged) => {
    const { hash, parents, changes } = logged;
    const positions = wanted.get(hash) ?? [];
    wanted.delete(hash);
    for (const parent of parents) wanted.set(parent, unite(wanted.get(parent), positions));
    if (positions.length === 0) return;
    onCommit(logged, positions);
    const commit = toCommit(logged);
    const isPersons = !commit.isMerge && !isMechanical(commit);
    const folders = listTouchedFolders(changes, depths, isPersons);
    counter.count(commit, folders, positions);
  });
  return {
    add: parser.add,
    end() {
      parser.end();
      return counter.end();
    },
  };
}

interface Commit {
  readonly seconds: number;
  readonly author: string;
  readonly subject: string;
  readonly isMerge: boolean;
}

function toCommit({ committed, author, message, parents }: LoggedCommit): Commit {
  return {
    seconds: Math.min(Math.max(Number(committed) || 0, 0), LAST_SECOND),
    author: Buffer.from(author, "latin1").toString("utf8"),
    subject: toSubject(message),
    isMerge: parents.length > 1,
  };
}

/** The first paragraph as one line, as git has it. */
function toSubject(message: string): string {
  const [paragraph = ""] = message.trimStart().split(/\n\s*\n/, 1);
  return paragraph.replaceAll("\n", " ");
}

/** Most commits belong to the same requests as their children: the same list is used again. */
function unite(known: readonly number[] | undefined, added: readonly number[]): readonly number[] {
  if (known === undefined || known === added) return added;
  const fresh = added.filter((position) => !known.includes(position));
  return fresh.length === 0 ? known : [...known, ...fresh];
}

interface Counter {
  /**
   * @param touched folders with what of them is changed
   * @param positions the requests that the commit is part of
   */
  count(
    commit: Commit,
    touched: ReadonlyMap<string, ChangeKind>,
    positions: readonly number[],
  ): void;
  end(): readonly ReadonlyMap<string, FolderHistory>[];
}

/** Names with how many commits are theirs. */
class People {
  readonly #counts = new Map<string, number>();

  add(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  addAll(others: People): void {
    for (const [name, count] of others.#counts) {
      this.#counts.set(name, (this.#counts.get(name) ?? 0) + count);
    }
  }

  /** Most commits first, then by name. */
  list(): readonly string[] {
    return [...this.#counts]
      .toSorted(([a, m], [b, n]) => n - m || compareText(a, b))
      .map(([name]) => name);
  }
}

/** The history of a folder while it is read. */
class OpenHistory {
  updatedAt = -1;
  codeChangedAt = -1;
  readonly committers = new People();
  readonly developers = new People();
  readonly translators = new People();

  add({ seconds, author, isMerge }: Commit, kind: ChangeKind): void {
    if (!isMerge) this.updatedAt = Math.max(this.updatedAt, seconds);
    if (!isRobot(author)) this.committers.add(author);
    if (kind === "translation") this.translators.add(author);
    if (kind !== "code") return;
    this.codeChangedAt = Math.max(this.codeChangedAt, seconds);
    this.developers.add(author);
  }

  addAll(other: OpenHistory): void {
    this.updatedAt = Math.max(this.updatedAt, other.updatedAt);
    this.codeChangedAt = Math.max(this.codeChangedAt, other.codeChangedAt);
    this.committers.addAll(other.committers);
    this.developers.addAll(other.developers);
    this.translators.addAll(other.translators);
  }
}

/** What the commits that the very same requests share have of each folder. */
interface Share {
  readonly positions: readonly number[];
  readonly histories: Map<string, OpenHistory>;
}

/** Each commit is counted once for all requests that have it: most are in nearly every branch. */
function openCounter(requests: readonly HistoryRequest[]): Counter {
  const wanted = new Set(requests.flatMap(({ folders }) => folders));
  const tipSeconds: (number | undefined)[] = [];
  const shares = new Map<string, Share>();
  /** The list itself is nearly always one that was there before. */
  const byList = new WeakMap<readonly number[], Share>();
  const findShare = (positions: readonly number[]): Share => {
    const known = byList.get(positions);
    if (known !== undefined) return known;
    const sorted = positions.toSorted((left, right) => left - right);
    const share = shares.get(sorted.join()) ?? { positions: sorted, histories: new Map() };
    shares.set(sorted.join(), share);
    byList.set(positions, share);
    return share;
  };
  return {
    count(commit, touched, positions) {
      // The first commit that comes is the requested one.
      for (const at of positions) tipSeconds[at] ??= commit.seconds;
      const { histories } = findShare(positions);
      for (const [folder, kind] of touched) {
        if (!wanted.has(folder)) continue;
        const history = histories.get(folder) ?? new OpenHistory();
        histories.set(folder, history);
        history.add(commit, kind);
      }
    },
    end: () =>
      requests.map(({ folders }, at) => {
        const whole = new Map(folders.map((folder) => [folder, new OpenHistory()]));
        for (const { positions, histories } of shares.values()) {
          if (!positions.includes(at)) continue;
          for (const [folder, history] of histories) whole.get(folder)?.addAll(history);
        }
        return new Map(
          [...whole].map(([folder, history]) => [folder, toHistory(history, tipSeconds[at])]),
        );
      }),
  };
}

function toHistory(
  { updatedAt, codeChangedAt, ...people }: OpenHistory,
  tipSeconds: number | undefined,
): FolderHistory {
  return {
    updatedAtSeconds: updatedAt < 0 ? (tipSeconds ?? 0) : updatedAt,
    codeChangedAtSeconds: codeChangedAt < 0 ? null : codeChangedAt,
    committers: people.committers.list(),
    developers: people.developers.list(),
    translators: people.translators.list(),
  };
}

/** The depths of folders; that of the root is 0. */
function listDepths(folders: readonly string[]): readonly number[] {
  return [...new Set(folders.map((folder) => (folder === "" ? 0 : folder.split("/").length)))];
}

/**
 * The folders at the given depths that are, or hold, one of the paths, with what of them is changed.
 * @param isPersons is it more than documentation at all?
 */
function listTouchedFolders(
  changes: readonly Change[],
  depths: readonly number[],
  isPersons: boolean,
): ReadonlyMap<string, ChangeKind> {
  const folders = new Map<string, ChangeKind>();
  for (const { written, isFolder } of changes) {
    const path = unquotePath(written);
    for (const depth of depths) {
      const folder = cutToDepth(path, depth);
      const known = folders.get(folder);
      if (known === "code") continue;
      const kind =
        isPersons && !isFolder
          ? toPathKind(path.slice(depth === 0 ? 0 : folder.length + 1))
          : "other";
      folders.set(folder, joinKinds(known, kind));
    }
  }
  return folders;
}

/** The first components of a path; all of a path that has no more. */
function cutToDepth(path: string, depth: number): string {
  let end = depth === 0 ? 0 : -1;
  for (let seen = 0; seen < depth; seen++) {
    end = path.indexOf("/", end + 1);
    if (end < 0) return path;
  }
  return path.slice(0, end);
}
