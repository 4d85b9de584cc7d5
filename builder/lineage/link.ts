// What became of modules from one platform version to the next, over all repositories. Pure.
import type { FoundStep } from "../../data/lineage.js";
import { comparePlatformVersions, compareText } from "../../data/platform-version.js";
import { openEvidence, RARE_NAMES, type Owners, type RepositoryFacts } from "./evidence.js";
import { linkMoved, listChangedPlaces } from "./moved.js";
import { openPresence, type ModulePlace } from "./presence.js";
import { linkSuccessors, listEnded } from "./successors.js";

/** All steps that say more than that a module is where it was; the same in any order of what is given. */
export function linkLineage(
  modules: readonly ModulePlace[],
  repositories: readonly RepositoryFacts[],
): readonly FoundStep[] {
  const presence = openPresence(modules);
  const evidence = openEvidence(repositories, presence);
  const changed = listChangedPlaces(presence, evidence);
  const ended = listEnded(presence, evidence);
  const commits = new Set(ended.flatMap((one) => [...one.commits]));
  const blobs = new Set([...ended, ...changed].flatMap((one) => [...one.blobs]));
  const owners = evidence.findOwners(commits, blobs);
  const isRare = openRarity(owners);
  return [
    ...changed.map((one) => linkMoved(one, evidence, isRare)),
    ...ended.flatMap((one) => linkSuccessors(one, { presence, evidence, owners, isRare })),
  ].toSorted(compareSteps);
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
