// Platform versions of a repository's branches, once they are read: from the sources file, or from
// their manifests. One branch is one platform version, and no two are the same. Pure.
import { countEach, toGroups } from "../../data/grouped.js";
import {
  comparePlatformVersions,
  findToldVersion,
  parseRelease,
} from "../../data/platform/platform-version.js";
import { formatCount } from "../../data/settings/text-table.js";
import type { CachedBranch, CachedModule } from "../cache/branch-cache.js";
import type { Diagnostic } from "../parse/diagnostics.js";
import { findRefusal } from "../parse/manifest-refusal.js";
import { findSearched } from "../source/addons.js";
import { hasStar, MANIFEST, putInStar } from "../source/branch-rule.js";
import type { ChosenBranch } from "../source/git/branches.js";
import { SourceError } from "../source/source-error.js";

/** A branch that was read, or of one with several versions what is for one of them. */
export interface VersionedBranch {
  readonly branch: ChosenBranch;
  readonly read: CachedBranch;
  readonly platformVersion: string;
  /** Modules of the branch for the version. */
  readonly modules: readonly CachedModule[];
}

export interface ModuleVersion {
  readonly sourcePath: string;
  /** Version as the manifest has it. */
  readonly written: string | null;
  readonly installable: boolean;
}

/** Facts of a branch that tell its versions. */
export interface BranchContent<M> {
  readonly modules: readonly M[];
  readonly diagnostics: readonly Diagnostic[];
  readonly release: string | undefined;
}

/** Modules of a branch by version. */
interface FoundVersions<M> {
  readonly versions: ReadonlyMap<string, readonly M[]>;
  readonly errors: readonly SourceError[];
}

/**
 * Versions of a branch whose content is known, and an error for each part whose version is unclear:
 * `platform_version_unknown`.
 * @param chosen one branch, with the rules that choose it; a module belongs to the one that names the innermost folder around
 * it, to several if they name the same
 */
export function findVersions<M extends { readonly sourcePath: string }>(
  label: string,
  chosen: readonly ChosenBranch[],
  { modules, ...branchFacts }: BranchContent<M>,
  toVersion: (module: M) => ModuleVersion,
): FoundVersions<M> {
  const versions = new Map<string, readonly M[]>();
  const errors: SourceError[] = [];
  // Length of the path of a rule's folder around a module; -1 for a module in none of its folders.
  const depths = modules.map(({ sourcePath }) =>
    chosen.map(({ addons }) =>
      addons === undefined ? 0 : (findSearched(sourcePath, addons)?.length ?? -1),
    ),
  );
  for (const [at, branch] of chosen.entries()) {
    const own = modules.filter((_, number) => {
      const all = depths[number] ?? [];
      return all[at] !== -1 && all[at] === Math.max(...all);
    });
    const parts =
      branch.versionText === MANIFEST
        ? findTold(label, branch, { modules: own, ...branchFacts }, toVersion)
        : findSaid(label, branch, own);
    errors.push(...parts.errors);
    for (const [version, found] of parts.versions) {
      versions.set(version, [...new Set([...(versions.get(version) ?? []), ...found])]);
    }
  }
  return { versions, errors };
}

type Grouped<M> = readonly (readonly [version: string, modules: readonly M[]])[];

interface FoundParts<M> {
  readonly versions: Grouped<M>;
  readonly errors: readonly SourceError[];
}

/** Version in the sources file; the star of a folder is replaced for each match. */
function findSaid<M extends { readonly sourcePath: string }>(
  label: string,
  branch: ChosenBranch,
  modules: readonly M[],
): FoundParts<M> {
  const { versionText, addons: [folder = ""] = [] } = branch;
  const groups = hasStar(versionText)
    ? toGroups(modules, ({ sourcePath }) =>
        putInStar(versionText, findStar(folder, findSearched(sourcePath, [folder]) ?? "")),
      )
    : new Map([[versionText, modules]]);
  const versions: (readonly [string, readonly M[]])[] = [];
  const errors: SourceError[] = [];
  for (const [text, found] of groups) {
    const version = parseRelease(text);
    if (version === undefined) errors.push(noVersion(label, branch, text));
    else versions.push([version, found]);
  }
  return { versions, errors };
}

/** Part of a folder's name that matches the star. */
function findStar(folder: string, name: string): string {
  const [before = "", after = ""] = folder.split("*");
  return name.slice(before.length, name.length - after.length);
}

/**
 * Version from manifests, for each folder with modules: a repository may have one for each version.
 * A folder without a version takes that of the others.
 */
function findTold<M extends { readonly sourcePath: string }>(
  label: string,
  branch: ChosenBranch,
  { modules, release, diagnostics }: BranchContent<M>,
  toVersion: (module: M) => ModuleVersion,
): FoundParts<M> {
  if (release !== undefined) return { versions: [[release, modules]], errors: [] };
  const whole = count(modules.map(toVersion));
  const most = findMost(whole);
  const versions: (readonly [string, readonly M[]])[] = [];
  const errors: SourceError[] = [];
  const folders = toGroups(modules, ({ sourcePath }) => toParent(sourcePath));
  for (const [folder, found] of folders) {
    const counts = count(found.map(toVersion));
    const version = counts.told.size === 0 ? most : findMost(counts);
    if (version !== undefined) versions.push([version, found]);
    else if (counts.told.size > 0) errors.push(untold(label, branch, counts, folder));
    else if (whole.told.size === 0) break;
    else errors.push(untold(label, branch, whole, folder));
  }
  if (whole.told.size === 0) errors.push(untold(label, branch, whole, "", diagnostics));
  return { versions, errors };
}

