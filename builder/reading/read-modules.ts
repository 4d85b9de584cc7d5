// The modules of a repository's branches, parsed; what the last build found out is used where it
// still holds: all of a branch that did not move, and of one that moved the parsing of folders with
// the same tree.
import { packEntry, type EntryContent } from "../../data/snapshot/module/entry-rows.js";
import type { BranchCache, BranchKey, CachedBranch, CachedModule } from "../cache/branch-cache.js";
import { packContent, type PackedContent } from "../cache/packed-content.js";
import type { Diagnostic } from "../parse/diagnostics.js";
import { isPathAlone, toFileKind } from "../parse/file-kind.js";
import { composeModule, type ModuleFile } from "../parse/module.js";
import type { FoundContent, RepositoryReader, SizedContent } from "./process/repository-reader.js";
import type { ListedBranch } from "./process/tasks.js";
import type { Branch } from "../source/git/git.js";
import { toShownPath } from "../source/git/git-path.js";
import { NO_HISTORY } from "../source/git/history.js";
import { MODULE_SHARE, overLimit, toBytes } from "../source/limits.js";
import type { ListedModule } from "../source/list-modules.js";
import type { Source } from "../source/source.js";
import { FILE_LIMIT_BYTES, type TreeRow } from "../source/git/trees.js";

interface ModuleReadingOptions {
  readonly source: Source;
  readonly reader: RepositoryReader;
  readonly branches: readonly Branch[];
  readonly cache: BranchCache;
  readonly signal: AbortSignal;
  /** Called with how many modules had to be parsed. */
  onParsed(modules: number): void;
  /** Called with each newly read branch, and the number of branches left. */
  onBranchRead(branch: string, left: number): void;
}

/** Bytes found so far in one reading; repeated finds count each time. */
interface FoundSoFar {
  resultBytes: number;
}

/** A branch that moved since the last build, or was never read. */
interface MovedBranch {
  readonly branch: Branch;
  readonly cached: CachedBranch | undefined;
}

/**
 * Reads and parses the modules of branches, one result for each, in their order; modules in path
 * order. What is returned depends on the repository alone, never on what the cache held.
 * @throws SourceError when git cannot read the repository; the signal's reason
 */
export async function readModules(options: ModuleReadingOptions): Promise<readonly CachedBranch[]> {
  const { source, branches, cache } = options;
  const read = new Map<Branch, CachedBranch>();
  const moved: MovedBranch[] = [];
  const all = await Promise.all(
    branches.map(async (branch) => ({
      branch,
      cached: await cache.read(toBranchKey(source, branch)),
    })),
  );
  const isSame = await findSame(all, options);
  for (const { branch, cached } of all) {
    if (cached !== undefined && isSame(branch, cached)) read.set(branch, cached);
    else moved.push({ branch, cached });
  }
  for (const [branch, found] of await readMoved(moved, options)) read.set(branch, found);
  const found = branches.flatMap((branch) => read.get(branch) ?? []);
  checkLimits(found, options.reader);
  return found;
}

/** Cached contents count as well, so that the result does not reveal the cache. */
function checkLimits(branches: readonly CachedBranch[], reader: RepositoryReader): void {
  let paths = 0;
  let resultBytes = 0;
  for (const { pathCount, modules } of branches) {
    paths += pathCount;
    for (const { found } of modules) {
      resultBytes += found.resultBytes;
      checkResult(found.resultBytes, resultBytes, reader);
    }
  }
  const { maxPaths } = reader.limits;
  if (paths > maxPaths) throw overLimit(reader.label, "paths", maxPaths);
}

/** @param ofModule bytes of what was found in a module, and in all until then */
function checkResult(ofModule: number, ofAll: number, { label, limits }: RepositoryReader): void {
  const { maxResultMib } = limits;
  const moduleMib = maxResultMib / MODULE_SHARE;
  if (ofModule > toBytes(moduleMib)) throw overLimit(label, "module", moduleMib);
  if (ofAll > toBytes(maxResultMib)) throw overLimit(label, "result", maxResultMib);
}

