// From a source to a repository on this machine: its local mirror, or a bare clone in the cache,
// which is kept up to date and, when it turns out to be damaged, made again.
import { mkdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { chooseBranches, type BranchChoice } from "./branches.js";
import {
  fetchBlobs,
  fetchBranches,
  fetchTips,
  makeClone,
  makeEmptyClone,
  type CloneKind,
} from "./clone.js";
import { namesDefault } from "../branch-rule.js";
import { CACHE, toOutError } from "../../../data/files/out-fault.js";
import { describeGitFault, isDamage, isTransient } from "./git-error.js";
import { listBranches, type Branch, type Repository } from "./git.js";
import { linkMirror } from "./link-mirror.js";
import { isRefused, type RepositoryLimits } from "../limits.js";
import { retryTransient, withinNetworkTime, type RetryOptions } from "./retry.js";
import { SourceError } from "../source-error.js";
import { listParsedBlobs } from "./parsed-blobs.js";
import { toLabel, type Source } from "../source.js";

export interface OpenOptions extends RetryOptions {
  /** Default: what settings have by default. */
  readonly limits?: Pick<RepositoryLimits, "networkS">;
  /** Called with what happened to the cache and not to the result, in a sentence. */
  readonly onNote?: (note: string) => void;
  /** Called with why a server cannot be reached: the clone is taken as it is. Default: it is an error. */
  readonly onUnreachable?: ((message: string) => void) | undefined;
  /** Branches that the server had a moment ago: a clone that matches them fetches nothing. */
  readonly known?: KnownBranches | undefined;
}

/** Branches of a source that were found a moment ago. */
export interface KnownBranches {
  readonly choice: BranchChoice;
  /** True if they are the clone's, whose server is not asked. */
  readonly isOfClone: boolean;
  /** True if the repository changed since the current snapshot. Such readings take longest. */
  readonly hasMoved?: boolean;
}

export interface OpenedRepository extends Repository {
  /** Could its server not be reached, so that it is as it was the last time? */
  readonly isStale?: true;
  /** Makes the clone again, once; later calls wait for that. A mirror has none. */
  readonly repair?: (error: SourceError) => Promise<void>;
}

/**
 * The repository of a source, ready to be read. A mirror is taken as it is; otherwise the clone in
 * `cacheDirectory` is made or brought up to date. The cache must be locked (`lockCache`).
 * @throws SourceError when there is no such repository or it cannot be reached; OperatorError `out_full` or
 *   `out_unwritable` of the cache; the signal's reason
 */
export async function openRepository(
  source: Source,
  cacheDirectory: string,
  options: OpenOptions = {},
): Promise<OpenedRepository> {
  const { signal } = options;
  const label = toLabel(source);
  if (source.mirror !== undefined) {
    return { ...(await openMirror(source.mirror, label, cacheDirectory)), signal };
  }
  const gitDirectory = toCloneFolder(source, cacheDirectory);
  const holds = source.withoutHistory === true ? { holdsParsed: true } : { holdsAll: true };
  const clone: Repository = { gitDirectory, label, signal, ...holds };
  const inTime = (
    work: (clone: Repository, options: OpenOptions) => Promise<void>,
  ): Promise<void> =>
    withinNetworkTime(label, signal, options.limits, async (limited) => {
      await mkdir(path.dirname(gitDirectory), { recursive: true });
      await work({ ...clone, signal: limited }, { ...options, signal: limited });
    }).catch((error: unknown) => {
      // A full disk is a fault of this machine, by which no repository leaves the index.
      throw toOutError(cacheDirectory, error, CACHE);
    });
  const isStale = await isLeftStale(clone, options, () =>
    inTime((limited, within) => bringClone(source, limited, within)),
  );
  let repairing: Promise<void> | undefined;
  const repair = (error: SourceError): Promise<void> => {
    repairing ??= inTime((limited, within) => replaceClone(source, limited, error, within));
    return repairing;
  };
  return { ...clone, repair, ...(isStale ? { isStale } : {}) };
}

/** Follows why a repository, or its server, could not be read. */
export const LAST_IS_KEPT = "The last version that was read is kept.";

/** True if `bring` failed for an unreachable server, and the local state may be used. */
async function isLeftStale(
  { gitDirectory }: Repository,
  { onUnreachable }: OpenOptions,
  bring: () => Promise<void>,
): Promise<boolean> {
  try {
    await bring();
    return false;
  } catch (error) {
    const isPassing = error instanceof SourceError && error.code === "repository_unreachable";
    if (!isPassing || onUnreachable === undefined || !(await exists(gitDirectory))) throw error;
    onUnreachable(`${error.message} ${LAST_IS_KEPT}`);
    return true;
  }
}

export function toCloneFolder(
  source: Pick<Source, "organization" | "repository" | "withoutHistory">,
  cacheDirectory: string,
): string {
  const { organization, repository, withoutHistory } = source;
  const name = withoutHistory === true ? `${repository}.tips.git` : `${repository}.git`;
  return path.resolve(cacheDirectory, "clones", organization, name);
}

/**
 * Result of `read`. If it fails on a clone, the clone counts as damaged: it is made again, once for
 * all reading of the repository, and `read` is repeated.
 * @throws SourceError of the second time, or at once for a mirror
 */
export async function readWithRepair<T>(
  repository: OpenedRepository,
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const isRepairable =
      error instanceof SourceError && error.code !== "git_missing" && !isRefused(error);
    if (!isRepairable || repository.repair === undefined) throw error;
    await repository.repair(error);
    return read();
  }
}

