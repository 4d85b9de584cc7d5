// Links modules of one platform version to those of the next, over all repositories. Pure.
import { toGroups } from "../../data/grouped.js";
import type { FoundStep } from "../../data/history/lineage.js";
import { comparePlatformVersions, compareText } from "../../data/platform/platform-version.js";
import { countMoved, createEvidence, type Numbers, type RepositoryFacts } from "./evidence.js";
import { linkMoved, listChangedPlaces } from "./moved.js";
import { NumberTable } from "./number-table.js";
import { findOwners } from "./owners.js";
import { createPresence, type ModuleLocation } from "./presence.js";
import { linkSuccessors, listEnded, toEndedName, type EndedName } from "./successors.js";

/** All steps that say more than that a module is where it was; the same in any order of what is given. */
export function linkLineage(
  modules: readonly ModuleLocation[],
  repositories: readonly RepositoryFacts[],
): readonly FoundStep[] {
  const presence = createPresence(modules);
  const evidence = createEvidence(repositories, presence);
  const changed = listChangedPlaces(presence, evidence);
  const ended = listEnded(presence, evidence);
  const left = changed.map((one) => toEndedName(one.old, evidence));
  const owners = findOwners(repositories, presence, {
    commits: tabulate([...ended, ...left].map((one) => one.commits)),
    blobs: tabulate([...ended, ...changed].map((one) => one.blobs)),
  });
  const moved = changed.map((one) => linkMoved(one, evidence, owners));
  const link = (one: EndedName): readonly FoundStep[] =>
    linkSuccessors(one, { presence, evidence, owners });
  const renamed = ended.flatMap(link);
  // A name that another module has from then on ended too.
  const taken = left.filter((_, at) => moved[at]?.kind === "same").flatMap(link);
  const known = new Set(renamed.map(toNames));
  const found = [...renamed, ...taken.filter((one) => !known.has(toNames(one)))];
  const ofTargets = toGroups(found, toTarget);
  const told = found.map((one) => tellMerge(one, ofTargets.get(toTarget(one)) ?? []));
  return [...moved, ...told].toSorted(compareSteps);
}

/** A name holds no line feed. */
function toNames({ from, to }: FoundStep): string {
  return `${from.technicalName}\n${to.technicalName}`;
}

function toTarget({ to }: FoundStep): string {
  return `${to.technicalName}\n${to.platformVersion}`;
}

/** Several modules became one: the largest contributor was renamed, the others were merged. */
function tellMerge(step: FoundStep, ofTarget: readonly FoundStep[]): FoundStep {
  if (step.kind !== "renamed") return step;
  const isOutdone = ofTarget.some(
    (other) =>
      other.from.technicalName !== step.from.technicalName &&
      countBrought(other) > countBrought(step),
  );
  return isOutdone ? { ...step, kind: "merged" } : step;
}

function countBrought({ evidence }: FoundStep): number {
  const { move, sharedCommits, sharedFiles } = evidence;
  return sharedCommits + sharedFiles + (move === null ? 0 : countMoved(move));
}

function tabulate(lists: readonly Numbers[]): NumberTable {
  const table = new NumberTable();
  for (const list of lists) for (const number of list) table.add(number);
  return table;
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
