// Reads what every source has to teach, several repositories at once. What is returned depends on
// the repositories alone.
import { compareText } from "../../data/platform-version.js";
import { chooseBranches } from "../../builder/source/git/branches.js";
import { listBranches, type Branch, type Repository } from "../../builder/source/git/git.js";
import { openRepository } from "../../builder/source/git/repository.js";
import { SourceError } from "../../builder/source/source-error.js";
import type { Source } from "../../builder/source/source.js";
import { openThreadPool } from "../thread-pool.js";
import type { SourceTexts, SourceTextsTask } from "./source-texts.js";

/** A source, opened: what it is read from, and which branches at which commits. */
export interface OpenedSource {
  readonly source: Source;
  readonly repository: Repository;
  readonly branches: readonly Branch[];
}

/** What was read of one source. */
export interface SourceLesson extends OpenedSource {
  readonly texts: SourceTexts;
}

export interface OpenSourcesOptions {
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
  for (const source of sources.toSorted(compareSources)) {
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

export interface ReadTextsOptions {
  /** Repositories read at once. */
  readonly jobs: number;
  readonly signal: AbortSignal;
  readonly onRead: (done: number, label: string) => void;
}

/** One lesson for each source, in the same order. @throws SourceError; the signal's reason */
export async function readTexts(
  sources: readonly OpenedSource[],
  options: ReadTextsOptions,
): Promise<readonly SourceLesson[]> {
  const program = new URL("./source-texts.js", import.meta.url);
  const pool = openThreadPool<SourceTextsTask, SourceTexts>(program, options.jobs);
  const lessons: SourceLesson[] = [];
  const queue = [...sources.entries()];
  let done = 0;
  const readNext = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      options.signal.throwIfAborted();
      const [position, { source, repository, branches }] = next;
      const { gitDirectory, label } = repository;
      const texts = await pool.run({ gitDirectory, label, branches, addons: source.addons });
      lessons[position] = { source, repository, branches, texts };
      done += 1;
      options.onRead(done, label);
    }
  };
  try {
    const ends = await Promise.allSettled(Array.from({ length: options.jobs }, readNext));
    for (const end of ends) if (end.status === "rejected") throw end.reason;
  } finally {
    await pool.close();
  }
  return lessons;
}

function compareSources(left: Source, right: Source): number {
  return (
    compareText(left.organization, right.organization) ||
    compareText(left.repository, right.repository)
  );
}

function missingBranch(label: string, pattern: string): SourceError {
  return new SourceError({
    code: "repository_unreadable",
    message: `${label} has no branch "${pattern}"; correct "branches" in the sources file.`,
    expected: `a branch "${pattern}"`,
    got: "none",
  });
}
