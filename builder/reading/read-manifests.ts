// The branches that are worth reading: where manifests are to tell the version, they are read first and alone.
import { toShownPath } from "../source/git/git-path.js";
import { FILE_LIMIT_BYTES } from "../source/git/trees.js";
import type { BranchCache } from "../cache/branch-cache.js";
import { MANIFEST } from "../source/branch-rule.js";
import type { ChosenBranch } from "../source/git/branches.js";
import type { Branch } from "../source/git/git.js";
import type { SourceError } from "../source/source-error.js";
import type { Source } from "../source/source.js";
import { findVersions, type BranchContent, type ModuleVersion } from "./branch-versions.js";
import { isCached } from "./read-modules.js";
import type { RepositoryReader } from "./process/repository-reader.js";

/** True if no manifest tells a version, and the organization's element gives none. */
export function saysNothing(
  { viaOrganization }: Source,
  rules: readonly ChosenBranch[],
  { modules }: Pick<BranchContent<unknown>, "modules">,
): boolean {
  return viaOrganization === true && rules.every(isTold) && modules.length === 0;
}

/** True if manifests tell the version. */
function isTold({ versionText }: ChosenBranch): boolean {
  return versionText === MANIFEST;
}

/**
 * One of each branch that is worth reading: where manifests are to tell all versions they are read first, and alone, and a
 * branch of which they tell none is left out. One that was read as it is had a version.
 */
export async function peekVersions(
  { source, reader }: { readonly source: Source; readonly reader: RepositoryReader },
  byName: ReadonlyMap<string, readonly ChosenBranch[]>,
  faults: SourceError[],
  { cache }: { readonly cache: BranchCache },
): Promise<readonly ChosenBranch[]> {
  const groups = [...byName.values()];
  const telling = groups.flatMap((rules) => (rules.every(isTold) ? rules.slice(0, 1) : []));
  const known = await Promise.all(telling.map((branch) => isCached(branch, { source, cache })));
  const untold = telling.filter((_, at) => known[at] !== true);
  if (untold.length === 0) return groups.flatMap((rules) => rules.slice(0, 1));
  const contents = await readManifests(source, reader, untold);
  return groups.flatMap((rules) => {
    const [first] = rules;
    const content = first && contents.get(first);
    if (first === undefined || content === undefined) return rules.slice(0, 1);
    if (saysNothing(source, rules, content)) return [];
    const found = findVersions(reader.label, rules, content, (module) => module);
    if (found.versions.size > 0) return [first];
    faults.push(...found.errors);
    return [];
  });
}

/** Facts that tell the versions of each branch. @throws SourceError; the signal's reason */
async function readManifests(
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
