// Commits of repositories as snapshots of their own: read as the builder reads repositories, without history, into a
// folder that the caller removes.
import { existsSync } from "node:fs";
import path from "node:path";
import type { Lock } from "../../server/compare/update/lock.js";
import type { CommandContext } from "../../data/settings/command.js";

export interface CommitSource {
  readonly organization: string;
  readonly repository: string;
  /** Address as the answer shows it. */
  readonly url: string;
  /** Possible repositories of the commit; the first that has it counts. */
  readonly addresses: readonly string[];
  readonly commit: string;
  /** `manifest`: that of most of its manifests. */
  readonly platformVersion: string;
  /** Folders of modules. */
  readonly addons: readonly string[];
}

const BRANCH = "commit";

/**
 * @param place where nothing is
 * @returns the folder of the snapshot
 * @throws SourceError for what no address has
 */
export async function readCommits(
  commits: readonly CommitSource[],
  place: string,
  { signal, version: program }: CommandContext,
): Promise<string> {
  const [{ buildSnapshot }, { DEFAULT_LIMITS }, { createProgress }] = await Promise.all([
    import("../../builder/build.js"),
    import("../../builder/source/limits.js"),
    import("../../builder/progress/progress.js"),
  ]);
  const sources = [];
  for (const one of commits) {
    const { organization, repository, url, addons } = one;
    const mirror = await fetchCommit(one, path.join(place, "clones"), signal);
    sources.push({
      organization,
      repository,
      url,
      cloneUrl: mirror,
      mirror,
      branches: [{ branch: BRANCH, platformVersion: one.platformVersion }],
      addons,
      withoutHistory: true as const,
    });
  }
  const out = path.join(place, "out");
  await buildSnapshot(sources, {
    out,
    cacheDirectory: path.join(place, "cache"),
    jobs: 1,
    limits: DEFAULT_LIMITS,
    pool: undefined,
    embedder: { kind: "none" },
    program,
    progress: createProgress("none", process.stderr),
    signal,
  });
  return out;
}

/** @returns a repository that has the commit alone, as a branch */
async function fetchCommit(
  { organization, repository, addresses, commit }: CommitSource,
  place: string,
  signal: AbortSignal,
): Promise<string> {
  const { fetchCommits, makeEmptyClone } = await import("../../builder/source/git/clone.js");
  const { SourceError } = await import("../../builder/source/source-error.js");
  const label = `${organization}/${repository}`;
  const gitDirectory = path.join(place, organization, `${repository}.git`);
  const clone = { gitDirectory, label, signal };
  await makeEmptyClone({ address: gitDirectory, clone });
  let fault: unknown;
  for (const address of addresses) {
    try {
      await fetchCommits({ address, clone }, new Map([[BRANCH, commit]]));
      return gitDirectory;
    } catch (error) {
      // A clone of the cache may lack what the server has.
      if (!(error instanceof SourceError)) throw error;
      fault ??= error;
    }
  }
  throw fault;
}

interface LockPlaces {
  /** Cache of the build. */
  readonly cache: string | undefined;
  readonly sources: string | undefined;
}

/** Resolves a lock: each repository in its mirror, in the clone of the cache, or at its server. */
export async function listLocked(
  { platform_version: platformVersion, repositories, modules }: Lock,
  { cache, sources }: LockPlaces,
): Promise<readonly CommitSource[]> {
  const [{ BUILD_SETTINGS }, { toCloneFolder }, { isSource, readSourcesFile }] = await Promise.all([
    import("../../builder/config.js"),
    import("../../builder/source/git/repository.js"),
    import("../../builder/source/sources-file.js"),
  ]);
  const listed = sources === undefined ? [] : readSourcesFile(sources).filter(isSource);
  return repositories.map(({ repository: provider, git: url, commit }) => {
    const [organization = "", repository = ""] = provider.split("/");
    const mirrors = listed
      .filter((one) => one.organization === organization && one.repository === repository)
      .flatMap(({ mirror }) => mirror ?? []);
    const clones = [true, undefined].map((withoutHistory) =>
      toCloneFolder(
        { organization, repository, ...(withoutHistory && { withoutHistory }) },
        cache ?? BUILD_SETTINGS.cache.default,
      ),
    );
    const folders = modules
      .filter((module) => module.repository === provider)
      .map((module) => path.posix.dirname(module.path));
    return {
      organization,
      repository,
      url,
      addresses: [...mirrors, ...clones.filter((folder) => existsSync(folder)), url],
      commit,
      platformVersion,
      addons: [...new Set(folders)],
    };
  });
}
