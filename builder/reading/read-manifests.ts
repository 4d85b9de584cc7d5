// Reads manifests alone for the versions of branches: a branch without a version is not read
// further.
import { toShownPath } from "../source/git/git-path.js";
import { FILE_LIMIT_BYTES } from "../source/git/trees.js";
import type { Branch } from "../source/git/git.js";
import type { Source } from "../source/source.js";
import type { BranchContent, ModuleVersion } from "./branch-versions.js";
import type { RepositoryReader } from "./process/repository-reader.js";

/** Facts that tell the versions of each branch. @throws SourceError; the signal's reason */
export async function readManifests(
  source: Source,
  reader: RepositoryReader,
  branches: readonly Branch[],
): Promise<ReadonlyMap<Branch, BranchContent<ModuleVersion>>> {
  const listings = await reader.listModules({
    branches,
    repositoryName: source.repository,
    addons: source.addons,
    withoutHistory: true,
  });
  const wanted = listings.map(({ modules }) =>
    modules.flatMap(({ sourcePath, manifest, files }) => {
      const file = files.find(({ path }) => toShownPath(path) === manifest);
      const { sizeBytes = FILE_LIMIT_BYTES, objectId = "" } = file ?? {};
      if (sizeBytes >= FILE_LIMIT_BYTES) return [];
      return [{ sourcePath, content: { objectId, sizeBytes, kind: "manifest" as const } }];
    }),
  );
  const contents = reader.parseContents(wanted.flat().map(({ content }) => content));
  const found = new Map<Branch, BranchContent<ModuleVersion>>();
  for (const [at, branch] of branches.entries()) {
    const modules: ModuleVersion[] = [];
    for (const { sourcePath } of wanted[at] ?? []) {
      const { value } = await contents.next();
      const file = value?.parsed.value;
      if (file?.kind !== "manifest") continue;
      const { manifest_version: written, installable } = file.manifest.facts;
      modules.push({ sourcePath, written, installable });
    }
    const { release, diagnostics = [] } = listings[at] ?? {};
    found.set(branch, { modules, release, diagnostics });
  }
  return found;
}
