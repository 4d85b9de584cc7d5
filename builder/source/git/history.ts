// Who changed a module folder and when, from the log of all branches that are asked for. Pure.
import { compareText } from "../../../data/platform-version.js";
import { type ChangeKind, isMechanical, isProgram, isRobot, joinKinds } from "../change-kind.js";
import type { CommitOrder } from "../commits/commit-order.js";
import { copyText, decodeLatin } from "../commits/decode-latin.js";
import type { Change, LoggedCommit } from "../commits/log.js";

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

export interface HistoryCounter {
  /** A commit of the log by its number; once each, in any order. */
  add(number: number, commit: LoggedCommit): void;
  /** For each request the history of each of its folders. */
  end(): readonly ReadonlyMap<string, FolderHistory>[];
}

/** In the year 2106: a snapshot keeps a date in 32 bits, and a later one is a mistake today. */
const LAST_SECOND = 0xffff_ffff;

/**
 * Counts commits of a log for the folders that they touch: each once for a folder, however many of its files it
 * touches, and once for all requests that have it, since most are in nearly every branch.
 */
export function openHistoryCounter(
  { branches }: Pick<CommitOrder, "branches">,
  requests: readonly HistoryRequest[],
): HistoryCounter {
  /** What the commits that the very same requests share have of each folder. */
  const shares = new Map<readonly number[], Map<string, OpenHistory>>();
  const tipSeconds = new Map<string, number>(requests.map(({ commit }) => [commit, 0]));
  const toAuthor = openAuthors();
  return {
    add(number, logged) {
      const { hash, parents, changes } = logged;
      const seconds = Math.min(Math.max(Number(logged.committed) || 0, 0), LAST_SECOND);
      if (tipSeconds.has(hash)) tipSeconds.set(hash, seconds);
      const isMerge = parents.length > 1;
      const author = toAuthor(logged.author);
      const isPersons = !isMerge && !author.isProgram && !isMechanical(toSubject(logged.message));
      const touched = listTouchedFolders(changes, isPersons);
      if (touched.size === 0) return;
      const positions = branches[number] ?? [];
      const histories = shares.get(positions) ?? new Map<string, OpenHistory>();
      shares.set(positions, histories);
      for (const [folder, kind] of touched) {
        const history = histories.get(folder) ?? new OpenHistory();
        histories.set(folder, history);
        history.add({ seconds, author, isMerge }, kind);
      }
    },
    end: () =>
      requests.map(({ commit, folders }, at) => {
        const whole = new Map(folders.map((folder) => [folder, new OpenHistory()]));
        for (const [positions, histories] of shares) {
          if (!positions.includes(at)) continue;
          for (const [folder, history] of histories) whole.get(folder)?.addAll(history);
        }
        const seconds = tipSeconds.get(commit);
        return new Map(
          [...whole].map(([folder, history]) => [folder, toHistory(history, seconds)]),
        );
      }),
  };
}

interface Commit {
  readonly seconds: number;
  readonly author: Author;
  readonly isMerge: boolean;
}

interface Author {
  readonly name: string;
  readonly isRobot: boolean;
  readonly isProgram: boolean;
}

/** By the name as it was logged: few people make many commits. */
function openAuthors(): (latin: string) => Author {
  const known = new Map<string, Author>();
  return (latin) => {
    const found = known.get(latin);
    if (found !== undefined) return found;
    const name = copyText(decodeLatin(latin));
    const author = { name, isRobot: isRobot(name), isProgram: isProgram(name) };
    known.set(Buffer.from(latin, "latin1").toString("latin1"), author);
    return author;
  };
}

/** The first paragraph as one line, as git has it. */
function toSubject(message: string): string {
  const [paragraph = ""] = message.trimStart().split(/\n\s*\n/, 1);
  return paragraph.replaceAll("\n", " ");
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
    if (!author.isRobot) this.committers.add(author.name);
    if (kind === "translation") this.translators.add(author.name);
    if (kind !== "code") return;
    this.codeChangedAt = Math.max(this.codeChangedAt, seconds);
    this.developers.add(author.name);
  }

  addAll(other: OpenHistory): void {
    this.updatedAt = Math.max(this.updatedAt, other.updatedAt);
    this.codeChangedAt = Math.max(this.codeChangedAt, other.codeChangedAt);
    this.committers.addAll(other.committers);
    this.developers.addAll(other.developers);
    this.translators.addAll(other.translators);
  }
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

/**
 * The wanted folders that are, or hold, what a commit changes, with what of them is changed.
 * @param isPersons is it more than documentation at all?
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
