// Chooses one repository for a name that several have: the one rule, for plans and for every answer
// that needs a single one.
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { PlanQuestion } from "../../contract/browser/plan-question.js";
import { CHOICE_RULES } from "../../contract/choice-rules.js";
import type { PlanChoice } from "../../contract/shape/system/plan.js";
import { deriveAtVersion, deriveOnce } from "../derived.js";
import {
  getFolder,
  getProvider,
  getTechnicalName,
  isInstallable,
  listDistinct,
} from "../entries.js";
import { listProviderEntries } from "./dependency-graph.js";
import {
  compareReleases,
  countShared,
  getBirths,
  isNamedByModules,
  rankOfPlatform,
} from "./origin.js";

interface ProviderChoice {
  /**
   * The entry that a name is taken from, one that can be installed where there is any; `undefined` where nobody has it.
   * @param near an entry whose repository comes first, then its organization, as if they were preferred
   */
  choose(name: string, near?: number): number | undefined;
  /** Choice among some entries of a name. */
  chooseFrom(entries: readonly number[], near?: number): number | undefined;
  /** Entries of a name in the order in which they would be taken. */
  rank(entries: readonly number[]): readonly number[];
  /** Original among entries of one name, installable or not. */
  findOriginal(entries: readonly number[]): number | undefined;
  /** Reason for the choice; `undefined` if only one folder has the name. */
  explain(name: string): PlanChoice | undefined;
}

/** The smaller comes first. One number for each of CHOICE_RULES, in their order. */
type Rank = readonly number[];

export function createProviderChoice(snapshot: Snapshot, question: PlanQuestion): ProviderChoice {
  const { platformVersion, prefer = [] } = question;
  const findRank = createRanks(snapshot, question);
  const preferred = prefer.map((name) => name.toLowerCase());
  /** The one that is taken first in front. */
  const rankEntries = (
    entries: readonly number[],
    near: number | undefined,
  ): readonly (readonly [entry: number, rank: Rank])[] => {
    const first = near === undefined ? preferred : [...listNear(snapshot, near), ...preferred];
    const releases = listReleases(snapshot, entries);
    return entries
      .map((entry): readonly [number, Rank] => [entry, findRank(entry, first, releases)])
      .toSorted(([, left], [, right]) => compareRanks(left, right));
  };
  const chooseFrom = (entries: readonly number[], near?: number): number | undefined =>
    entries.length > 1 ? rankEntries(entries, near)[0]?.[0] : entries[0];
  const listEntries = (name: string): readonly number[] =>
    listProviderEntries(snapshot, name, platformVersion);
  return {
    chooseFrom,
    rank: (entries) => rankEntries(entries, undefined).map(([entry]) => entry),
    findOriginal(entries) {
      const ranked = rankEntries(entries, undefined).map(([entry, [, ...others]]) => ({
        entry,
        others,
      }));
      return ranked.toSorted((left, right) => compareRanks(left.others, right.others))[0]?.entry;
    },
    choose: (name, near) => chooseFrom(listEntries(name), near),
    explain(name) {
      const ranked = rankEntries(listEntries(name), undefined);
      const [best, second] = ranked;
      if (best === undefined || second === undefined) return undefined;
      const [taken, ...others] = listDistinct(
        ranked.map(([entry]) => getProvider(snapshot, entry)),
      );
      const [folder = "", ...other_folders] = ranked.flatMap(([entry]) =>
        getProvider(snapshot, entry) === taken ? getFolder(snapshot, entry) : [],
      );
      const next = ranked.find(([entry]) => getProvider(snapshot, entry) === others[0]) ?? second;
      const decided = best[1].findIndex((value, at) => value !== next[1][at]);
      const rule = CHOICE_RULES[decided] ?? "first";
      return { technical_name: name, taken: taken ?? "", rule, others, folder, other_folders };
    },
  };
}

/** Default choice: the original. */
export const getDefaultChoice = deriveAtVersion((snapshot, platformVersion) =>
  createProviderChoice(snapshot, { platformVersion, modules: [] }),
);

function compareRanks(left: Rank, right: Rank): number {
  const at = left.findIndex((value, position) => value !== right[position]);
  return (left[at] ?? 0) - (right[at] ?? 0);
}

function listNear(snapshot: Snapshot, entry: number): readonly string[] {
  const provider = getProvider(snapshot, entry).toLowerCase();
  return [provider, toOrganization(provider)];
}

function toOrganization(provider: string): string {
  return provider.slice(0, provider.indexOf("/"));
}

/** A function to the rank of an entry. @param first what is preferred, @param releases its versions, the newest first */
function createRanks(
  snapshot: Snapshot,
  { platformVersion: version, repositories = [] }: PlanQuestion,
): (entry: number, first: readonly string[], releases: readonly number[]) => Rank {
  const path = repositories.map((provider) => provider.toLowerCase());
  const priorities = getPriorities(snapshot);
  const shared = countShared(snapshot, version);
  return (entry, first, releases) => {
    const { name, repository: repositoryOf, release } = snapshot.entries;
    const repository = repositoryOf.get(entry);
    const provider = getProvider(snapshot, entry).toLowerCase();
    const organization = toOrganization(provider);
    const birth = getBirths(snapshot, name.get(entry)).get(repository);
    const technicalName = getTechnicalName(snapshot, entry);
    return [
      isInstallable(snapshot, entry) ? 0 : 1,
      findFirst(first, (one) => one === provider || one === organization),
      findFirst(path, (one) => one === provider),
      rankOfPlatform(snapshot, { name: technicalName, version }, repository),
      -(priorities.get(provider) ?? 0),
      birth?.bornAt ?? Infinity,
      birth?.isNamed === true ? 0 : isNamedByModules(snapshot, repository) ? 1 : 2,
      releases.indexOf(release.get(entry)),
      shared.get(repository) ?? 0,
      repository,
    ];
  };
}

/** Priorities of the sources file, by `<org>/<repo>` in lower case. */
const getPriorities = deriveOnce(
  ({ entry: { sources } }): ReadonlyMap<string, number> =>
    new Map(
      sources.map(({ organization, repository, priority = 0 }) => [
        `${organization}/${repository}`.toLowerCase(),
        priority,
      ]),
    ),
);

/** Numbers of the versions of entries, the newest first. */
function listReleases(snapshot: Snapshot, entries: readonly number[]): readonly number[] {
  const numbers = listDistinct(entries.map((entry) => snapshot.entries.release.get(entry)));
  const text = (number: number): string => snapshot.releases.get(number);
  return numbers.toSorted((left, right) => compareReleases(text(right), text(left)));
}

/** The position of the first that fits; behind all where none does. */
function findFirst(names: readonly string[], fits: (name: string) => boolean): number {
  const at = names.findIndex(fits);
  return at < 0 ? names.length : at;
}
