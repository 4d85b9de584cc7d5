// From sources to parsed modules: opens each repository, reads its branches, parses its modules.
// A repository that cannot be read becomes a fault in the report; the others are read.
import type { DiagnosticRow, SourceRow } from "../data/snapshot/contents.js";
import type { ReadModule } from "./catalog/read-module.js";
import type { ParsePool } from "./parse-pool.js";
import { isParsedFile } from "./parse/module.js";
import { chooseBranches } from "./source/branches.js";
import { listBranches, type Branch, type Repository } from "./source/git.js";
import { readBranch, type ModuleSource } from "./source/read-branch.js";
import { openRepository } from "./source/repository.js";
import { SourceError } from "./source/source-error.js";
import type { Source } from "./source/sources-file.js";

/** What was read of one source. */
export interface SourceReading {
  readonly row: SourceRow;
  readonly modules: readonly ReadModule[];
  readonly diagnostics: readonly DiagnosticRow[];
}

export interface ReadOptions {
  readonly cacheDirectory: string;
  readonly pool: ParsePool;
  /** Repositories read at once. */
  readonly jobs: number;
  readonly signal: AbortSignal;
  onSourceRead(reading: SourceReading): void;
}

/** One reading for each source, in the same order. @throws the signal's reason when it is aborted */
export async function readSources(
  sources: readonly Source[],
  options: ReadOptions,
): Promise<readonly SourceReading[]> {
  const readings: SourceReading[] = [];
  const queue = [...sources.entries()];
  const readNext = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [position, source] = next;
      const reading = await readSource(source, options);
      readings[position] = reading;
      options.onSourceRead(reading);
    }
  };
  await Promise.all(Array.from({ length: options.jobs }, readNext));
  return readings;
}

async function readSource(source: Source, options: ReadOptions): Promise<SourceReading> {
  options.signal.throwIfAborted();
  const { organization, repository: name, url: git } = source;
  const faults: string[] = [];
  const branches: SourceRow["branches"][number][] = [];
  const modules: ReadModule[] = [];
  const diagnostics: DiagnosticRow[] = [];
  await collectFaults(faults, async () => {
    const repository = await openRepository(source, options.cacheDirectory);
    const choice = chooseBranches(await listBranches(repository), source.branches);
    for (const pattern of choice.unmatched) {
      faults.push(
        `${repository.label} has no branch "${pattern}"; correct "branches" in the sources file.`,
      );
    }
    if (choice.branches.length === 0 && choice.unmatched.length === 0) {
      faults.push(
        `${repository.label} has no branch named like a platform version (16.0); name its branches in the sources file.`,
      );
    }
    for (const branch of choice.branches) {
      options.signal.throwIfAborted();
      await collectFaults(faults, async () => {
        const reading = await readModules(source, repository, branch, options.pool);
        branches.push({
          branch: branch.name,
          commit: branch.commit,
          modules: reading.modules.length,
        });
        modules.push(...reading.modules);
        diagnostics.push(...reading.diagnostics);
      });
    }
  });
  return { row: { organization, repository: name, git, branches, faults }, modules, diagnostics };
}

/** A source that cannot be read is a fault to be reported; anything else is a defect. */
async function collectFaults(faults: string[], read: () => Promise<void>): Promise<void> {
  try {
    await read();
  } catch (error) {
    if (!(error instanceof SourceError) || error.code === "git_missing") throw error;
    faults.push(error.message);
  }
}

async function readModules(
  source: Source,
  repository: Repository,
  branch: Branch,
  pool: ParsePool,
): Promise<Pick<SourceReading, "modules" | "diagnostics">> {
  const found = await readBranch({
    repository,
    branch,
    repositoryName: source.repository,
    addons: source.addons,
    isWanted: isParsedFile,
  });
  const parsed = await Promise.all(
    found.modules.map(async (module) => ({
      module,
      result: await pool.parse({ files: module.files, manifest: module.manifest }),
    })),
  );
  return {
    modules: parsed.map(({ module, result }) => ({
      organization: source.organization,
      repository: source.repository,
      git: source.url,
      platformVersion: branch.name,
      commit: branch.commit,
      technicalName: module.technicalName,
      sourcePath: module.sourcePath,
      folderSizeBytes: module.folderSizeBytes,
      updatedAtSeconds: module.updatedAtSeconds,
      committers: module.committers,
      parsed: result.value,
    })),
    diagnostics: [
      ...found.diagnostics,
      ...parsed.flatMap(({ module, result }) =>
        [...module.diagnostics, ...result.diagnostics].map((diagnostic) => ({
          ...diagnostic,
          path: toRepositoryPath(module, diagnostic.path),
        })),
      ),
    ].map(({ path, line, code, detail }) => ({
      organization: source.organization,
      repository: source.repository,
      branch: branch.name,
      path,
      line,
      code,
      detail,
    })),
  };
}

function toRepositoryPath(module: ModuleSource, path: string): string {
  return module.sourcePath === "." ? path : `${module.sourcePath}/${path}`;
}
