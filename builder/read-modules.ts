// The modules of a repository's branches, parsed; what the last build found out is used where it
// still holds: all of a branch that did not move, and of one that moved the parsing of folders with
// the same tree.
import type { BranchCache, BranchPlace, CachedBranch, CachedModule } from "./cache/branch-cache.js";
import type { ParsePool } from "./parse-pool.js";
import { isParsedFile } from "./parse/module.js";
import type { Branch, Repository } from "./source/git.js";
import type { FolderHistory } from "./source/history.js";
import { listModules, type ListedModule, type ModuleListing } from "./source/list-modules.js";
import { readFiles } from "./source/read-files.js";
import { readHistories } from "./source/read-histories.js";
import type { Source } from "./source/sources-file.js";

export interface ModuleReadingOptions {
  readonly source: Source;
  readonly repository: Repository;
  readonly branches: readonly Branch[];
  readonly pool: ParsePool;
  readonly cache: BranchCache;
  readonly signal: AbortSignal;
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
  for (const branch of branches) {
    const cached = await cache.read(toPlace(source, branch));
    if (cached !== undefined && isStillWhole(cached, branch, source)) read.set(branch, cached);
    else moved.push({ branch, cached });
  }
  for (const [branch, found] of await readMoved(moved, options)) read.set(branch, found);
  return branches.flatMap((branch) => read.get(branch) ?? []);
}

async function readMoved(
  moved: readonly MovedBranch[],
  options: ModuleReadingOptions,
): Promise<ReadonlyMap<Branch, CachedBranch>> {
  const { source, repository, signal } = options;
  const read = new Map<Branch, CachedBranch>();
  if (moved.length === 0) return read;
  // Starting git costs more than its work on a branch: each question is asked once for all.
  const listings = await listModules({
    repository,
    branches: moved.map(({ branch }) => branch),
    repositoryName: source.repository,
    addons: source.addons,
  });
  const listed = moved.map((row, position) => ({
    ...row,
    listing: listings[position] ?? { modules: [], diagnostics: [] },
  }));
  const histories = await readHistories(
    repository,
    listed.map(({ branch, listing }) => ({ branch, modules: listing.modules })),
  );
  for (const [position, { branch, cached, listing }] of listed.entries()) {
    signal.throwIfAborted();
    const modules = await readContents(listing, cached, histories[position] ?? [], options);
    const { commit } = branch;
    const found = { commit, addons: source.addons, modules, diagnostics: listing.diagnostics };
    await options.cache.write(toPlace(source, branch), found);
    read.set(branch, found);
  }
  return read;
}

function toPlace(source: Source, branch: Branch): BranchPlace {
  const { organization, repository } = source;
  return { organization, repository, branch: branch.name };
}

/** Absent blobs may have come since, so that a folder without them is always looked at again. */
function isStillWhole(cached: CachedBranch, branch: Branch, { addons }: Source): boolean {
  return (
    cached.commit === branch.commit &&
    cached.addons.join("\n") === addons.join("\n") &&
    cached.modules.every((module) => module.isComplete)
  );
}

async function readContents(
  listing: ModuleListing,
  cached: CachedBranch | undefined,
  histories: readonly FolderHistory[],
  options: ModuleReadingOptions,
): Promise<readonly CachedModule[]> {
  const known = findSameModules(listing.modules, cached);
  const changed = listing.modules.filter((module) => !known.has(module));
  const parsed = await parseModules(changed, options);
  return listing.modules.map((module, position) => {
    const { files: _files, ...facts } = module;
    const history = histories[position] ?? { updatedAtSeconds: 0, committers: [] };
    const content = known.get(module) ?? parsed.get(module);
    if (content === undefined) throw new Error(`${module.sourcePath} was neither kept nor parsed`);
    // A deep copy: a text cut out of git's output keeps all of that output in memory.
    return {
      ...structuredClone({ ...facts, ...history }),
      parsed: content.parsed,
      diagnostics: content.diagnostics,
    };
  });
}

type ModuleContent = Pick<CachedModule, "parsed" | "diagnostics">;

/** The kept content of each listed module whose folder is as it was. */
function findSameModules(
  listed: readonly ListedModule[],
  cached: CachedBranch | undefined,
): ReadonlyMap<ListedModule, ModuleContent> {
  // Two folders with one tree have the same content, wherever they are.
  const byTree = new Map(
    cached?.modules.filter((module) => module.isComplete).map((module) => [module.treeId, module]),
  );
  return new Map(
    listed.flatMap((module) => {
      const content = module.isComplete ? byTree.get(module.treeId) : undefined;
      return content === undefined ? [] : [[module, content]];
    }),
  );
}

async function parseModules(
  modules: readonly ListedModule[],
  { repository, pool }: ModuleReadingOptions,
): Promise<ReadonlyMap<ListedModule, ModuleContent>> {
  const contents = await readFiles(repository, modules, isParsedFile);
  return new Map(
    await Promise.all(
      modules.map(async (module, position): Promise<[ListedModule, ModuleContent]> => {
        const { files, diagnostics } = contents[position] ?? { files: [], diagnostics: [] };
        const { value, diagnostics: found } = await pool.parse({
          files,
          manifest: module.manifest,
        });
        return [module, { parsed: value, diagnostics: [...diagnostics, ...found] }];
      }),
    ),
  );
}