/** Makes the clone, or brings it up to date. */
async function bringClone(source: Source, clone: Repository, options: OpenOptions): Promise<void> {
  if (!(await exists(clone.gitDirectory))) {
    await createClone(source, clone, options);
    return;
  }
  if (options.known?.isOfClone === true) return;
  try {
    await updateClone(source, clone, options);
  } catch (error) {
    if (!isDamage(error)) throw error;
    await replaceClone(source, clone, error as SourceError, options);
  }
}

async function updateClone(source: Source, clone: Repository, options: OpenOptions): Promise<void> {
  const remote = { address: source.cloneUrl, clone };
  if (!(await hasBranches(source, clone, options.known))) {
    const fetch = () =>
      source.withoutHistory === true
        ? fetchTips(remote, toChoice(source), "blobless")
        : fetchBranches({ ...remote, wantsDefault: namesDefault(source.branches) });
    await retryTransient(clone.label, fetch, options);
  }
  await completeClone(source, clone, options);
}

/** Chooses the branches to read. */
function toChoice({ branches: rules }: Source): (all: readonly Branch[]) => readonly Branch[] {
  return (all) => chooseBranches(all, rules).branches;
}

async function hasBranches(
  source: Source,
  clone: Repository,
  known: KnownBranches | undefined,
): Promise<boolean> {
  if (known === undefined) return false;
  const chosen = toChoice(source)(await listBranches(clone));
  const own = new Map(chosen.map(({ name, commit }) => [name, commit]));
  return known.choice.branches.every(({ name, commit }) => own.get(name) === commit);
}

/** Brings the blobs of the branches that will be read. */
async function completeClone(
  source: Source,
  clone: Repository,
  options: OpenOptions,
): Promise<void> {
  const branches = toChoice(source)(await listBranches(clone));
  const remote = { address: source.cloneUrl, clone };
  const listWanted = source.withoutHistory === true ? listParsedBlobs(source.addons) : undefined;
  await retryTransient(clone.label, () => fetchBlobs(remote, branches, listWanted), options);
}

async function replaceClone(
  source: Source,
  clone: Repository,
  error: SourceError,
  options: OpenOptions,
): Promise<void> {
  await createClone(source, clone, options);
  options.onNote?.(
    `The damaged clone of ${clone.label} in the cache (${describeGitFault(error)}) was cloned again.`,
  );
}

/** Made beside its place and moved there when whole, so that a broken clone is never used. */
async function createClone(source: Source, clone: Repository, options: OpenOptions): Promise<void> {
  const partial = { ...clone, gitDirectory: `${clone.gitDirectory}.partial` };
  const make = async (kind: CloneKind): Promise<void> => {
    await retryTransient(
      clone.label,
      async () => {
        await rm(partial.gitDirectory, { recursive: true, force: true });
        const remote = { address: source.cloneUrl, clone: partial };
        if (source.withoutHistory !== true) {
          await makeClone(remote, kind);
          return;
        }
        await makeEmptyClone(remote);
        await fetchTips(remote, toChoice(source), kind);
      },
      options,
    );
  };
  try {
    await make("blobless");
    await completeBlobless(source, partial, options, () => make("full"));
    await rm(clone.gitDirectory, { recursive: true, force: true });
    await rename(partial.gitDirectory, clone.gitDirectory);
  } catch (error) {
    await rm(partial.gitDirectory, { recursive: true, force: true });
    throw error;
  }
}

/** A server may know filters and yet refuse to send blobs by their ids. */
async function completeBlobless(
  source: Source,
  clone: Repository,
  options: OpenOptions,
  makeFull: () => Promise<void>,
): Promise<void> {
  try {
    await completeClone(source, clone, options);
  } catch (error) {
    const isRefusal = error instanceof SourceError && error.code === "repository_unreadable";
    if (!isRefusal || isTransient(error)) throw error;
    await makeFull();
    await completeClone(source, clone, options);
  }
}

/**
 * The repository at a local path, read through a git directory in the cache that leads to it.
 * @throws SourceError
 */
export async function openMirror(
  mirror: string,
  label: string,
  cacheDirectory: string,
): Promise<Repository> {
  const candidates = [path.resolve(mirror), path.resolve(mirror, ".git")];
  for (const place of candidates) {
    if ((await exists(path.join(place, "HEAD"))) && (await exists(path.join(place, "objects")))) {
      const folder = path.resolve(cacheDirectory, "mirrors");
      return { gitDirectory: await linkMirror(place, label, folder), label };
    }
  }
  throw new SourceError({
    code: "repository_unreadable",
    message: `${label} has no git repository at its mirror ${mirror}; correct "mirror" in the sources file or leave it out to clone.`,
  });
}

async function exists(file: string): Promise<boolean> {
  return (await stat(file).catch(() => undefined)) !== undefined;
}
