// From a source to a repository on this machine: its local mirror, or a bare clone in the cache.
import { mkdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { cloneBare, fetchBare, type Repository } from "./git.js";
import { SourceError } from "./source-error.js";
import type { Source } from "./sources-file.js";

/**
 * The repository of a source, ready to be read. A mirror is taken as it is; otherwise the clone in
 * `cacheDirectory` is made or brought up to date.
 * @throws SourceError when there is no such repository or it cannot be reached.
 */
export async function openRepository(source: Source, cacheDirectory: string): Promise<Repository> {
  const label = `${source.organization}/${source.repository}`;
  if (source.mirror !== undefined) return openMirror(source.mirror, label);
  const folder = path.join(cacheDirectory, "clones", source.organization);
  const gitDirectory = path.join(folder, `${source.repository}.git`);
  if (await exists(gitDirectory)) {
    const repository = { gitDirectory, label };
    await fetchBare(source.cloneUrl, repository);
    return repository;
  }
  // Cloned beside its place and moved there when whole, so that a broken clone is never used.
  const partial = `${gitDirectory}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await cloneBare(source.cloneUrl, partial, label);
  await rename(partial, gitDirectory);
  return { gitDirectory, label };
}

async function openMirror(mirror: string, label: string): Promise<Repository> {
  const candidates = [mirror, path.join(mirror, ".git")];
  for (const gitDirectory of candidates) {
    if (
      (await exists(path.join(gitDirectory, "HEAD"))) &&
      (await exists(path.join(gitDirectory, "objects")))
    ) {
      return { gitDirectory, label };
    }
  }
  throw new SourceError({
    code: "repository_unreadable",
    message: `${label} has no git repository at its mirror ${mirror}; correct "mirror" in the sources file or leave it out to clone.`,
    expected: "a git directory, bare or with a work tree",
    got: (await exists(mirror)) ? "a folder without one" : "nothing",
  });
}

async function exists(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch {
    return false;
  }
}
