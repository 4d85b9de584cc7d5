// From sources to parsed modules: opens each repository, reads its branches, parses its modules.
// A repository that cannot be read becomes a fault in the report; the others are read.
import type { BranchRow, DiagnosticRow, SourceRow } from "../../data/snapshot/contents.js";
import { NOTHING_PACKED, type PackedHistory } from "../../data/snapshot/history/packed-history.js";
import type { Clock } from "../clock.js";
import type { BranchCache, CachedBranch, CachedModule } from "../cache/branch-cache.js";
import type { HistoryCache, HistoryKey } from "../cache/history-cache.js";
import { unpackContent } from "../cache/packed-content.js";
import type { ReadModule } from "../catalog/read-module.js";
import { NO_FACTS, packFacts, type JoinedCommits } from "../lineage/facts.js";
import type { Diagnostic } from "../parse/diagnostics.js";
import {
  describeDiffering,
  getPlatformVersion,
  refuseSameVersions,
  type VersionedBranch,
} from "./branch-versions.js";
import type { ReaderPool } from "./process/reader-pool.js";
import { openRepositoryReader } from "./process/repository-reader.js";
import type { SourceState } from "../provenance/provenance.js";
import { toLabel } from "../source/label.js";
import { MANIFEST } from "../source/branch-rule.js";
import { chooseBranches, type BranchChoice, type ChosenBranch } from "../source/git/branches.js";
import type { Repository } from "../source/git/git.js";
import { isRefused, type RepositoryLimits } from "../source/limits.js";
import { readModules } from "./read-modules.js";
import { openSlots } from "./slots.js";
import { openRepository, readWithRepair, type KnownBranches } from "../source/git/repository.js";
import { isFault, type SourceError } from "../source/source-error.js";
import type { Source } from "../source/sources-file.js";

/** What was read of one source, by whatever machine. */
export interface PartReading {
  readonly row: SourceRow;
  readonly modules: readonly ReadModule[];
  readonly diagnostics: readonly DiagnosticRow[];
  /** What its branches are compared by. */
  readonly history: PackedHistory;
  /** What tells where its modules come from and go to, as `packFacts` gave it. */
  readonly lineage: Uint8Array;
}

/** What was read of one source here. */
export interface SourceReading extends PartReading {
  readonly source: Source;
  /** What was known of it before it was read. */
  readonly state: SourceState;
  /** Would it be read the same again, its state being the same? */
  readonly isSettled: boolean;
  /** Ids of blobs that were wanted and that the repository does not hold. */
  readonly absent: readonly string[];
  /** How long it took. */
  readonly seconds: number;
}

export interface ReadOptions {
  readonly cacheDirectory: string;
  readonly cache: BranchCache;
  readonly histories: HistoryCache;
  readonly pool: ReaderPool;
  /** What each repository may take. */
  readonly limits: RepositoryLimits;
  /** Branches of sources that were asked for them a moment ago, by `organization/repository`. */
  readonly choices?: ReadonlyMap<string, KnownBranches> | undefined;
  /** Repositories read at once. */
  readonly jobs: number;
  readonly signal: AbortSignal;
  /** Called with what happened to the cache and not to the result. */
  onNote(note: string): void;
  /** Called before a wait for a server that cannot be reached now. */
  onNotice(notice: string): void;
  /** As OpenOptions has it. */
  readonly onUnreachable?: ((message: string) => void) | undefined;
  /** Default: the clock of the machine. */
  readonly clock?: Clock | undefined;
  /** Called with how many modules were parsed; the others are known from the last time. */
  onParsed(modules: number): void;
  /** Called with each branch that was read anew, as `<org>/<repo> <branch>`, and how many of these are left there. */
  onBranchRead(branch: string, left: number): void;
  onSourceRead(reading: SourceReading): void;
}

