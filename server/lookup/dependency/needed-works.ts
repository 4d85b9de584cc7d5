// Unrelated works of one name: which of them the modules of a question need, those that are in the repository of a work, or in
// its organization. Who needs what depends on what is taken for other names, so names of several works are taken last.
import { compareText } from "../../../data/platform/platform-version.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { PlanQuestion } from "../../contract/browser/plan-question.js";
import {
  getPlatformVersion,
  getRepositoryByNumber,
  getTechnicalName,
  listDistinct,
} from "../entries.js";
import { isSameName } from "../forge.js";
import { listDepends, listProviderEntries } from "./dependency-graph.js";
import { getWork } from "./same-work.js";

/**
 * A function from an entry to the number of modules that need its work; 0 where all of its name are one work.
 * @param choose takes an entry for a name, by what the function says of it so far
 */
export function createNeededWorks(
  snapshot: Snapshot,
  { platformVersion, modules, exclude = [] }: PlanQuestion,
  choose: (name: string) => number | undefined,
): (entry: number) => number {
  const counts = new Map<number, number>();
  const listEntries = (name: string): readonly number[] =>
    listProviderEntries(snapshot, name, platformVersion);
  const count = (needing: number, name: string): void => {
    for (const work of listNear(snapshot, listEntries(name), needing)) {
      counts.set(work, (counts.get(work) ?? 0) + 1);
    }
  };
  const walk = (): void => {
    const met = new Set<string>(exclude);
    const plain: string[] = [];
    const disputed = new Set<string>();
    const meet = (name: string): void => {
      if (met.has(name)) return;
      met.add(name);
      if (isDisputed(snapshot, listEntries(name))) disputed.add(name);
      else plain.push(name);
    };
    for (const name of modules) meet(name);
    for (;;) {
      const name = plain.pop() ?? [...disputed].toSorted(compareText)[0];
      if (name === undefined) return;
      disputed.delete(name);
      const entry = choose(name);
      for (const need of entry === undefined ? [] : listDepends(snapshot, entry)) {
        count(entry ?? -1, need);
        meet(need);
      }
    }
  };
  let isWalked = false;
  return (entry) => {
    const name = getTechnicalName(snapshot, entry);
    const isHere = getPlatformVersion(snapshot, entry) === platformVersion;
    if (modules.length === 0 || !isHere || !isDisputed(snapshot, listEntries(name))) return 0;
    // Names that are taken during the walk are counted by what it met so far.
    if (!isWalked) {
      isWalked = true;
      walk();
    }
    return counts.get(getWork(snapshot, entry)) ?? 0;
  };
}

function isDisputed(snapshot: Snapshot, [first, ...others]: readonly number[]): boolean {
  return others.some((entry) => getWork(snapshot, entry) !== first);
}

/** Works in the repository of a module, or else in its organization. */
function listNear(
  snapshot: Snapshot,
  entries: readonly number[],
  needing: number,
): readonly number[] {
  const { repository } = snapshot.entries;
  const toOrganization = (entry: number): string =>
    getRepositoryByNumber(snapshot, repository.get(entry)).organization;
  const own = entries.filter((entry) => repository.get(entry) === repository.get(needing));
  const organization = toOrganization(needing);
  const near =
    own.length > 0
      ? own
      : entries.filter((entry) => isSameName(toOrganization(entry), organization));
  return listDistinct(near.map((entry) => getWork(snapshot, entry)));
}