async function readMoved(
  moved: readonly MovedBranch[],
  options: ModuleReadingOptions,
): Promise<ReadonlyMap<Branch, CachedBranch>> {
  const { source, reader, signal } = options;
  const read = new Map<Branch, CachedBranch>();
  if (moved.length === 0) return read;
  const listings = await reader.listModules({
    branches: moved.map(({ branch }) => branch),
    repositoryName: source.repository,
    addons: source.addons,
    withoutHistory: source.withoutHistory === true,
  });
  // All are asked for at once, so that no process waits for the last file of a branch.
  const soFar = { resultBytes: 0 };
  const reading = moved.flatMap(({ branch, cached }, position) => {
    const listing = listings[position];
    if (listing === undefined) return [];
    return { branch, listing, contents: readContents(listing, cached, soFar, options) };
  });
  // The error reaches the awaiting caller; after a first failure nobody awaits the others.
  for (const { contents } of reading) contents.catch(() => undefined);
  for (const { branch, listing, contents } of reading) {
    signal.throwIfAborted();
    const { diagnostics, release, pathCount, commits } = listing;
    const modules = await contents;
    const { commit } = branch;
    const { addons } = source;
    const hasHistory = source.withoutHistory !== true;
    const isRead = { commit, addons, hasHistory, release, pathCount };
    const found = { ...isRead, modules, commits, diagnostics };
    await options.cache.write(toBranchKey(source, branch), found);
    read.set(branch, found);
    options.onBranchRead(branch.name, moved.length - read.size);
  }
  return read;
}

/**
 * True if the branch was read in its present state. Objects that have arrived since are not
 * searched.
 */
export async function isCached(
  branch: Branch,
  { source, cache }: Pick<ModuleReadingOptions, "source" | "cache">,
): Promise<boolean> {
  const cached = await cache.read(toBranchKey(source, branch));
  return cached !== undefined && isOf(cached, branch, source);
}

function isOf(cached: CachedBranch, branch: Branch, source: Source): boolean {
  return (
    cached.commit === branch.commit &&
    cached.addons.join("\n") === source.addons.join("\n") &&
    cached.hasHistory === (source.withoutHistory !== true)
  );
}

function toBranchKey(source: Source, branch: Branch): BranchKey {
  const { organization, repository } = source;
  return { organization, repository, branch: branch.name };
}

/** Tells branches that are as they were; absent blobs may have come since. */
async function findSame(
  branches: readonly MovedBranch[],
  { source, reader }: ModuleReadingOptions,
): Promise<(branch: Branch, cached: CachedBranch) => boolean> {
  const missed = branches.flatMap(({ branch, cached }) =>
    cached !== undefined && isOf(cached, branch, source) ? listAbsentOf(cached) : [],
  );
  const absent = new Set(missed.length === 0 ? [] : await reader.listAbsent([...new Set(missed)]));
  return (branch, cached) =>
    isOf(cached, branch, source) && listAbsentOf(cached).every((id) => absent.has(id));
}

function listAbsentOf({ modules }: CachedBranch): readonly string[] {
  return modules.flatMap((module) => module.absent);
}

async function readContents(
  listing: ListedBranch,
  cached: CachedBranch | undefined,
  soFar: FoundSoFar,
  options: ModuleReadingOptions,
): Promise<readonly CachedModule[]> {
  const known = findSameModules(listing.modules, cached);
  const changed = listing.modules.filter((module) => !known.has(module));
  const parsed = await parseModules(changed, soFar, options);
  return listing.modules.map((module, position) => {
    const { files: _files, ...details } = module;
    const history = listing.histories[position] ?? NO_HISTORY;
    const found = known.get(module) ?? parsed.get(module);
    if (found === undefined) throw new Error(`${module.sourcePath} was neither kept nor parsed`);
    const { found: inFiles, content, contentDigest } = found;
    return { ...details, ...history, found: inFiles, content, contentDigest };
  });
}

/** Facts that follow from the files of a module. */
type FromFiles = Pick<CachedModule, "found" | keyof PackedContent>;

/** The kept content of each listed module whose folder is as it was. */
function findSameModules(
  listed: readonly ListedModule[],
  cached: CachedBranch | undefined,
): ReadonlyMap<ListedModule, FromFiles> {
  // Two folders with one tree and name have the same content, wherever they are.
  const byTree = new Map(
    cached?.modules
      .filter((module) => module.absent.length === 0)
      .map((module) => [toContentKey(module), module]),
  );
  return new Map(
    listed.flatMap((module) => {
      const content = module.absent.length === 0 ? byTree.get(toContentKey(module)) : undefined;
      return content === undefined ? [] : [[module, content]];
    }),
  );
}

