// Which repository a name is taken from when several have it: the one rule, for plans and for every answer that
// needs a single one.
import { countEach } from "../../../data/grouped.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { PlanQuestion } from "../../contract/browser/plan-question.js";
import { CHOICE_RULES } from "../../contract/choice-rules.js";
import type { PlanChoice } from "../../contract/shape/system/plan.js";
import { deriveAtVersion } from "../derived.js";
import { getProvider, isInstallable, listDistinct } from "../entries.js";
import { listProviderEntries } from "./dependency-graph.js";

interface ProviderChoice {
  /**
   * The entry that a name is taken from, one that can be installed where there is any; `undefined` where nobody has it.
   * @param near an entry whose repository comes first, then its organization, as if they were preferred
   */
  choose(name: string, near?: number): number | undefined;
  /** The same of some entries of a name. */
  chooseFrom(entries: readonly number[], near?: number): number | undefined;
  /** Why a name is taken from where it is; `undefined` where one repository alone has it. */
  explain(name: string): PlanChoice | undefined;
}

/** The smaller comes first. One number for each of CHOICE_RULES, in their order. */
type Rank = readonly number[];

export function createProviderChoice(snapshot: Snapshot, question: PlanQuestion): ProviderChoice {
  const { platformVersion, prefer = [] } = question;
  const rankRepository = createRepositoryRanks(snapshot, question);
  const preferred = prefer.map((name) => name.toLowerCase());
  /** The one that is taken first in front. */
  const rankEntries = (
    entries: readonly number[],
    near: number | undefined,
  ): readonly (readonly [entry: number, rank: Rank])[] => {
    const first = near === undefined ? preferred : [...listNear(snapshot, near), ...preferred];
    return entries
      .map((entry): readonly [number, Rank] => {
        const provider = getProvider(snapshot, entry).toLowerCase();
        const organization = toOrganization(provider);
        return [
          entry,
          [
            isInstallable(snapshot, entry) ? 0 : 1,
            findPlace(first, (name) => name === provider || name === organization),
            ...rankRepository(snapshot.entries.repository.get(entry)),
          ],
        ];
      })
      .toSorted(([, left], [, right]) => compareRanks(left, right));
  };
  const chooseFrom = (entries: readonly number[], near?: number): number | undefined =>
    entries.length > 1 ? rankEntries(entries, near)[0]?.[0] : entries[0];
  const listEntries = (name: string): readonly number[] =>
    listProviderEntries(snapshot, name, platformVersion);
  return {
    chooseFrom,
    choose: (name, near) => chooseFrom(listEntries(name), near),
    explain(name) {
      const ranked = rankEntries(listEntries(name), undefined);
      const [first, ...others] = listDistinct(
        ranked.map(([entry]) => getProvider(snapshot, entry)),
      );
      const next = ranked.find(([entry]) => getProvider(snapshot, entry) === others[0]);
      const best = ranked[0];
      if (first === undefined || next === undefined || best === undefined) return undefined;
      const decided = best[1].findIndex((value, at) => value !== next[1][at]);
      return { technical_name: name, taken: first, rule: CHOICE_RULES[decided] ?? "first", others };
    },
  };
}

/** Where nothing is asked for: the repository that has `base`, else the first. */
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

/** A function to the ranks of a repository by all rules that do not look at the entry, or at what is preferred. */
function createRepositoryRanks(
  snapshot: Snapshot,
  { platformVersion, modules, repositories = [] }: PlanQuestion,
): (repository: number) => Rank {
  const listRepositories = (name: string): readonly number[] =>
    listDistinct(
      listProviderEntries(snapshot, name, platformVersion).map((entry) =>
        snapshot.entries.repository.get(entry),
      ),
    );
  const ofPlatform = new Set(listRepositories("base"));
  const requested = countEach(modules.flatMap(listRepositories));
  const path = repositories.map((provider) => provider.toLowerCase());
  return (repository) => {
    const provider = (snapshot.providers[repository] ?? "").toLowerCase();
    return [
      findPlace(path, (name) => name === provider),
      ofPlatform.has(repository) ? 0 : 1,
      -(requested.get(repository) ?? 0),
      repository,
    ];
  };
}

/** The position of the first that fits; behind all where none does. */
function findPlace(names: readonly string[], fits: (name: string) => boolean): number {
  const at = names.findIndex(fits);
  return at < 0 ? names.length : at;
}
