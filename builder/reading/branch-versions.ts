// What the branches of a repository are for, once they are read: what the sources file says, or what their
// manifests do. One branch is one platform version, and no two are the same. Pure.
import { toGroups } from "../../data/grouped.js";
import { findToldVersion, parsePlatformVersion } from "../../data/platform/platform-version.js";
import type { CachedBranch, CachedModule } from "../cache/branch-cache.js";
import type { Diagnostic } from "../parse/diagnostics.js";
import { findRefusal } from "../parse/manifest-refusal.js";
import { MANIFEST } from "../source/branch-rule.js";
import type { ChosenBranch } from "../source/git/branches.js";
import { SourceError } from "../source/source-error.js";

/** A branch that was read, and what for. */
export interface VersionedBranch {
  readonly branch: ChosenBranch;
  readonly read: CachedBranch;
  readonly platformVersion: string;
}

/**
 * The version that a branch is for, its content being read.
 * @throws SourceError `platform_version_unknown` naming the branch
 */
export function getPlatformVersion(
  label: string,
  branch: ChosenBranch,
  read: CachedBranch,
): string {
  if (branch.versionText === MANIFEST) {
    const version = findMostlyTold(read.modules);
    if (version === undefined) throw untold(label, branch);
    return version;
  }
  const version = parsePlatformVersion(branch.versionText);
  if (version === undefined) throw noVersion(label, branch);
  return version;
}

/**
 * Refuses branches that are for the same version: of a module in both nobody could say which is meant.
 * @returns the others, and an error for each version that several have: `platform_version_ambiguous`
 */
export function refuseSameVersions(
  label: string,
  branches: readonly VersionedBranch[],
): { readonly distinct: readonly VersionedBranch[]; readonly errors: readonly SourceError[] } {
  const byVersion = toGroups(branches, ({ platformVersion }) => platformVersion);
  const distinct: VersionedBranch[] = [];
  const errors: SourceError[] = [];
  for (const [version, [first, ...others]] of byVersion) {
    if (first === undefined) continue;
    if (others.length === 0) distinct.push(first);
    else errors.push(sameVersion(label, version, [first, ...others]));
  }
  return { distinct, errors };
}

/** The modules of a branch that the platform does not take. */
export function describeRefused({
  read,
  platformVersion,
}: VersionedBranch): readonly (readonly [CachedModule, Diagnostic])[] {
  return read.modules.flatMap((module) => {
    const refusal = findRefusal({ ...module, facts: module.found.facts }, platformVersion);
    if (refusal === undefined) return [];
    const { line, reason: detail } = refusal;
    return [[module, { code: "manifest_refused", path: module.manifest, line, detail }] as const];
  });
}

/** The modules of a branch whose manifests say another version; only where its name does not say it. */
export function describeDiffering({
  branch,
  read,
  platformVersion,
}: VersionedBranch): readonly (readonly [CachedModule, Diagnostic])[] {
  if (!branch.isMapped) return [];
  return read.modules.flatMap((module) => {
    const written = module.found.facts.manifest_version;
    const told = findToldVersion(written);
    if (told === undefined || told === platformVersion) return [];
    const place = { path: module.manifest, line: 1 };
    return [
      [module, { code: "platform_version_differs", ...place, detail: written ?? "" }] as const,
    ];
  });
}

/**
 * What more than half of the installable modules tell: where a branch was made of another by switching
 * everything off, what is off still has the former version. Those that tell nothing count against it:
 * of the 591 modules of the platform's 17.0 one alone tells a version, and it is 13.0.
 */
function findMostlyTold(modules: readonly CachedModule[]): string | undefined {
  const installable = modules.filter(({ found }) => found.facts.installable);
  const counts = new Map<string, number>();
  for (const { found } of installable) {
    const version = findToldVersion(found.facts.manifest_version);
    if (version !== undefined) counts.set(version, (counts.get(version) ?? 0) + 1);
  }
  return [...counts].find(([, count]) => count > installable.length / 2)?.[0];
}

const SAY = 'say which with { "branch", "platform_version" } in the sources file';

function noVersion(label: string, { name, versionText, isMapped }: ChosenBranch): SourceError {
  const got = isMapped
    ? `the branch "${name}", for which "platform_version" gives "${versionText}", which is no platform version (17.0)`
    : `the branch "${name}", whose name is no platform version (17.0)`;
  return unknownVersion(`${label} has ${got}; ${SAY}.`, versionText);
}

function untold(label: string, { name }: ChosenBranch): SourceError {
  const got = `the branch "${name}", of whose installable modules no majority has a version that begins with one platform version (17.0.1.0.0)`;
  return unknownVersion(`${label} has ${got}; ${SAY}.`, name);
}

function unknownVersion(message: string, got: string): SourceError {
  return new SourceError({
    code: "platform_version_unknown",
    message,
    expected: "a branch for one platform version",
    got,
  });
}

function sameVersion(
  label: string,
  version: string,
  branches: readonly VersionedBranch[],
): SourceError {
  const names = branches.map(({ branch }) => `"${branch.name}"`).join(", ");
  return new SourceError({
    code: "platform_version_ambiguous",
    message: `${label} has several branches for ${version} (${names}), and none of them is indexed; leave all but one out of "branches" in the sources file.`,
    expected: "one branch of a platform version",
    got: names,
  });
}
