// Steps of modules by name, from git and OpenUpgrade: those of the snapshot, and those of the list that ships with the program; and
// where a module is: versions at which it can be installed, and repositories.
import { addToGroup, toGroups } from "../../../data/grouped.js";
import type { FoundStep, LineageLocation } from "../../../data/history/lineage.js";
import { comparePlatformVersions } from "../../../data/platform/platform-version.js";
import { findPlatformEdition, listNamedVersions } from "../../../data/platform/module-names.js";
import { listRenames, type Rename } from "../../../data/platform/renames.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { LineageStep, ModuleAt, StepKind } from "../../contract/shape/lineage.js";
import { findKnownCommitLink } from "../forge.js";
import { deriveOnce, memoizeFound } from "../memo.js";
import { getDefaultChoice, isWebsiteOf } from "../dependency/choose-provider.js";
import { PLATFORM } from "../dependency/dependency-graph.js";
import {
  findEntriesByName,
  getPlatformVersion,
  getRepository,
  getTechnicalName,
  isInstallable,
} from "../entries.js";

export const NO_EVIDENCE: LineageStep["evidence"] = {
  move_commit: null,
  commits: null,
  files: null,
  openupgrade: null,
};

export const getStepIndex = deriveOnce((snapshot) => {
  const found = toGroups(snapshot.readLineage(), ({ from }) => from.technicalName);
  const listed = toGroups(
    listRenames().filter(({ thing }) => thing === "module"),
    ({ from }) => from,
  );
  const former = new Map<string, Set<string>>();
  for (const name of new Set([...found.keys(), ...listed.keys()])) {
    const later = (found.get(name) ?? []).map(({ to }) => to.technicalName);
    for (const to of [...later, ...(listed.get(name) ?? []).map((rename) => rename.to)]) {
      if (to !== name) former.set(to, (former.get(to) ?? new Set()).add(name));
    }
  }
  /** Steps of one name: to make those of all takes longer than a turn. */
  const findFrom = memoizeFound((name: string): readonly LineageStep[] | undefined => {
    if (!found.has(name) && !listed.has(name)) return undefined;
    const steps = (found.get(name) ?? []).map((step) => toStep(snapshot, step));
    for (const rename of listed.get(name) ?? []) addRename(snapshot, steps, rename);
    return [...steps, ...listCopySteps(snapshot, name, steps)];
  });
  /** Steps of the name to itself elsewhere, and to others. */
  const listFrom = (name: string): readonly LineageStep[] => findFrom(name) ?? [];
  return {
    listFrom,
    /** Steps of others to the name. */
    listTo: (name: string): readonly LineageStep[] =>
      [...(former.get(name) ?? [])].flatMap((one) =>
        listFrom(one).filter(({ to }) => to.technical_name === name),
      ),
  };
});

/** OpenUpgrade's word goes to the step that git tells too. It may be of a name that others went on with. */
function addRename(
  snapshot: Snapshot,
  known: LineageStep[],
  { platformVersion, kind, from, to }: Rename,
): void {
  const openupgrade = { kind, platform_version: platformVersion };
  const at = known.findIndex((step) => step.to.technical_name === to);
  const found = known[at];
  if (found !== undefined) {
    const told: StepKind = found.kind === "split" ? "split" : kind;
    known[at] = { ...found, kind: told, evidence: { ...found.evidence, openupgrade } };
    return;
  }
  if (kind === "merged" && continues(snapshot, from, platformVersion)) return;
  known.push({
    kind,
    from: findMeant(snapshot, from, platformVersion),
    to: findAfter(snapshot, to, platformVersion),
    evidence: { ...NO_EVIDENCE, openupgrade },
  });
}

/**
 * Steps of copies that keep a name which their original left: their manifest names its repository. They lead to the next version
 * at which that has the other name.
 */
function listCopySteps(
  snapshot: Snapshot,
  name: string,
  steps: readonly LineageStep[],
): readonly LineageStep[] {
  const listUsable = (one: string): readonly number[] =>
    (findEntriesByName(snapshot, one) ?? []).filter((entry) => isInstallable(snapshot, entry));
  const entries = listUsable(name);
  const last = entries.at(-1);
  if (last === undefined) return [];
  const compareToLast = (version: string): number =>
    comparePlatformVersions(version, getPlatformVersion(snapshot, last));
  return steps.flatMap((step) => {
    const { kind, to } = step;
    const isLeft = kind === "renamed" || kind === "merged";
    if (!isLeft || compareToLast(to.platform_version) > 0) return [];
    const original = listUsable(to.technical_name ?? "").find(
      (entry) =>
        isSamePlace(getRepository(snapshot, entry), to) &&
        compareToLast(getPlatformVersion(snapshot, entry)) > 0,
    );
    if (original === undefined) return [];
    const { git } = getRepository(snapshot, original);
    return entries
      .filter(
        (entry) =>
          compareToLast(getPlatformVersion(snapshot, entry)) === 0 &&
          !isSamePlace(getRepository(snapshot, entry), to) &&
          isWebsiteOf(snapshot.readOwnHead(entry), git),
      )
      .map((copy) => ({ ...step, from: toPlace(snapshot, copy), to: toPlace(snapshot, original) }));
  });
}

function toPlace(snapshot: Snapshot, entry: number): ModuleAt {
  const { organization, repository } = getRepository(snapshot, entry);
  return {
    technical_name: getTechnicalName(snapshot, entry),
    organization,
    repository,
    platform_version: getPlatformVersion(snapshot, entry),
  };
}

