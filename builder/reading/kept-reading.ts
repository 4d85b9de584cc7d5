// What was read of the branches of a repository, as rows of the whole world. Pure.
import { createHash } from "node:crypto";
import type { BranchRow, DiagnosticRow } from "../../data/snapshot/contents.js";
import { placeContents, type CachedModule } from "../cache/branch-cache.js";
import type { PlacedModule } from "../cache/reading-cache.js";
import type { Diagnostic } from "../parse/diagnostics.js";
import type { SerialisedBranch } from "../source/commits/join-branches.js";
import type { Source } from "../source/source.js";
import { describeDiffering, type VersionedBranch } from "./branch-versions.js";

export function toBranchRow({ branch, read, platformVersion }: VersionedBranch): BranchRow {
  const { name, commit } = branch;
  return { branch: name, platform_version: platformVersion, commit, modules: read.modules.length };
}

export function toSerialisedBranch(found: VersionedBranch): SerialisedBranch {
  const { branch, read, platformVersion } = found;
  return { branch: branch.name, platformVersion, commit: read.commit, commits: read.commits };
}

export function toPlacedModules(
  source: Source,
  { branch: { name, commit }, read, platformVersion }: VersionedBranch,
): readonly PlacedModule[] {
  return placeContents(read.modules).map(([{ parsed, ...module }, place]) => {
    const {
      assets: _assets,
      data: _data,
      description: _description,
      ...manifest
    } = parsed.manifest;
    const own = {
      organization: source.organization,
      repository: source.repository,
      git: source.url,
      branch: name,
      platformVersion,
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
    };
    const digest = createHash("sha256").update(JSON.stringify(own)).digest("base64");
    return { facts: { ...own, commit, digest }, place };
  });
}

export function toDiagnosticRows(source: Source, found: VersionedBranch): readonly DiagnosticRow[] {
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