/** One reading for each source, in the same order. @throws the signal's reason when it is aborted */
export async function readSources(
  sources: readonly Source[],
  options: ReadOptions,
): Promise<readonly SourceReading[]> {
  const slots = openSlots(options.jobs);
  const patient = { ...options, whileWaiting: slots.leave };
  const readOne = async (source: Source): Promise<SourceReading> => {
    options.signal.throwIfAborted();
    const reading = await readSource(source, patient);
    options.onSourceRead(reading);
    return reading;
  };
  // Those that moved begin first, so that the others are taken from the cache while git works for these.
  const isAsItWas = (source: Source): number =>
    options.choices?.get(toLabel(source))?.hasMoved === false ? 1 : 0;
  const started = [...sources.entries()].toSorted(
    ([, left], [, right]) => isAsItWas(left) - isAsItWas(right),
  );
  const running: Promise<SourceReading>[] = [];
  for (const [at, source] of started) running[at] = slots.run(() => readOne(source));
  // All have ended before anything is thrown: who waits may give the cache free.
  const ends = await Promise.allSettled(running);
  return ends.map((end) => {
    if (end.status === "rejected") throw end.reason;
    return end.value;
  });
}

async function readSource(source: Source, options: ReadOptions): Promise<SourceReading> {
  const start = performance.now();
  const { organization, repository: name, url: git } = source;
  const faults: SourceError[] = [];
  const missing: string[] = [];
  const branches: BranchRow[] = [];
  const modules: ReadModule[] = [];
  const absent = new Set<string>();
  let choice: BranchChoice | undefined;
  const diagnostics: DiagnosticRow[] = [];
  let joined: JoinedCommits = { history: NOTHING_PACKED, lineage: packFacts(NO_FACTS) };
  const keep = (found: VersionedBranch): void => {
    branches.push(toBranchRow(found));
    modules.push(...toReadModules(source, found));
    diagnostics.push(...toDiagnosticRows(source, found));
  };
  await collectFaults(faults, async () => {
    const looked = options.choices?.get(toLabel(source));
    const repository = await openRepository(source, options.cacheDirectory, {
      ...options,
      known: looked,
    });
    const known = repository.isStale === true ? undefined : looked;
    const { repair: _repair, signal: _signal, isStale: _isStale, ...readable } = repository;
    const reader = openRepositoryReader(readable, options.pool, options.limits, options.signal);
    try {
      choice = known?.choice ?? chooseBranches(await reader.listBranches(), source.branches);
      if (source.viaOrganization !== true) missing.push(...describeMissing(repository, choice));
      const readThese = (wanted: readonly ChosenBranch[]): Promise<readonly CachedBranch[]> =>
        readWithRepair(repository, () =>
          readModules({
            ...options,
            source,
            reader,
            branches: wanted,
            onBranchRead: (branch, left) =>
              options.onBranchRead(`${repository.label} ${branch}`, left),
          }),
        );
      const versioned: VersionedBranch[] = [];
      for (const [branch, read] of await readAllOrEach(choice.branches, readThese, faults)) {
        for (const module of read.modules) module.absent.forEach((id) => absent.add(id));
        if (saysNothing(source, branch, read)) continue;
        await collectFaults(faults, () => {
          const platformVersion = getPlatformVersion(repository.label, branch, read);
          versioned.push({ branch, read, platformVersion });
        });
      }
      const { distinct, errors } = refuseSameVersions(repository.label, versioned);
      faults.push(...errors);
      const key = toHistoryKey(source, distinct);
      joined = await options.histories.get(key, () => reader.joinCommits(key.branches));
      distinct.forEach(keep);
    } finally {
      reader.close();
    }
  });
  const messages = faults.map(({ message }) => message);
  return {
    row: { organization, repository: name, git, branches, faults: [...missing, ...messages] },
    source,
    state: choice === undefined ? { fault: messages.join(" ") } : { choice },
    isSettled: faults.every((fault) => choice === undefined || isSettled(fault)),
    absent: [...absent],
    modules,
    diagnostics,
    ...joined,
    seconds: (performance.now() - start) / 1000,
  };
}

/**
 * What `read` gives of branches. Where something of the repository cannot be read, the branches that
 * can are found one by one; but one that takes more than it may is not read again.
 */
async function readAllOrEach(
  branches: readonly ChosenBranch[],
  read: (branches: readonly ChosenBranch[]) => Promise<readonly CachedBranch[]>,
  faults: SourceError[],
): Promise<readonly (readonly [ChosenBranch, CachedBranch])[]> {
  try {
    return pair(branches, await read(branches));
  } catch (error) {
    if (!isFault(error) || isRefused(error)) throw error;
  }
  const found: (readonly [ChosenBranch, CachedBranch])[] = [];
  for (const branch of branches) {
    await collectFaults(faults, async () => {
      found.push(...pair([branch], await read([branch])));
    });
  }
  return found;
}

