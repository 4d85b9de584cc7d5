// Readings of a repository's branches as rows of the whole world. Pure.
import { createHash } from "node:crypto";
import type { BranchRow, DiagnosticRow } from "../../data/snapshot/contents.js";
import { toGroups } from "../../data/grouped.js";
import { comparePortRequests, type EntryHead } from "../../data/module/facts.js";
import { toTimestamp } from "../../data/snapshot/record/record-head.js";
import type { FoundRequest } from "../source/commits/port-requests.js";
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
  findPortRequests: (technicalName: string) => EntryHead["port_requests"],
): readonly FoundEntry[] {
  const origin = { git: url, branch: name, repository, organization };
  const own = new Set(modules);
  let start = 0;
  return read.modules.flatMap((found): readonly FoundEntry[] => {
    const { content, contentDigest, ...module } = found;
    const place = { start, bytes: content.length };
    start += place.bytes;
    if (!own.has(found)) return [];
    const head = toHead(module, {
      ...origin,
      commit,
      platform_version: platformVersion,
      port_requests: findPortRequests(module.technicalName),
    });
    const { viewLinks, replacements, access } = module.found;
    const digested = [{ ...head, commit: "" }, viewLinks, contentDigest];
    const digest = createHash("sha256").update(JSON.stringify(digested)).digest("base64");
    return [{ head, viewLinks, replacements, access, contentDigest, digest, content: place }];
  });
}

/** More requests of a module are not kept. */
const MOST_REQUESTS = 10;

/** A function to the requests that add a module to a version at which it is not there, or cannot be installed. */
export function createPortRequests(
  requests: readonly FoundRequest[],
  found: readonly VersionedBranch[],
): (technicalName: string) => EntryHead["port_requests"] {
  const branches = new Map(found.map((branch) => [branch.platformVersion, branch]));
  const isWanted = ({ technicalName, platformVersion }: FoundRequest): boolean => {
    const modules = branches.get(platformVersion)?.modules;
    const own = modules?.find((module) => module.technicalName === technicalName);
    return modules !== undefined && own?.found.facts.installable !== true;
  };
  const byName = toGroups(requests.filter(isWanted), ({ technicalName }) => technicalName);
  return (technicalName) =>
    (byName.get(technicalName) ?? [])
      .map(({ platformVersion, number, commit, mergeable, firstSeconds, lastSeconds }) => ({
        platform_version: platformVersion,
        number,
        commit,
        mergeable,
        first_commit_date: toTimestamp(firstSeconds),
        last_commit_date: toTimestamp(lastSeconds),
      }))
      .toSorted(comparePortRequests)
      .slice(0, MOST_REQUESTS);
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
      // The refusal already gives the reason.
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
