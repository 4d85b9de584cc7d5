// Present branches of sources, asked of mirrors and servers, without reading or fetching.
import { existsSync } from "node:fs";
import type { ReaderPool } from "../reading/process/reader-pool.js";
import { openRepositoryReader, readChoice } from "../reading/process/repository-reader.js";
import { namesDefault } from "../source/branch-rule.js";
import { chooseBranches, type BranchChoice } from "../source/git/branches.js";
import { listRemoteBranches } from "../source/git/clone.js";
import { isTransient } from "../source/git/git-error.js";
import { withinNetworkTime } from "../source/git/retry.js";
import { openMirror, toCloneFolder } from "../source/git/repository.js";
import { toLabel, type Source } from "../source/source.js";
import type { RepositoryLimits } from "../source/limits.js";
import { isFault } from "../source/source-error.js";
import type { SourceState } from "./provenance.js";

interface PollOptions {
  /** Repositories asked at once. */
  readonly jobs: number;
  /** The processes that ask mirrors. */
  readonly pool: ReaderPool;
  readonly limits: RepositoryLimits;
  readonly signal: AbortSignal;
  readonly cacheDirectory: string;
  /** Branches at the last build, by `organization/repository`. */
  readonly choices: ReadonlyMap<string, BranchChoice>;
  /** Called with what is wrong with a server for now: what its clone has is taken. Default: it counts as a fault. */
  readonly onUnreachable?: ((message: string) => void) | undefined;
  /** Ids of blobs that were not there the last time, by `organization/repository`. */
  readonly absent: ReadonlyMap<string, readonly string[]>;
  /** Called with how many sources were asked. */
  onPoll(done: number): void;
}

export interface SourcePoll {
  readonly source: Source;
  readonly state: SourceState;
  /** True if something absent before is there now. */
  readonly hasMore: boolean;
  /** Set if it is the clone's last state, because the server cannot be reached. */
  readonly isOfClone?: true;
}

/** One for each source, in the same order. @throws the signal's reason; OperatorError without git */
export async function pollSources(
  sources: readonly Source[],
  options: PollOptions,
): Promise<readonly SourcePoll[]> {
  const { jobs, onPoll } = options;
  const looks: SourcePoll[] = [];
  const queue = [...sources.entries()];
  let done = 0;
  const pollNext = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      options.signal.throwIfAborted();
      const [position, source] = next;
      looks[position] = await pollSource(source, options);
      onPoll((done += 1));
    }
  };
  await Promise.all(Array.from({ length: jobs }, pollNext));
  return looks;
}

async function pollSource(source: Source, options: PollOptions): Promise<SourcePoll> {
  try {
    return await (source.mirror === undefined
      ? pollServer(source, options)
      : pollMirror(source, source.mirror, options));
  } catch (error) {
    if (!isFault(error)) throw error;
    const stale =
      options.onUnreachable !== undefined && isTransient(error)
        ? pollClone(source, options)
        : undefined;
    if (stale !== undefined) {
      options.onUnreachable?.(`${error.message} The last version that was read is kept.`);
      return stale;
    }
    return { source, state: { fault: error.message }, hasMore: false };
  }
}

/** Known state of a clone; nothing if there is none. */
function pollClone(
  source: Source,
  { cacheDirectory, choices }: PollOptions,
): SourcePoll | undefined {
  const choice = choices.get(toLabel(source));
  if (choice === undefined || !existsSync(toCloneFolder(source, cacheDirectory))) return undefined;
  return { source, state: { choice }, hasMore: false, isOfClone: true };
}

async function pollServer(source: Source, options: PollOptions): Promise<SourcePoll> {
  const { cloneUrl: address, branches: rules } = source;
  const label = toLabel(source);
  const listed = await withinNetworkTime(label, options.signal, options.limits, (signal) =>
    listRemoteBranches({
      address,
      clone: { gitDirectory: "", label, signal },
      wantsDefault: namesDefault(rules),
    }),
  );
  return { source, state: { choice: chooseBranches(listed, rules) }, hasMore: false };
}

async function pollMirror(
  source: Source,
  mirror: string,
  { pool, limits, signal, absent, cacheDirectory }: PollOptions,
): Promise<SourcePoll> {
  const label = toLabel(source);
  const repository = await openMirror(mirror, label, cacheDirectory);
  const reader = openRepositoryReader(repository, pool, limits, signal);
  try {
    const choice = await readChoice(reader, source);
    const hasMore = await reader.holdsAny(absent.get(label) ?? []);
    return { source, state: { choice }, hasMore };
  } finally {
    reader.close();
  }
}
