// Rewrites a file of data/platform/ from another repository: from a clone, or from a git directory
// on this machine (--mirror).
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { OperatorError } from "../../data/operator-error.js";
import { lockCache } from "../cache/cache-lock.js";
import { chooseBranches } from "../source/git/branches.js";
import { toSourceError } from "../source/git/git-error.js";
import { listBranches, readBlobs, type Repository } from "../source/git/git.js";
import { openRepository, type OpenedRepository } from "../source/git/repository.js";
import { listTrees } from "../source/git/trees.js";
import { isSource, readSourcesFile } from "../source/sources-file.js";

interface PlatformFile {
  readonly organization: string;
  readonly repository: string;
  /** Address of the repository, for cloning and for messages. */
  readonly url: string;
  readonly branches: readonly string[];
  /** Default of --out. */
  readonly file: string;
  /** The whole text of the file. */
  readonly write: (repository: OpenedRepository) => Promise<string>;
}

/** Reads the arguments of the process. */
export function refreshPlatformFile({ file, url, write, ...source }: PlatformFile): Promise<void> {
  const { mirror, cache, out } = parseArgs({
    options: {
      mirror: { type: "string" },
      cache: { type: "string", default: CACHE },
      out: { type: "string", default: file },
    },
  }).values;
  return refreshWith(cache, out, async () => {
    const place = { url: `${url}.git`, cloneUrl: `${url}.git`, mirror, addons: ["."] };
    return write(await openRepository({ ...source, ...place }, cache));
  });
}

/** Files of a branch of the platform. */
interface PlatformBranch {
  readonly version: string;
  /** `17.0: https://…, commit …` */
  readonly origin: string;
  /** Texts by path. */
  readonly files: ReadonlyMap<string, string>;
}

/** Rewrites a file out of the repositories of the platform that a sources file names; reads the arguments of the process. */
export function refreshFromSources(
  file: string,
  isWanted: (path: string) => boolean,
  write: (branches: readonly PlatformBranch[]) => string,
): Promise<void> {
  const { sources, cache, out } = parseArgs({
    options: {
      sources: { type: "string", default: "sources.json" },
      cache: { type: "string", default: CACHE },
      out: { type: "string", default: file },
    },
  }).values;
  return refreshWith(cache, out, async () => {
    const found: PlatformBranch[] = [];
    for (const source of readSourcesFile(sources).filter(isSource)) {
      const repository = await openRepository(source, cache);
      const { branches } = chooseBranches(await listBranches(repository), source.branches);
      for (const { commit, versionText: version } of branches) {
        const files = await readFiles(repository, commit, isWanted);
        const origin = `${version}: ${source.url}, commit ${commit}`;
        if (files.size > 0) found.push({ version, origin, files });
      }
    }
    return write(found);
  });
}

/** The texts of files of a commit, by path. @throws SourceError also when one of them is absent */
export async function readFiles(
  repository: Repository,
  commit: string,
  isWanted: (path: string) => boolean,
): Promise<ReadonlyMap<string, string>> {
  const [tree] = await listTrees(repository, [commit]);
  const rows = (tree?.rows ?? []).filter(({ path }) => isWanted(path));
  const blobs = await readBlobs(
    repository,
    rows.map(({ objectId }) => objectId),
  );
  return new Map(
    rows.map(({ path, objectId }) => {
      const bytes = blobs.get(objectId);
      if (bytes !== undefined) return [path, new TextDecoder().decode(bytes)];
      throw toSourceError(repository.label, new Error(`fatal: missing blob ${objectId}`));
    }),
  );
}

/** Default of --cache, the folder of clones. */
const CACHE = ".module-lookup/cache";

/** Writes a text, while nobody else uses the cache; what someone can fix is printed, and ends the process with 1. */
async function refreshWith(cache: string, out: string, make: () => Promise<string>): Promise<void> {
  try {
    const release = await lockCache(cache);
    try {
      await writeFile(out, await make());
    } finally {
      await release();
    }
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