/** A module's own Python code imports it by its name, and what a repository is not to hold has no size. */
function toContentKey({
  treeId,
  technicalName,
  folderSizeBytes,
}: Pick<ListedModule, "treeId" | "technicalName" | "folderSizeBytes">): string {
  return `${treeId} ${technicalName}${folderSizeBytes === null ? " partly" : ""}`;
}

async function parseModules(
  modules: readonly ListedModule[],
  soFar: FoundSoFar,
  { reader, onParsed }: ModuleReadingOptions,
): Promise<ReadonlyMap<ListedModule, FromFiles>> {
  onParsed(modules.length);
  const wanted = modules.map((module) => module.files.flatMap((row) => toContent(row, module)));
  const contents = reader.parseContents(wanted.flat());
  const parsed = new Map<ListedModule, FromFiles>();
  for (const [position, module] of modules.entries()) {
    const files = wanted[position] ?? [];
    const found: (FoundContent | undefined)[] = [];
    for (let left = files.length; left > 0; left--) {
      const next = await contents.next();
      found.push(next.done === true ? undefined : next.value);
    }
    // Before it is put together: a find of many files takes memory for each of them.
    const resultBytes = found.reduce((sum, content) => sum + (content?.resultBytes ?? 0), 0);
    soFar.resultBytes += resultBytes;
    checkResult(resultBytes, soFar.resultBytes, reader);
    parsed.set(module, readFiles(module, files, found, resultBytes));
  }
  return parsed;
}

/** A file that is to be parsed; none when it is absent, too large or of no use. */
function toContent(
  { path, objectId, sizeBytes }: TreeRow,
  { manifest }: ListedModule,
): readonly (SizedContent & { readonly path: string })[] {
  const shown = toShownPath(path);
  const kind = toFileKind(shown, manifest);
  if (kind === undefined || sizeBytes === undefined || sizeBytes > FILE_LIMIT_BYTES) return [];
  return [{ path: shown, objectId, sizeBytes, kind }];
}

function readFiles(
  module: ListedModule,
  wanted: readonly { readonly path: string; readonly objectId: string }[],
  found: readonly (FoundContent | undefined)[],
  resultBytes: number,
): FromFiles {
  const files: ModuleFile[] = [];
  const absent = new Set<string>();
  for (const [position, { path, objectId }] of wanted.entries()) {
    const content = found[position];
    if (content === undefined) absent.add(objectId);
    else files.push({ path, parsed: content.parsed });
  }
  const { technicalName, manifest: manifestPath } = module;
  const listed = module.files.map(({ path, sizeBytes }) => ({
    path: toShownPath(path),
    sizeBytes: module.folderSizeBytes === null ? undefined : sizeBytes,
  }));
  const { value, diagnostics } = composeModule(files, listed, { technicalName, manifestPath });
  const { manifest, description, replacements, access, ...content } = value;
  const viewLinks = content.views.map(({ xml_id, inherit_xml_id, view_type }) => ({
    xml_id,
    inherit_xml_id,
    view_type,
  }));
  const unread = module.files.flatMap((row) => describeUnread(row, absent));
  const { facts } = manifest;
  return {
    found: {
      facts,
      description,
      viewLinks,
      replacements,
      // Nothing is said to be missing that may stand in a file which was not read.
      access: unread.length === 0 ? access : { ...access, groups: null, guarded: null },
      resultBytes,
      diagnostics: [...unread, ...diagnostics, ...describeUnloaded(module, content)],
    },
    ...packContent(packEntry(technicalName, content)),
  };
}

/** Without a package Python finds an empty one, and imports nothing. */
function describeUnloaded(
  { files, manifest: path }: ListedModule,
  { models, parts: { controllers } }: EntryContent,
): readonly Diagnostic[] {
  const [first] = [...models, ...controllers];
  if (first === undefined || files.some((row) => row.path === "__init__.py")) return [];
  return [{ code: "module_without_init", path, line: 1, detail: first.file }];
}

function describeUnread(
  { path, objectId, sizeBytes }: TreeRow,
  absent: ReadonlySet<string>,
): readonly Diagnostic[] {
  const place = { path: toShownPath(path), line: 1 };
  if (isPathAlone(place.path)) return [];
  if (sizeBytes === undefined || absent.has(objectId)) {
    return [{ code: "file_absent", ...place, detail: objectId }];
  }
  if (sizeBytes <= FILE_LIMIT_BYTES) return [];
  return [{ code: "file_too_large", ...place, detail: `${sizeBytes} bytes` }];
}
