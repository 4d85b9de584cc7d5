// What is on the addons path of a system, and which repository a name is taken from when several have it.
import type { Snapshot } from "../../data/snapshot/decode.js";
import { damagedSection } from "../../data/snapshot/errors.js";
import { getBranches } from "../lookup/branches.js";
import { getPlatformVersion, getProvider, isInstallable, listDistinct } from "../lookup/entries.js";
import { keepEach } from "../lookup/kept.js";
import type { PlanQuestion } from "../contract/browser/plan-question.js";
import type { PlanChoice } from "../contract/shape/system/plan.js";
import { CHOICE_RULES } from "../contract/choice-rules.js";
import { getVersionTable } from "./version-table.js";

export interface AddonsPath {
  /** The installable entry that a name is taken from; `undefined` where there is none. */
  find(name: string): number | undefined;
  isExcluded(name: string): boolean;
  /** False for an entry of a repository that the question does not name. */
  has(entry: number): boolean;
  /** Why a name is taken from where it is; `undefined` where one repository alone has it. */
  findChoice(name: string): PlanChoice | undefined;
}

/** The smaller comes first. One number for each rule that may decide, in the order of the rules. */
type Rank = readonly number[];

export function openAddonsPath(snapshot: Snapshot, question: PlanQuestion): AddonsPath {
  const { carriers } = getVersionTable(snapshot, question.platformVersion);
  const excluded = new Set(question.exclude);
  const rankRepository = openRepositoryRanks(snapshot, question);
  const onPath = openPath(snapshot, question);
  /** The entries of a name with their ranks, the one that is taken first. */
  const rankEntries = (name: string): readonly (readonly [entry: number, rank: Rank])[] =>
    (carriers.get(name) ?? [])
      .map((entry): readonly [number, Rank] => [
        entry,
        [
          isInstallable(snapshot, entry) ? 0 : 1,
          ...rankRepository(snapshot.entries.repository.get(entry)),
        ],
      ])
      .toSorted(([, left], [, right]) => compareRanks(left, right));
  const find = keepEach((name: string): number | undefined => {
    if (excluded.has(name)) return undefined;
    const entries = carriers.get(name) ?? [];
    const best = entries.length > 1 ? rankEntries(name)[0]?.[0] : entries[0];
    return best !== undefined && isInstallable(snapshot, best) ? best : undefined;
  });
  return {
    find,
    isExcluded: (name) => excluded.has(name),
    has: (entry) => onPath(snapshot.entries.repository.get(entry)),
    findChoice(name) {
      if ((carriers.get(name)?.length ?? 0) < 2) return undefined;
      const ranked = rankEntries(name);
      const providers = listDistinct(ranked.map(([entry]) => getProvider(snapshot, entry)));
      const [first, ...others] = providers;
      const next = ranked.find(([entry]) => getProvider(snapshot, entry) === others[0]);
      const best = ranked[0];
      if (first === undefined || next === undefined || best === undefined) return undefined;
      const decided = best[1].findIndex((value, at) => value !== next[1][at]);
      return { technical_name: name, taken: first, rule: CHOICE_RULES[decided] ?? "first", others };
    },
  };
}

function compareRanks(left: Rank, right: Rank): number {
  const at = left.findIndex((value, position) => value !== right[position]);
  return (left[at] ?? 0) - (right[at] ?? 0);
}

/** A function to the ranks of a repository by all rules but the first. */
function openRepositoryRanks(
  snapshot: Snapshot,
  { platformVersion, modules, repositories = [], prefer = [] }: PlanQuestion,
): (repository: number) => Rank {
  const { carriers } = getVersionTable(snapshot, platformVersion);
  const toRepositories = (name: string): readonly number[] =>
    listDistinct((carriers.get(name) ?? []).map((entry) => snapshot.entries.repository.get(entry)));
  const ofPlatform = new Set(toRepositories("base"));
  const requested = new Map<number, number>();
  for (const repository of modules.flatMap(toRepositories)) {
    requested.set(repository, (requested.get(repository) ?? 0) + 1);
  }
  const path = repositories.map((provider) => provider.toLowerCase());
  const preferred = prefer.map((name) => name.toLowerCase());
  const known = new Map<number, Rank>();
  return (repository) => {
    const before = known.get(repository);
    if (before !== undefined) return before;
    const provider = (snapshot.providers[repository] ?? "").toLowerCase();
    const organization = provider.slice(0, provider.indexOf("/"));
    const rank = [
      findPlace(preferred, (name) => name === provider || name === organization),
      findPlace(path, (name) => name === provider),
      ofPlatform.has(repository) ? 0 : 1,
      -(requested.get(repository) ?? 0),
      repository,
    ];
    known.set(repository, rank);
    return rank;
  };
}

/** The position of the first that fits; behind all where none does. */
function findPlace(names: readonly string[], fits: (name: string) => boolean): number {
  const at = names.findIndex(fits);
  return at < 0 ? names.length : at;
}

function openPath(
  snapshot: Snapshot,
  { repositories }: PlanQuestion,
): (repository: number) => boolean {
  if (repositories === undefined) return () => true;
  const path = new Set(repositories.map((provider) => provider.toLowerCase()));
  const isOn = snapshot.providers.map((provider) => path.has(provider.toLowerCase()));
  return (repository) => isOn[repository] === true;
}

/** The branch that an entry was read from. @throws SnapshotError where its repository has none for its version */
export function getBranch(snapshot: Snapshot, entry: number): string {
  const version = getPlatformVersion(snapshot, entry);
  const branch = getBranches(snapshot)[snapshot.entries.repository.get(entry)]?.[version];
  if (branch === undefined) throw damagedSection("sources", `a branch for ${version}`, "none");
  return branch;
}
