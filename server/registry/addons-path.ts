// Addons path of a system: its modules, reasons for missing ones, and the sections of a snapshot
// behind it.
import type { Snapshot } from "../../data/snapshot/decode.js";
import { createProviderChoice } from "../lookup/dependency/choose-provider.js";
import { isInstallable, findEntriesByName } from "../lookup/entries.js";
import { memoizeFound, deriveOnce } from "../lookup/memo.js";
import type { PlanQuestion } from "../contract/browser/plan-question.js";
import type { PlanChoice, MissingKind } from "../contract/shape/system/plan.js";
import { findPlatformEdition } from "../../data/platform/module-names.js";
import { BASE, listProviderEntries } from "../lookup/dependency/dependency-graph.js";
import type { SectionName } from "../../data/snapshot/format.js";
import { toListSections } from "../../data/snapshot/table/columns.js";

export interface AddonsPath {
  /** The installable entry that a name is taken from; `undefined` where there is none. */
  find(name: string): number | undefined;
  isExcluded(name: string): boolean;
  /** False for an entry of a repository that the question does not name; Odoo's own is always on it. */
  has(entry: number): boolean;
  /** Reason for the choice of a repository; `undefined` if only one has the name. */
  findChoice(name: string): PlanChoice | undefined;
}

/** @throws SnapshotError where a byte of what plans are made of is wrong */
export function createAddonsPath(snapshot: Snapshot, question: PlanQuestion): AddonsPath {
  checkPlanSections(snapshot);
  const excluded = new Set(question.exclude);
  const { choose, explain } = createProviderChoice(snapshot, question);
  const base = choose(BASE);
  const onPath = createPath(snapshot, question, base);
  return {
    find: memoizeFound((name: string) => {
      const entry = excluded.has(name) ? undefined : choose(name);
      return entry !== undefined && isInstallable(snapshot, entry) ? entry : undefined;
    }),
    isExcluded: (name) => excluded.has(name),
    has: (entry) => onPath(snapshot.entries.repository.get(entry)),
    findChoice: explain,
  };
}

function createPath(
  snapshot: Snapshot,
  { repositories }: PlanQuestion,
  base: number | undefined,
): (repository: number) => boolean {
  if (repositories === undefined) return () => true;
  const ofPlatform = base === undefined ? undefined : snapshot.entries.repository.get(base);
  const path = new Set(repositories.map((provider) => provider.toLowerCase()));
  const isOn = snapshot.providers.map((provider) => path.has(provider.toLowerCase()));
  return (repository) => isOn[repository] === true || repository === ofPlatform;
}

/**
 * Reason for a missing module, as one word.
 * @param name one that `path` does not find
 */
export function findMissingKind(
  snapshot: Snapshot,
  path: AddonsPath,
  name: string,
  platformVersion: string,
): MissingKind {
  if (path.isExcluded(name)) return "excluded";
  if (listProviderEntries(snapshot, name, platformVersion).length > 0) return "not_installable";
  const edition = findPlatformEdition(name, platformVersion);
  if (edition !== undefined) return edition;
  return findEntriesByName(snapshot, name) === undefined ? "unknown" : "other_version";
}

/**
 * Sections of plans, beside the graph of dependencies and those verified when a snapshot is opened.
 */
export const PLAN_SECTIONS: readonly SectionName[] = [
  "releases",
  "folders",
  "commits",
  "entries.release",
  "entries.folder",
  "entries.commit",
  "excludes",
  "countries",
  "packages",
  ...toListSections("excludes", "countries", "pip", "bin"),
];

/** Compares them, once for a snapshot. @throws SnapshotError where a byte is wrong */
export const checkPlanSections = deriveOnce(({ sections }) => sections.check(PLAN_SECTIONS));
