// Reads one repository in processes that may be killed: tasks, limits, and faults when a limit is
// exceeded. Each distinct content is read and parsed once.
import type { JoinedCommits } from "../../lineage/facts.js";
import type { Parsed } from "../../parse/diagnostics.js";
import type { ParsedFile } from "../../parse/file.js";
import type { Branch } from "../../source/git/git.js";
import {
  isRefused,
  NAMES_SHARE,
  overLimit,
  toBytes,
  toPathLimits,
  type RepositoryLimits,
} from "../../source/limits.js";
import type { SerialisedBranch } from "../../source/commits/join-branches.js";
import type { FoundRequest } from "../../source/commits/port-requests.js";
import { chooseBranches, type BranchChoice, type RequestHead } from "../../source/git/branches.js";
import type { Source } from "../../source/source.js";
import { SourceError } from "../../source/source-error.js";
import { deserialize } from "node:v8";
import { isOutOfMemory, ReaderStopped, type ReaderPool } from "./reader-pool.js";
import { ReaderEnded } from "./reader-process.js";
import type {
  ContentRequest,
  ListedBranch,
  ReadableRepository,
  ReaderFault,
  ReaderTask,
} from "./tasks.js";

export interface FoundContent {
  readonly parsed: Parsed<ParsedFile>;
  /** Bytes of it as it is kept. */
  readonly resultBytes: number;
}

export interface SizedContent extends ContentRequest {
  readonly sizeBytes: number;
}

/** All of it throws SourceError when the repository cannot be read, and the signal's reason. */
export interface RepositoryReader {
  readonly label: string;
  readonly limits: RepositoryLimits;
  listBranches(): Promise<readonly Branch[]>;
  listRequestHeads(): Promise<readonly RequestHead[]>;
  findRequests(
    heads: readonly RequestHead[],
    tips: readonly string[],
  ): Promise<readonly FoundRequest[]>;
  /** Ids of objects that the repository lacks. */
  listAbsent(objectIds: readonly string[]): Promise<readonly string[]>;
  /**
   * True if the repository has any of the objects.
   * @param objectIds each once; an empty list asks nobody
   */
  holdsAny(objectIds: readonly string[]): Promise<boolean>;
  listModules(request: {
    readonly branches: readonly Branch[];
    readonly repositoryName: string;
    readonly addons: readonly string[];
    readonly withoutHistory: boolean;
  }): Promise<readonly ListedBranch[]>;
  /**
   * Parses contents, one result for each, in order; `undefined` for one that the repository lacks.
   * A content that several callers want at once is read once, and freed when each has it.
   */
  parseContents(
    contents: readonly SizedContent[],
  ): AsyncIterator<FoundContent | undefined, undefined>;
  joinCommits(branches: readonly SerialisedBranch[]): Promise<JoinedCommits>;
  /** Ends what is still under way. */
  close(): void;
}

/** A content that somebody asked for. */
interface WantedContent {
  readonly found: Promise<FoundContent | undefined>;
  /** Number of callers still to be served. */
  waiting: number;
}

/**
 * Bytes sent to a process at once: large enough that starting git, which copies its memory map,
 * costs little beside parsing; small enough to share out.
 */
const BATCH_BYTES = 2 * 1024 * 1024;
const BATCH_CONTENTS = 400;