function pair(
  branches: readonly ChosenBranch[],
  found: readonly CachedBranch[],
): readonly (readonly [ChosenBranch, CachedBranch])[] {
  return branches.flatMap((branch, at) => {
    const read = found[at];
    return read === undefined ? [] : [[branch, read] as const];
  });
}

/**
 * What was asked for of a repository and is not there. Of a whole organization it was not asked of
 * this repository: some have no such branch, or no modules at all.
 */
function describeMissing(
  { label }: Pick<Repository, "label">,
  choice: BranchChoice,
): readonly string[] {
  if (choice.branches.length === 0 && choice.unmatched.length === 0) {
    return [
      `${label} has no branch named like a platform version (16.0); name its branches in the sources file.`,
    ];
  }
  return choice.unmatched.map(
    (pattern) => `${label} has no branch "${pattern}"; correct "branches" in the sources file.`,
  );
}

/** Is there no manifest to tell a version, where of a whole organization nobody said that there is one? */
function saysNothing(
  { viaOrganization }: Source,
  { versionText }: ChosenBranch,
  { modules }: CachedBranch,
): boolean {
  return viaOrganization === true && versionText === MANIFEST && modules.length === 0;
}

/** A source that cannot be read is a fault to be reported; anything else is a defect. */
async function collectFaults(
  faults: SourceError[],
  read: () => Promise<void> | void,
): Promise<void> {
  try {
    await read();
  } catch (error) {
    if (!isFault(error)) throw error;
    faults.push(error);
  }
}

/** Follows the fault from what the branches hold, so that only another state would be without it? */
function isSettled(fault: SourceError): boolean {
  return isRefused(fault) || fault.code.startsWith("platform_version_");
}

function toHistoryKey(source: Source, branches: readonly VersionedBranch[]): HistoryKey {
  const { organization, repository } = source;
  return {
    organization,
    repository,
    branches: branches.map(({ branch, read, platformVersion }) => ({
      branch: branch.name,
      platformVersion,
      commit: read.commit,
      commits: read.commits,
    })),
  };
}

function toBranchRow({ branch, read, platformVersion }: VersionedBranch): BranchRow {
  const { name, commit } = branch;
  return { branch: name, platform_version: platformVersion, commit, modules: read.modules.length };
}

function toReadModules(
  source: Source,
  { branch: { name, commit }, read, platformVersion }: VersionedBranch,
): ReadModule[] {
  return read.modules.map(({ parsed, content, ...module }) => {
    const {
      assets: _assets,
      data: _data,
      description: _description,
      ...manifest
    } = parsed.manifest;
    return {
      organization: source.organization,
      repository: source.repository,
      git: source.url,
      branch: name,
      platformVersion,
      commit,
      technicalName: module.technicalName,
      sourcePath: module.sourcePath,
      folderSizeBytes: module.folderSizeBytes,
      hasTests: module.hasTests,
      updatedAtSeconds: module.updatedAtSeconds,
      codeChangedAtSeconds: module.codeChangedAtSeconds,
      committers: module.committers,
      developers: module.developers,
      translators: module.translators,
      manifest,
      description: parsed.description,
      viewLinks: parsed.viewLinks,
      contentDigest: module.contentDigest,
      readContent: () => unpackContent(content),
    };
  });
}

function toDiagnosticRows(source: Source, found: VersionedBranch): DiagnosticRow[] {
  const { branch, read, platformVersion } = found;
  const ofModules = read.modules.flatMap((module) =>
    module.diagnostics.map((diagnostic) => inRepository(module, diagnostic)),
  );
  const ofVersions = describeDiffering(found).map(([module, diagnostic]) =>
    inRepository(module, diagnostic),
  );
  const all = [...read.diagnostics, ...ofModules, ...ofVersions];
  return all.map(({ path, line, code, detail }) => ({
    organization: source.organization,
    repository: source.repository,
    branch: branch.name,
    platform_version: platformVersion,
    path,
    line,
    code,
    detail,
  }));
}

/** With its path from the root of the repository. */
function inRepository({ sourcePath }: CachedModule, diagnostic: Diagnostic): Diagnostic {
  const { path } = diagnostic;
  return { ...diagnostic, path: sourcePath === "." ? path : `${sourcePath}/${path}` };
}
