// What became of modules from one platform version to the next, over all repositories. Pure.
import type { FoundStep } from "../../data/lineage.js";
import { comparePlatformVersions, compareText } from "../../data/platform-version.js";
import { openEvidence, RARE_NAMES, type Owners, type RepositoryFacts } from "./evidence.js";
import { linkMoved, listChangedPlaces } from "./moved.js";
import { openPresence, type ModulePlace } from "./presence.js";
import { linkSuccessors, listEnded, toEndedName, type EndedName } from "./successors.js";

/** All steps that say more than that a module is where it was; the same in any order of what is given. */
export function linkLineage(
  modules: readonly ModulePlace[],
  repositories: readonly RepositoryFacts[],
): readonly FoundStep[] {
  const presence = openPresence(modules);
  const evidence = openEvidence(repositories, presence);
  const changed = listChangedPlaces(presence, evidence);
  const ended = listEnded(presence, evidence);
  const left = changed.map((one) => toEndedName(one.old, evidence));
  const commits = new Set([...ended, ...left].flatMap((one) => [...one.commits]));
  const blobs = new Set([...ended, ...changed].flatMap((one) => [...one.blobs]));
  const owners = evidence.findOwners(commits, blobs);
  const isRare = openRarity(owners);
  const moved = changed.map((one) => linkMoved(one, evidence, isRare));
  const link = (one: EndedName): readonly FoundStep[] =>
    linkSuccessors(one, { presence, evidence, owners, isRare });
  const renamed = ended.flatMap(link);
  // A name that another module has from then on ended too.
  const taken = left.filter((_, at) => moved[at]?.kind === "same").flatMap(link);
  const isKnown = ({ from, to }: FoundStep): boolean =>
    renamed.some(
      (one) =>
        one.from.technicalName === from.technicalName && one.to.technicalName === to.technicalName,
    );
  const found = [...renamed, ...taken.filter((one) => !isKnown(one))];
  return [...moved, ...found.map((one) => tellMerge(one, found))].toSorted(compareSteps);
}

/** Of several that became one at a version, that which brought most was renamed, and the others were merged. */
function tellMerge(step: FoundStep, all: readonly FoundStep[]): FoundStep {
  if (step.kind !== "renamed") return step;
  const isOutdone = all.some(
    (other) =>
      other.to.technicalName === step.to.technicalName &&
      other.to.platformVersion === step.to.platformVersion &&
      other.from.technicalName !== step.from.technicalName &&
      countBrought(other) > countBrought(step),
  );
  return isOutdone ? { ...step, kind: "merged" } : step;
}

function countBrought({ evidence }: FoundStep): number {
  const { move, sharedCommits, sharedFiles } = evidence;
  return sharedCommits + sharedFiles + (move === null ? 0 : move.samePaths + move.sameFiles);
}

/** Tells blobs that hardly any name has had from boilerplate. */
function openRarity({ ofBlobs }: Owners): (blob: number) => boolean {
  return (blob) => (ofBlobs.get(blob)?.size ?? 0) <= RARE_NAMES;
}

function compareSteps(left: FoundStep, right: FoundStep): number {
  return (
    compareText(left.from.technicalName, right.from.technicalName) ||
    comparePlatformVersions(left.from.platformVersion, right.from.platformVersion) ||
    comparePlatformVersions(left.to.platformVersion, right.to.platformVersion) ||
    compareText(left.to.technicalName, right.to.technicalName) ||
    compareText(left.to.organization, right.to.organization) ||
    compareText(left.to.repository, right.to.repository)
  );
}