function toParent(sourcePath: string): string {
  return sourcePath.slice(0, Math.max(sourcePath.lastIndexOf("/"), 0));
}

/** Number of modules for each version, the most frequent first. */
interface VersionCounts {
  readonly told: ReadonlyMap<string, number>;
  readonly silent: number;
}

/**
 * Only installable modules count: in a branch that was made by switching everything off, the rest
 * still has the former version.
 */
function count(modules: readonly ModuleVersion[]): VersionCounts {
  const told = modules
    .filter(({ installable }) => installable)
    .map((module) => findToldVersion(module.written));
  const counts = countEach(told.flatMap((version) => version ?? []));
  const sorted = [...counts].toSorted(
    ([left, ofLeft], [right, ofRight]) => ofRight - ofLeft || comparePlatformVersions(left, right),
  );
  return { told: new Map(sorted), silent: told.filter((version) => version === undefined).length };
}

/**
 * One in so many modules must state a version for it to hold for all: of the 591 modules of the
 * platform's 17.0, read without its release.py, one alone states a version, and it is 13.0.
 */
const MODULES_OF_A_TELLER = 20;

/** Version stated by more than half of the modules that state any. */
function findMost({ told, silent }: VersionCounts): string | undefined {
  const all = [...told.values()].reduce((sum, each) => sum + each, 0);
  const [version, most = 0] = [...told][0] ?? [];
  return most > all / 2 && silent <= most * MODULES_OF_A_TELLER ? version : undefined;
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
  modules,
  platformVersion,
}: VersionedBranch): readonly (readonly [CachedModule, Diagnostic])[] {
  return modules.flatMap((module) => {
    const refusal = findRefusal({ ...module, facts: module.found.facts }, platformVersion);
    if (refusal === undefined) return [];
    const { line, reason: detail } = refusal;
    return [[module, { code: "manifest_refused", path: module.manifest, line, detail }] as const];
  });
}

/** The modules of a branch that another folder of it has at the version as well: one addons path takes one of them. */
export function describeTwice({
  modules,
}: VersionedBranch): readonly (readonly [CachedModule, Diagnostic])[] {
  const byName = toGroups(modules, ({ technicalName }) => technicalName);
  return [...byName.values()].flatMap(([first, ...others]) =>
    others.map((module) => {
      const place = { path: module.manifest, line: 1 };
      return [module, { code: "module_twice", ...place, detail: first?.sourcePath ?? "" }] as const;
    }),
  );
}

/** The modules of a branch whose manifests say another version; only where its name does not say it. */
export function describeDiffering({
  branch,
  modules,
  platformVersion,
}: VersionedBranch): readonly (readonly [CachedModule, Diagnostic])[] {
  if (!branch.isMapped) return [];
  return modules.flatMap((module) => {
    const written = module.found.facts.manifest_version;
    const told = findToldVersion(written);
    if (told === undefined || told === platformVersion) return [];
    const place = { path: module.manifest, line: 1 };
    return [
      [module, { code: "platform_version_differs", ...place, detail: written ?? "" }] as const,
    ];
  });
}

/** Folders in one message. */
const MOST_NAMED = 5;

const SAY = 'say which with { "branch", "platform_version" } in the sources file';

function noVersion(label: string, { name, isMapped }: ChosenBranch, text: string): SourceError {
  const got = isMapped
    ? `the branch "${name}", for which "platform_version" gives "${text}", which is no platform version (17.0)`
    : `the branch "${name}", whose name is no platform version (17.0)`;
  return unknownVersion(`${label} has ${got}; ${SAY}.`);
}

function untold(
  label: string,
  { name }: ChosenBranch,
  counts: VersionCounts,
  folder: string,
  diagnostics: readonly Diagnostic[] = [],
): SourceError {
  const where = folder === "" ? "" : ` in "${folder}"`;
  const got = `the branch "${name}"${where}, whose version is unclear: ${formatCounts(counts)}`;
  const deep = diagnostics.filter(({ code }) => code === "module_too_deep");
  if (counts.silent === 0 && deep.length > 0) {
    const folders = [...new Set(deep.map(({ detail }) => detail))].slice(0, MOST_NAMED).join(", ");
    const number = formatCount(deep.length, "module");
    return unknownVersion(
      `${label} has ${got}, and ${number} too deep to be found; name the folders in "addons": ${folders}.`,
    );
  }
  return unknownVersion(`${label} has ${got}; ${SAY}.`);
}

/** `95 modules say 8.0, 1 says 9.0, 111 say nothing`. */
function formatCounts({ told, silent }: VersionCounts): string {
  const rows = [...told, ...(silent > 0 ? [["nothing", silent] as const] : [])];
  if (rows.length === 0) return "it has no module that can be installed";
  return rows
    .map(([what, modules], at) => {
      const whose = at === 0 ? formatCount(modules, "module") : modules;
      return `${whose} ${modules === 1 ? "says" : "say"} ${what}`;
    })
    .join(", ");
}

function unknownVersion(message: string): SourceError {
  return new SourceError({
    code: "platform_version_unknown",
    message,
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
  });
}