/** Whether a name is at the version where it was before, or later and not before: a list that has it merged means another. */
function continues(snapshot: Snapshot, name: string, version: string): boolean {
  const isLater = (at: AtVersion): boolean =>
    comparePlatformVersions(at.platformVersion, version) >= 0;
  const presence = listPresence(snapshot, name);
  const before = presence.findLast((at) => !isLater(at));
  const after = presence.find(isLater);
  if (after === undefined || before === undefined) return after !== undefined;
  if (after.platformVersion !== version) return false;
  return after.places.some((next) => before.places.some((one) => isSamePlace(one, next)));
}

type Provider = Pick<ModuleAt, "organization" | "repository">;

export const isSamePlace = (one: Provider, other: Provider): boolean =>
  one.organization === other.organization && one.repository === other.repository;

function toStep(snapshot: Snapshot, { kind, from, to, evidence }: FoundStep): LineageStep {
  const { commits, sharedCommits, files, sharedFiles, move } = evidence;
  return {
    kind: isTakenIntoCore(from, to) ? "in_core" : kind,
    from: toShown(from),
    to: toShown(to),
    evidence: {
      move_commit:
        move === null
          ? null
          : {
              commit: move.commit,
              url: findKnownCommitLink(snapshot, move),
              organization: move.organization,
              repository: move.repository,
              branch: move.branch,
              subject: move.subject,
              deleted_files: move.deletedFiles,
              added_files: move.addedFiles,
              same_paths: move.samePaths,
              same_files: move.sameBlobs,
            },
      commits: { shared: sharedCommits, of: commits },
      files: { shared: sharedFiles, of: files },
      openupgrade: null,
    },
  };
}

function isTakenIntoCore(from: LineageLocation, to: LineageLocation): boolean {
  return (
    from.technicalName === to.technicalName &&
    findPlatformEdition(from.technicalName, from.platformVersion) === undefined &&
    findPlatformEdition(to.technicalName, to.platformVersion) === "core" &&
    comparePlatformVersions(from.platformVersion, to.platformVersion) < 0
  );
}

function toShown(location: LineageLocation): ModuleAt {
  return {
    technical_name: location.technicalName,
    organization: location.organization,
    repository: location.repository,
    platform_version: location.platformVersion,
  };
}

export interface AtVersion {
  readonly platformVersion: string;
  /** Modules with the plan's choice first, the others by organization and repository. */
  readonly places: readonly ModuleAt[];
}

/** By version; none for a name that no module has, or none that can be installed. */
export function listPresence(snapshot: Snapshot, name: string): readonly AtVersion[] {
  const versions = new Map<string, number[]>();
  for (const entry of findEntriesByName(snapshot, name) ?? []) {
    if (isInstallable(snapshot, entry)) {
      addToGroup(versions, getPlatformVersion(snapshot, entry), entry);
    }
  }
  return [...versions].map(([platformVersion, entries]) => {
    const first = getDefaultChoice(snapshot, platformVersion).chooseFrom(entries) ?? -1;
    const places = [...new Set([first, ...entries])].map((entry) => toPlace(snapshot, entry));
    return { platformVersion, places };
  });
}

/**
 * The name at the first version from the given one on, if any. The platform has its own
 * modules at versions that nobody here has.
 */
function findAfter(snapshot: Snapshot, name: string, version: string): ModuleAt {
  const found = listPresence(snapshot, name).find(
    (at) => comparePlatformVersions(at.platformVersion, version) >= 0,
  );
  const isPlatforms =
    found?.platformVersion !== version && findPlatformEdition(name, version) === "core";
  return (isPlatforms ? undefined : found?.places[0]) ?? toNowhere(name, version);
}

/**
 * The module that a row of OpenUpgrade's lists is about, at its last version before the row's: Odoo's, where Odoo had the name at
 * the version before. Otherwise the OCA's, or anyone's where the index has none of the OCA.
 */
function findMeant(snapshot: Snapshot, name: string, version: string): ModuleAt {
  const last = findVersionBefore(snapshot, version);
  const edition = findPlatformEdition(name, last);
  const before = listPresence(snapshot, name)
    .filter((at) => comparePlatformVersions(at.platformVersion, version) < 0)
    .toReversed();
  const isOdoos = ({ organization, platform_version: at }: ModuleAt): boolean =>
    findPlatformEdition(name, at) === edition || isOf(PLATFORM.organization, organization);
  const places = before.flatMap((at) => at.places);
  const meant =
    edition === undefined
      ? (places.find(({ organization }) => isOf("OCA", organization)) ?? places[0])
      : places.find(isOdoos);
  return meant ?? toNowhere(name, last);
}

const isOf = (wanted: string, organization: string | null): boolean =>
  organization?.toLowerCase() === wanted.toLowerCase();

export function toNowhere(technical_name: string | null, platform_version: string): ModuleAt {
  return { technical_name, organization: null, repository: null, platform_version };
}

/** Platform versions that anybody knows, in their order. */
const listKnownVersions = deriveOnce((snapshot): readonly string[] =>
  [...new Set([...snapshot.versions, ...listNamedVersions()])].toSorted(comparePlatformVersions),
);

function findVersionBefore(snapshot: Snapshot, version: string): string {
  const earlier = listKnownVersions(snapshot).findLast(
    (one) => comparePlatformVersions(one, version) < 0,
  );
  return earlier ?? version;
}
