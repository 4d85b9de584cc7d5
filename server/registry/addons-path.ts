// What is on the addons path of a system.
import type { Snapshot } from "../../data/snapshot/decode.js";
import { createProviderChoice } from "../lookup/dependency/choose-provider.js";
import { isInstallable } from "../lookup/entries.js";
import { memoizeEach } from "../lookup/memo.js";
import type { PlanQuestion } from "../contract/browser/plan-question.js";
import type { PlanChoice } from "../contract/shape/system/plan.js";
import { checkPlanSections } from "./plan-sections.js";

export interface AddonsPath {
  /** The installable entry that a name is taken from; `undefined` where there is none. */
  find(name: string): number | undefined;
  isExcluded(name: string): boolean;
  /** False for an entry of a repository that the question does not name. */
  has(entry: number): boolean;
  /** Why a name is taken from where it is; `undefined` where one repository alone has it. */
  findChoice(name: string): PlanChoice | undefined;
}

/** @throws SnapshotError where a byte of what plans are made of is wrong */
export function createAddonsPath(snapshot: Snapshot, question: PlanQuestion): AddonsPath {
  checkPlanSections(snapshot);
  const excluded = new Set(question.exclude);
  const onPath = createPath(snapshot, question);
  const { choose, explain } = createProviderChoice(snapshot, question);
  return {
    find: memoizeEach((name) => {
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
): (repository: number) => boolean {
  if (repositories === undefined) return () => true;
  const path = new Set(repositories.map((provider) => provider.toLowerCase()));
  const isOn = snapshot.providers.map((provider) => path.has(provider.toLowerCase()));
  return (repository) => isOn[repository] === true;
}
