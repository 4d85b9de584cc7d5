// One source: its repository is opened, and what was read of it the last time is taken where it still holds; else its
// branches are read. What cannot be read becomes a fault in the report.
import type { DiagnosticRow, SourceRow } from "../../data/snapshot/contents.js";
import { NOTHING_PACKED, type PackedHistory } from "../../data/snapshot/history/packed-history.js";
import { toGroups } from "../../data/grouped.js";
import type { BranchCache, CachedBranch, CachedModule } from "../cache/branch-cache.js";
import type { FoundEntries } from "../cache/found-entry.js";
import type { CachedReading, ReadingCache, ReadingKey } from "../cache/reading-cache.js";
import type { Clock } from "../../data/network/clock.js";
import { NO_FACTS, type JoinedCommits, type LineageFacts } from "../lineage/facts.js";
import { digestReading, type SourceState } from "../provenance/provenance.js";
import { chooseBranches, type BranchChoice, type ChosenBranch } from "../source/git/branches.js";
import type { Repository } from "../source/git/git.js";
import {
  openRepository,
  readWithRepair,
  type KnownBranches,
  type OpenedRepository,
  LAST_IS_KEPT,
} from "../source/git/repository.js";
import type { RetryOptions } from "../source/git/retry.js";
import { toLabel, type Source } from "../source/source.js";
import { isRefused, type RepositoryLimits } from "../source/limits.js";
import type { FoundRequest } from "../source/commits/port-requests.js";
import { isFault, type SourceError } from "../source/source-error.js";
import {
  findVersions,
  type ModuleVersion,
  refuseSameVersions,
  type VersionedBranch,
} from "./branch-versions.js";
import {
  toBranchRow,
  toDiagnosticRows,
  toFoundEntries,
  toSerialisedBranch,
  createPortRequests,
} from "./cached-reading.js";
import type { ReaderPool } from "./process/reader-pool.js";
import {
  openRepositoryReader,
  readChoice,
  type RepositoryReader,
} from "./process/repository-reader.js";
import { peekVersions, saysNothing } from "./read-manifests.js";
import { readModules } from "./read-modules.js";

/** Result of reading one source, on any machine. */
export interface PartResult extends FoundEntries {
  readonly row: SourceRow;
  readonly diagnostics: readonly DiagnosticRow[];
  /** History for comparing its branches. */
  readonly history: PackedHistory;
  /** Lineage facts of its modules. */
  readonly lineage: LineageFacts;
}

export interface SourceResult extends PartResult {
  readonly source: Source;
  /** State of the source before reading. */
  readonly state: SourceState;
  /** Would it be read the same again, its state being the same? */
  readonly isSettled: boolean;
  /** Ids of blobs that were wanted and that the repository does not hold. */
  readonly absent: readonly string[];
  readonly seconds: number;
}

export interface ReadSourceOptions {
  readonly cacheDirectory: string;
  readonly cache: BranchCache;
  readonly readings: ReadingCache;
  readonly pool: ReaderPool;
  readonly limits: RepositoryLimits;
  /** Branches of sources that were asked for them a moment ago, by `organization/repository`. */
  readonly choices?: ReadonlyMap<string, KnownBranches> | undefined;
  readonly signal: AbortSignal;
  /** May a kept reading be taken, whose contents are compared when they are asked for? Default: yes. */
  readonly takesKept?: boolean;
  /** May what was read last stand for a repository that cannot be read? Default: yes. */
  readonly takesLast?: boolean;
  readonly whileWaiting?: RetryOptions["whileWaiting"];
  /** Called with what happened to the cache and not to the result. */
  onNote(note: string): void;
  /** Called before a wait for a server that cannot be reached now. */
  onNotice(notice: string): void;
  readonly onUnreachable?: ((message: string) => void) | undefined;
  /** Default: the clock of the machine. */
  readonly clock?: Clock | undefined;
  /** Called with how many modules were parsed; the others are known from the last time. */
  onParsed(modules: number): void;
  /**
   * Called with each newly read branch, as `<org>/<repo> <branch>`, and the number of branches left
   * there.
   */
  onBranchRead(branch: string, left: number): void;
}