/** @param signal ends all running work; waiting callers get the reason */
export function openRepositoryReader(
  repository: ReadableRepository,
  pool: ReaderPool,
  limits: RepositoryLimits,
  signal: AbortSignal,
): RepositoryReader {
  const { label } = repository;
  const controller = new AbortController();
  const budget = { signal: AbortSignal.any([signal, controller.signal]), spendCpu };
  const known = new Map<string, WantedContent>();
  let cpuS = 0;
  let readBytes = 0;
  let resultBytes = 0;
  function spendCpu(seconds: number): void {
    cpuS += seconds;
    if (cpuS > limits.cpuS) throw overLimit(label, "cpu", limits.cpuS);
  }
  const ask = async (task: ReaderTask, limitBytes: number): Promise<readonly Uint8Array[]> => {
    try {
      const answer = await pool.run({ task, limitBytes }, budget);
      if (answer.state === "done") return answer.pieces;
      if (answer.state === "failed") throw toError(answer.fault, label, limits);
      throw task.task === "parse"
        ? overLimit(label, "result", limits.maxResultMib)
        : overLimit(label, "names", limits.maxResultMib / NAMES_SHARE);
    } catch (error) {
      // The fault that came first is the one to be reported: it ended the others.
      const first: unknown = controller.signal.aborted ? controller.signal.reason : undefined;
      const fault = first ?? toFault(error, label, limits);
      if (isRefused(fault)) controller.abort(fault);
      throw fault;
    }
  };
  const askOne = async <T>(task: ReaderTask): Promise<T> => {
    const limitBytes = toBytes(limits.maxResultMib / NAMES_SHARE);
    const [piece = new Uint8Array()] = await ask(task, limitBytes);
    return deserialize(piece) as T;
  };
  const listAbsent = (objectIds: readonly string[]): Promise<readonly string[]> =>
    askOne({ task: "absent", repository, objectIds });
  const parseBatch = async (
    contents: readonly SizedContent[],
  ): Promise<readonly (FoundContent | undefined)[]> => {
    const remaining = toBytes(limits.maxResultMib) - resultBytes;
    const pieces = await ask({ task: "parse", repository, contents }, remaining);
    return pieces.map((piece) => {
      resultBytes += piece.length;
      const parsed = deserialize(piece) as Parsed<ParsedFile> | undefined;
      return parsed === undefined ? undefined : { parsed, resultBytes: piece.length };
    });
  };
  const want = (content: SizedContent): (() => WantedContent["found"]) => {
    const key = toKey(content);
    const wanted = known.get(key);
    if (wanted === undefined) throw new Error(`${label}: ${key} was not asked for`);
    wanted.waiting += 1;
    return () => {
      wanted.waiting -= 1;
      if (wanted.waiting === 0 && known.get(key) === wanted) known.delete(key);
      return wanted.found;
    };
  };
  return {
    label,
    limits,
    listBranches: () => askOne<readonly Branch[]>({ task: "branches", repository }),
    listRequestHeads: () => askOne<readonly RequestHead[]>({ task: "requests", repository }),
    findRequests: (heads, tips) =>
      askOne<readonly FoundRequest[]>({ task: "requests", repository, heads, tips }),
    listAbsent,
    holdsAny: async (objectIds) =>
      objectIds.length > 0 && (await listAbsent(objectIds)).length < objectIds.length,
    listModules: (request) =>
      askOne<readonly ListedBranch[]>({
        task: "list",
        repository,
        limits: toPathLimits(limits),
        ...request,
      }),
    joinCommits: (branches) => askOne<JoinedCommits>({ task: "join", repository, branches }),
    parseContents(contents) {
      const fresh = new Map(contents.map((content) => [toKey(content), content] as const));
      for (const key of fresh.keys()) if (known.has(key)) fresh.delete(key);
      for (const { sizeBytes } of fresh.values()) readBytes += sizeBytes;
      if (readBytes > toBytes(limits.maxReadMib)) throw overLimit(label, "read", limits.maxReadMib);
      for (const batch of toBatches([...fresh.values()])) {
        const found = parseBatch(batch);
        // One of them cannot be read: the others may be, when they are asked for again.
        const forget = (): void => batch.forEach((content) => known.delete(toKey(content)));
        batch.forEach((content, at) => {
          const one = found.then((all) => all[at]);
          // The error reaches the awaiting callers, if any.
          one.catch(forget);
          known.set(toKey(content), { found: one, waiting: 0 });
        });
      }
      return takeAll(contents.map(want).toReversed());
    },
    close: () => controller.abort(new Error("the repository was read")),
  };
}

/** Results, the last task first. */
async function* takeAll<T>(waiting: (() => Promise<T>)[]): AsyncGenerator<T, undefined> {
  for (let take = waiting.pop(); take !== undefined; take = waiting.pop()) yield await take();
}

function toKey({ kind, objectId }: ContentRequest): string {
  return `${kind} ${objectId}`;
}

function toBatches(contents: readonly SizedContent[]): readonly (readonly SizedContent[])[] {
  const batches: SizedContent[][] = [];
  let bytes = 0;
  for (const content of contents) {
    const last = batches.at(-1);
    bytes += content.sizeBytes;
    if (last === undefined || bytes > BATCH_BYTES || last.length === BATCH_CONTENTS) {
      batches.push([content]);
      bytes = content.sizeBytes;
    } else last.push(content);
  }
  return batches;
}

/** A fault that a process reported, as it was thrown there. */
function toError(
  { isDefect, cause, ...fault }: ReaderFault,
  label: string,
  limits: RepositoryLimits,
): Error {
  // A defect of the program, perhaps; but this repository triggers it, and the others can be read.
  if (isDefect) return refuse(label, fault.message.split("\n", 1)[0] ?? "");
  if (isOutOfMemory(cause)) return overLimit(label, "memory", limits.memoryMib);
  return new SourceError({ ...fault, cause: cause === undefined ? cause : new Error(cause) });
}

function toFault(error: unknown, label: string, limits: RepositoryLimits): unknown {
  if (error instanceof ReaderStopped) {
    return error.reason === "memory"
      ? overLimit(label, "memory", limits.memoryMib)
      : refuse(label, "nothing has happened for a minute while it was read");
  }
  return error instanceof ReaderEnded ? refuse(label, error.message) : error;
}

function refuse(label: string, got: string): SourceError {
  return new SourceError({
    code: "repository_refused",
    message: `${label} is not read (${got}); repair it with "git fsck" or leave it out of the sources file.`,
  });
}

/** The branches of a repository that are read, and the requests where they are asked for. */
export async function readChoice(
  reader: RepositoryReader,
  { branches: rules, readsRequests }: Pick<Source, "branches" | "readsRequests">,
): Promise<BranchChoice> {
  const choice = chooseBranches(await reader.listBranches(), rules);
  return readsRequests === true ? { ...choice, requests: await reader.listRequestHeads() } : choice;
}
