// What was read of the branches of a repository, as rows of the whole world. Pure.
import { createHash } from "node:crypto";
import type { BranchRow, DiagnosticRow } from "../../data/snapshot/contents.js";
import type { CachedModule } from "../cache/branch-cache.js";
import type { FoundEntry } from "../cache/found-entry.js";
import type { Diagnostic } from "../parse/diagnostics.js";
import type { SerialisedBranch } from "../source/commits/join-branches.js";
import type { Source } from "../source/source.js";
import {
  describeDiffering,
  describeRefused,
  describeTwice,
  type VersionedBranch,
} from "./branch-versions.js";
import { toHead } from "./entry-head.js";

export function toBranchRow({ branch, modules, platformVersion }: VersionedBranch): BranchRow {
  const { name, commit } = branch;
  return { branch: name, platform_version: platformVersion, commit, modules: modules.length };
}

export function toSerialisedBranch(found: VersionedBranch): SerialisedBranch {
  const { branch, read, platformVersion } = found;
  return { branch: branch.name, platformVersion, commit: read.commit, commits: read.commits };
}

export function toFoundEntries(
  { organization, repository, url }: Source,
  { branch: { name, commit }, read, platformVersion, modules }: VersionedBranch,
): readonly FoundEntry[] {
  const origin = { git: url, branch: name, repository, organization };
  const own = new Set(modules);
  let start = 0;
  return read.modules.flatMap((found): readonly FoundEntry[] => {
    const { content, contentDigest, ...module } = found;
    const place = { start, bytes: content.length };
    start += place.bytes;
    if (!own.has(found)) return [];
    const head = toHead(module, { ...origin, commit, platform_version: platformVersion });
    const { viewLinks, replacements, access } = module.found;
    const digested = [{ ...head, commit: "" }, viewLinks, contentDigest];
    const digest = createHash("sha256").update(JSON.stringify(digested)).digest("base64");
    return [{ head, viewLinks, replacements, access, contentDigest, digest, content: place }];
  });
}

/** @param isFirst of those of its branch: what is said of the branch is said once */
export function toDiagnosticRows(
  source: Source,
  found: VersionedBranch,
  isFirst: boolean,
): readonly DiagnosticRow[] {
  const { branch, read, modules, platformVersion } = found;
  const refused = describeRefused(found);
  const isRefused = new Set(refused.map(([module]) => module));
  const ofModules = modules.flatMap((module) =>
    module.found.diagnostics
      // Where it is refused, that says why as well.
      .filter(({ code }) => code !== "manifest_recovered" || !isRefused.has(module))
      .map((diagnostic) => inRepository(module, diagnostic)),
  );
  const ofVersions = [...refused, ...describeDiffering(found), ...describeTwice(found)].map(
    ([module, diagnostic]) => inRepository(module, diagnostic),
  );
  const all = [...(isFirst ? read.diagnostics : []), ...ofModules, ...ofVersions];
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
