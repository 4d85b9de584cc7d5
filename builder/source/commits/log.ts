// The log of a repository as commits: who, when, why, and what each changes. Pure; what is made of them is
// history.ts's and collect-commits.ts's.
import type { DescribePath, PathFacts } from "./paths.js";
import { createLines, type LineReader } from "./text-lines.js";

/**
 * Arguments of `git log` whose output `createLogParser` reads, of just the commits that are named, in their order. A
 * merge lists only what differs from every parent; with trees (-t), so that a folder is listed that was put together
 * from both sides although each of its files comes from one. A line of a commit's head begins with a character that
 * no other has: its message is indented, a change begins with a colon. What a repository's own settings could change
 * is said.
 */
export const LOG_FORMAT = [
  "--no-walk=unsorted",
  "--no-renames",
  "--diff-merges=combined",
  "-t",
  "--raw",
  "--no-abbrev",
  "--date=raw",
  "--encoding=UTF-8",
  "--no-color",
  "--no-ext-diff",
  "--no-textconv",
  "--no-notes",
  "--no-relative",
  "--ignore-submodules=none",
  "--format=%x01%H %P%n%ct%n%ad%n%an%n%ae%n%w(0,1,1)%B",
] as const;

/** A commit of the log. Texts but that of the author are a character for each byte. */
export interface LoggedCommit {
  readonly hash: string;
  readonly parents: readonly string[];
  /** The committer's, as git writes it: seconds since 1970 UTC. */
  readonly committed: string;
  /** Git's form: seconds since 1970 UTC, and the zone. */
  readonly authored: string;
  readonly author: string;
  readonly email: string;
  /** All of it, or its first MESSAGE_LIMIT_CHARS. */
  readonly message: string;
  readonly changes: readonly Change[];
}

/** A path that a commit changes; a folder comes before what is in it. */
export interface Change {
  readonly path: PathFacts;
  /** True if it is, or was, a folder. */
  readonly isFolder: boolean;
  /** Id after the commit; zeros for a deletion. */
  readonly objectId: string;
  /** Id before it, in the first parent. */
  readonly previousId: string;
}

/** True for the id of an absent object. */
export function isNothing(objectId: string): boolean {
  return /^0+$/.test(objectId);
}

/** Longer messages are cut. */
export const MESSAGE_LIMIT_CHARS = 1024 * 1024;

/** Header lines behind the first, in the order of the format. */
const HEADER_LINES = 4;
const FOLDER_MODE = "040000";

/**
 * Reads a log in LOG_FORMAT, a character for each byte; each commit is handed on when all of it has come.
 * @param describePath what is wanted of a path
 */
export function createLogParser(
  describePath: DescribePath,
  onCommit: (commit: LoggedCommit) => void,
): LineReader {
  const decode = createDecoder();
  let head: string[] | undefined;
  let message: string[] = [];
  let messageChars = 0;
  let changes: Change[] = [];
  const finish = (): void => {
    if (head === undefined) return;
    const [ids = "", committed = "", authored = "", latin = "", email = ""] = head;
    const [hash = "", ...parents] = ids.split(" ").filter((id) => id !== "");
    const [author, text] = [decode(latin), message.join("\n")];
    onCommit({ hash, parents, committed, authored, author, email, message: text, changes });
    head = undefined;
    message = [];
    messageChars = 0;
    changes = [];
  };
  const read = (line: string): void => {
    if (head !== undefined && head.length <= HEADER_LINES) head.push(line);
    else if (line.startsWith(":")) changes.push(parseChange(line, describePath));
    else if (line.startsWith("\u0001")) {
      finish();
      head = [line.slice(1)];
    } else if (line.startsWith(" ") && messageChars < MESSAGE_LIMIT_CHARS) {
      const kept = line.slice(1, 1 + MESSAGE_LIMIT_CHARS - messageChars);
      message.push(kept);
      messageChars += kept.length + 1;
    }
  };
  // An endless line is dropped as it is read.
  const lines = createLines(read, MESSAGE_LIMIT_CHARS);
  return {
    add: lines.add,
    end() {
      lines.end();
      finish();
    },
  };
}

/** `:MODE MODE ID ID M<tab>PATH`; of a merge with a colon, a mode and an id more for each parent. */
function parseChange(line: string, describePath: DescribePath): Change {
  const tab = line.indexOf("\t");
  let parents = 1;
  while (line[parents] === ":") parents += 1;
  const path = describePath(line.slice(tab + 1));
  if (parents > 1) {
    const fields = line.slice(parents, tab).split(" ");
    const isFolder = fields.slice(0, parents + 1).includes(FOLDER_MODE);
    const [previousId = ""] = fields.slice(parents + 1);
    return { path, isFolder, objectId: fields[2 * parents + 1] ?? "", previousId };
  }
  // Nearly all: cut at known places, which takes a third of the time.
  const isFolder = line.startsWith(FOLDER_MODE, 1) || line.startsWith(FOLDER_MODE, MODE_BYTES + 1);
  const idChars = (tab - SPACED_BYTES) / 2;
  const idsAt = 1 + 2 * MODE_BYTES;
  return {
    path,
    isFolder,
    objectId: line.slice(tab - 2 - idChars, tab - 2),
    previousId: line.slice(idsAt, idsAt + idChars),
  };
}

/** A mode and the space behind it. */
const MODE_BYTES = 7;
/** Bytes before the tab without the ids, for one parent. */
const SPACED_BYTES = 1 + 2 * MODE_BYTES + 3;

/** Hexadecimal digits kept of a blob's id: an exact number. */
const BLOB_DIGITS = 12;

/** Number for comparing many contents. */
export function toBlobNumber(objectId: string): number {
  return Number.parseInt(objectId.slice(0, BLOB_DIGITS), 16);
}

/** Decodes as UTF-8, with the replacement character for invalid bytes. */
export function decodeLatin(latin: string): string {
  // Nearly all is plain ASCII.
  return /[\u0080-\u00ff]/.test(latin) ? Buffer.from(latin, "latin1").toString("utf8") : latin;
}

/** Decodes texts, to the same one for equal ones: few people make many commits. */
function createDecoder(): (latin: string) => string {
  const known = new Map<string, string>();
  return (latin) => {
    const shared = known.get(latin);
    if (shared !== undefined) return shared;
    const text = copyText(decodeLatin(latin));
    known.set(Buffer.from(latin, "latin1").toString("latin1"), text);
    return text;
  };
}

/** Copies a text, since a substring would keep the whole input in memory. */
export function copyText(text: string): string {
  return Buffer.from(text).toString();
}