/** @throws the signal's reason when it is aborted */
export async function readSource(
  source: Source,
  options: ReadSourceOptions,
): Promise<SourceResult> {
  const start = performance.now();
  let choice: BranchChoice | undefined;
  let fault: SourceError | undefined;
  let found: FoundResult = { ...readNothing(source, []), isSettled: true };
  try {
    const looked = options.choices?.get(toLabel(source));
    const opening = { ...options, known: looked };
    const repository = await openRepository(source, options.cacheDirectory, opening);
    const known = repository.isStale === true ? undefined : looked;
    const { repair: _repair, signal: _signal, isStale: _isStale, ...readable } = repository;
    const reader = openRepositoryReader(readable, options.pool, options.limits, options.signal);
    try {
      choice = known?.choice ?? (await readChoice(reader, source));
      const digest = digestReading(source, choice, options.limits);
      const chosen = { source, digest, choice, repository, reader };
      found = (await findCached(chosen, options)) ?? (await readAnew(chosen, options));
    } finally {
      reader.close();
    }
  } catch (error) {
    if (!isFault(error)) throw error;
    fault = error;
  }
  const faults = fault === undefined ? found.row.faults : [...found.row.faults, fault.message];
  const told = { ...found, fault: fault?.code ?? found.fault, row: { ...found.row, faults } };
  const read = (await findLast(source, told, options)) ?? told;
  return {
    ...read,
    readContent: options.cache.readContent,
    source,
    state: choice === undefined ? { fault: fault?.message ?? "" } : { choice },
    isSettled: read.isSettled && (fault === undefined || choice === undefined || isSettled(fault)),
    seconds: (performance.now() - start) / 1000,
  };
}

interface FoundResult extends CachedReading, Pick<SourceResult, "isSettled"> {
  /** Code of the last thing that could not be read. */
  readonly fault?: string | undefined;
}

/**
 * Last reading of a repository without a readable module: its modules stay in the index as they
 * were, and all others are published. Nothing if the sources file now asks for other branches.
 */
async function findLast(
  source: Source,
  { row, modules, fault: reason = "no_module" }: FoundResult,
  { readings, takesKept = true, takesLast = true }: ReadSourceOptions,
): Promise<FoundResult | undefined> {
  if (modules.length > 0 || !takesKept || !takesLast) return undefined;
  const last = await readings.find(source);
  if (last === undefined || last.modules.length === 0) return undefined;
  const had = last.row.branches.map(({ branch: name, commit }) => ({ name, commit }));
  if (chooseBranches(had, source.branches).branches.length < had.length) return undefined;
  const branches = last.row.branches.map((branch) => {
    const own = last.modules.filter(({ head }) => head.branch === branch.branch);
    const date = own.map(({ head }) => head.update_date).reduce(chooseLater, null);
    return { ...branch, stale: { reason, date } };
  });
  const said = row.faults.length > 0 ? row.faults : [`${toLabel(source)} has no module any more.`];
  const faults = [...said.slice(0, -1), `${said.at(-1)} ${LAST_IS_KEPT}`];
  return { ...last, row: { ...last.row, branches, faults }, isSettled: false };
}

const chooseLater = (one: string | null, other: string | null): string | null =>
  (one ?? "") > (other ?? "") ? one : other;

interface ChosenSource {
  readonly source: Source;
  /** Stands for all that reading it depends on. */
  readonly digest: string;
  readonly choice: BranchChoice;
  readonly repository: OpenedRepository;
  readonly reader: RepositoryReader;
}

function readNothing(
  { organization, repository, url, priority }: Source,
  faults: readonly string[],
): CachedReading {
  return {
    row: {
      organization,
      repository,
      git: url,
      branches: [],
      faults,
      ...(priority !== undefined && { priority }),
    },
    modules: [],
    diagnostics: [],
    absent: [],
    history: NOTHING_PACKED,
    lineage: NO_FACTS,
  };
}

function toReadingKey({ source, digest }: ChosenSource): ReadingKey {
  const { organization, repository } = source;
  return { organization, repository, digest };
}

/** Cached reading of the same branches, unless absent objects have arrived since. */
async function findCached(
  chosen: ChosenSource,
  { readings, takesKept = true }: ReadSourceOptions,
): Promise<FoundResult | undefined> {
  const kept = takesKept ? await readings.find(toReadingKey(chosen)) : undefined;
  if (kept === undefined || (await chosen.reader.holdsAny(kept.absent))) return undefined;
  return { ...kept, isSettled: true };
}

