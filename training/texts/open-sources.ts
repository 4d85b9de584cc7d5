// Opens the sources that are learned from: which branches of them, at which commits.
import { compareRepositories } from "../../data/snapshot/encode.js";
import { chooseBranches } from "../../builder/source/git/branches.js";
import { listBranches, type Branch, type Repository } from "../../builder/source/git/git.js";
import { openRepository } from "../../builder/source/git/repository.js";
import { SourceError } from "../../builder/source/source-error.js";
import type { Source } from "../../builder/source/source.js";

/** A source, opened: what it is read from, and which branches at which commits. */
export interface OpenedSource {
  readonly source: Source;
  readonly repository: Repository;
  readonly branches: readonly Branch[];
}

interface OpenSourcesOptions {
  readonly cacheDirectory: string;
  readonly signal: AbortSignal;
  readonly onOpened: (done: number) => void;
}

/**
 * Opens every source, by name, so that their order in the file says nothing.
 * @throws SourceError when one cannot be read: weights of less than was asked for could not be told
 * from the right ones; the signal's reason
 */
export async function openSources(
  sources: readonly Source[],
  { cacheDirectory, signal, onOpened }: OpenSourcesOptions,
): Promise<readonly OpenedSource[]> {
  const opened: OpenedSource[] = [];
  for (const source of sources.toSorted(compareRepositories)) {
    signal.throwIfAborted();
    const repository = await openRepository(source, cacheDirectory, { signal });
    const { branches, unmatched } = chooseBranches(await listBranches(repository), source.branches);
    const [missing] = unmatched;
    if (missing !== undefined) throw missingBranch(repository.label, missing);
    opened.push({ source, repository, branches });
    onOpened(opened.length);
  }
  return opened;
}

function missingBranch(label: string, pattern: string): SourceError {
  return new SourceError({
    code: "repository_unreadable",
    message: `${label} has no branch "${pattern}"; correct "branches" in the sources file.`,
    expected: `a branch "${pattern}"`,
    got: "none",
  });
}