/** Reads the branches, and keeps what was read where they alone decide it. */
async function readAnew(chosen: ChosenSource, options: ReadSourceOptions): Promise<FoundResult> {
  const { source, choice, repository, reader } = chosen;
  const faults: SourceError[] = [];
  const absent = new Set<string>();
  let distinct: readonly VersionedBranch[] = [];
  let joined: JoinedCommits | undefined;
  let requests: readonly FoundRequest[] = [];
  await collectFaults(faults, async () => {
    const read = (wanted: readonly ChosenBranch[]): Promise<readonly CachedBranch[]> =>
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
    const byName = toGroups(choice.branches, ({ name }) => name);
    const tellable = await peekVersions(chosen, byName, faults, options);
    for (const [branch, one] of await readAllOrEach(tellable, read, faults)) {
      for (const module of one.modules) module.absent.forEach((id) => absent.add(id));
      const rules = byName.get(branch.name) ?? [];
      if (saysNothing(source, rules, one)) continue;
      const found = findVersions(repository.label, rules, one, toModuleVersion);
      faults.push(...found.errors);
      const mapped = rules.find(({ isMapped }) => isMapped) ?? branch;
      for (const [platformVersion, modules] of found.versions) {
        versioned.push({ branch: mapped, read: one, platformVersion, modules });
      }
    }
    const told = refuseSameVersions(repository.label, versioned);
    faults.push(...told.errors);
    joined = await reader.joinCommits(told.distinct.map(toSerialisedBranch));
    for (const id of joined.absent) absent.add(id);
    const tips = told.distinct.map(({ branch }) => branch.commit);
    const { requests: heads = [] } = choice;
    requests = heads.length === 0 ? [] : await reader.findRequests(heads, tips);
    ({ distinct } = told);
  });
  const missing = source.viaOrganization === true ? [] : describeMissing(repository, choice);
  const findPortRequests = createPortRequests(requests, distinct);
  const nothing = readNothing(source, [...missing, ...faults.map(({ message }) => message)]);
  const reading: CachedReading = {
    ...nothing,
    ...joined,
    row: { ...nothing.row, branches: distinct.map(toBranchRow) },
    modules: distinct.flatMap((found) => toFoundEntries(source, found, findPortRequests)),
    diagnostics: distinct.flatMap((found, at) =>
      toDiagnosticRows(source, found, distinct.findIndex(({ read }) => read === found.read) === at),
    ),
    absent: [...absent],
  };
  // A result without modules replaces nothing: the cached reading may be needed when nothing else
  // is readable.
  if (reading.modules.length > 0 && faults.every(isOfContent)) {
    await options.readings.write(toReadingKey(chosen), reading);
  }
  return { ...reading, isSettled: faults.every(isSettled), fault: faults.at(-1)?.code };
}

/**
 * Reads all branches. If the repository has a fault, the readable branches are found one by one; a
 * branch over a limit is not read again.
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
 * Wanted branches or modules that are missing. Elements for a whole organization report nothing:
 * some repositories have no such branch, or no modules at all.
 */
function describeMissing(
  { label }: Pick<Repository, "label">,
  choice: BranchChoice,
): readonly string[] {
  if (choice.branches.length === 0 && choice.unmatched.length === 0) {
    return [
      `${label} has no branch named like a platform version (16.0); name its branches in the sources file, its default branch as "HEAD".`,
    ];
  }
  return choice.unmatched.map((pattern) => {
    const correct = /^(?:main|master)$/.test(pattern)
      ? 'name its default branch "HEAD"'
      : 'correct "branches"';
    return `${label} has no branch "${pattern}"; ${correct} in the sources file.`;
  });
}

function toModuleVersion({ sourcePath, found }: CachedModule): ModuleVersion {
  const { manifest_version: written, installable } = found.facts;
  return { sourcePath, written, installable };
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
  return isRefused(fault) || isOfContent(fault);
}

/**
 * True if the error depends on branch contents only, so that retrying is useless. A fault of
 * resources is tried again once other branches moved.
 */
function isOfContent({ code }: SourceError): boolean {
  return code.startsWith("platform_version_");
}
