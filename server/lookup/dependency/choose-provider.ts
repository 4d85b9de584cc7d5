// Chooses one repository for a name that several have: the one rule, for plans and for every answer that needs a single one. Which
// has the original follows from the first state and commit of its folder, from the repository in its own manifest, and from the
// number of others' modules that the repository has.
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { PlanQuestion } from "../../contract/browser/plan-question.js";
import { CHOICE_RULES } from "../../contract/choice-rules.js";
import type { PlanChoice } from "../../contract/shape/system/plan.js";
import { deriveAtVersion, deriveOnce, deriveEach, listAllEntries } from "../memo.js";
import {
  getFolder,
  getProvider,
  getTechnicalName,
  isInstallable,
  listDistinct,
  getProviderByNumber,
  getRepositoryByNumber,
  listEntriesOfName,
} from "../entries.js";
import { listProviderEntries, BASE, getProviders, PLATFORM } from "./dependency-graph.js";
import { MOST_TREES, type EntryHead } from "../../../data/module/facts.js";
import { compareNumberLists } from "../../../data/platform/platform-version.js";
import { SnapshotError } from "../../../data/snapshot/errors.js";
import type { Yield } from "../../../data/yield.js";
import { parseTimestamp } from "../../../data/snapshot/record/record-head.js";
import { findPlatformModule } from "../module/platform-module.js";
import { createNeededWorks } from "./needed-works.js";
import { isSameName, parseForge } from "../forge.js";

interface ProviderChoice {
  /**
   * The entry that a name is taken from, one that can be installed where there is any; `undefined` where nobody has it.
   * @param near an entry whose repository comes first, then its organization, as if they were preferred
   */
  choose(name: string, near?: number): number | undefined;
  /** Choice among some entries of a name. */
  chooseFrom(entries: readonly number[], near?: number): number | undefined;
  /** Entries of a name in the order in which they would be taken if all could be installed. */
  rank(entries: readonly number[]): readonly number[];
  /** Reason for the choice; `undefined` if only one folder has the name. */
  explain(name: string): PlanChoice | undefined;
}

/** The smaller comes first. One number for each of CHOICE_RULES, in their order. */
type Rank = readonly number[];
type Ranked = readonly [entry: number, rank: Rank];

export function createProviderChoice(snapshot: Snapshot, question: PlanQuestion): ProviderChoice {
  const { platformVersion, prefer = [] } = question;
  const countNeeds = createNeededWorks(snapshot, question, (name) => choose(name));
  const findRank = createRanks(snapshot, question, countNeeds);
  const preferred = prefer.map((name) => name.toLowerCase());
  /** The one that is taken first in front. */
  const rankEntries = (entries: readonly number[], near: number | undefined): readonly Ranked[] => {
    const first = near === undefined ? preferred : [...listNear(snapshot, near), ...preferred];
    const releases = listReleases(snapshot, entries);
    return entries
      .map((entry): Ranked => [entry, findRank(entry, first, releases)])
      .toSorted(([, left], [, right]) => compareRanks(left, right));
  };
  const chooseFrom = (entries: readonly number[], near?: number): number | undefined =>
    entries.length > 1 ? rankEntries(entries, near)[0]?.[0] : entries[0];
  const listEntries = (name: string): readonly number[] =>
    listProviderEntries(snapshot, name, platformVersion);
  const choose = (name: string, near?: number): number | undefined =>
    chooseFrom(listEntries(name), near);
  return {
    chooseFrom,
    rank: (entries) =>
      rankEntries(entries, undefined)
        .toSorted(([, left], [, right]) => compareRanks(left.slice(1), right.slice(1)))
        .map(([entry]) => entry),
    choose,
    explain(name) {
      const entries = listEntries(name);
      if (entries.length < 2) return undefined;
      const ranked = rankEntries(entries, undefined);
      const [best, second] = ranked as [Ranked, Ranked, ...Ranked[]];
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
  countNeeds: (entry: number) => number,
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
      -countNeeds(entry),
      birth?.copiedAt.has(snapshot.entries.version.get(entry)) === true ? 1 : 0,
      birth?.begunLaterAt.has(snapshot.entries.version.get(entry)) === true ? 1 : 0,
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

/** Facts of a name in a repository, at any version. */
interface Birth {
  /** Seconds since 1970 of the first commit of its folder; Infinity where the history is unknown. */
  readonly bornAt: number;
  /** True if a manifest names the repository as the module's website. */
  readonly isNamed: boolean;
  /** Versions, by number, at which its manifest names another repository that has it: a copy, whatever the dates of commits say. */
  readonly copiedAt: ReadonlySet<number>;
  /** Versions, by number, at which its first tree, by its history, is one of another repository that had earlier ones. */
  readonly begunLaterAt: ReadonlySet<number>;
}

const NOTHING_KNOWN: Birth = {
  bornAt: Infinity,
  isNamed: false,
  copiedAt: new Set(),
  begunLaterAt: new Set(),
};

/** By the number of the repository; the key is that of the name. */
const getBirths = deriveEach((snapshot, name: number): ReadonlyMap<number, Birth> => {
  const births = new Map<number, Birth>();
  const rows = listEntriesOfName(snapshot, name).map((entry) => ({
    repository: snapshot.entries.repository.get(entry),
    version: snapshot.entries.version.get(entry),
    head: snapshot.readOwnHead(entry),
  }));
  for (const { repository, version, head } of rows) {
    const known = births.get(repository) ?? NOTHING_KNOWN;
    const { first_commit_date: date, organization, trees } = head;
    const bornAt = date === null ? Infinity : parseTimestamp(date);
    const others = rows.filter((other) => other.repository !== repository);
    // A module that moved within its organization may still name its former repository.
    const isCopy = others.some(
      (other) =>
        (other.version === version || !isSameName(other.head.organization, organization)) &&
        isWebsiteOf(head, other.head.git),
    );
    const isBegunLater = others.some(
      (other) => date !== null && other.version === version && isLaterThan(trees, other.head.trees),
    );
    births.set(repository, {
      bornAt: Math.min(known.bornAt, bornAt),
      isNamed: known.isNamed || isNamedByOwn(head),
      copiedAt: isCopy ? new Set([...known.copiedAt, version]) : known.copiedAt,
      begunLaterAt: isBegunLater ? new Set([...known.begunLaterAt, version]) : known.begunLaterAt,
    });
  }
  return births;
});

/** True if the first of some trees is known, and stands among others that began earlier. Newest first. */
function isLaterThan(trees: readonly string[], others: readonly string[]): boolean {
  const first = trees.length < MOST_TREES ? trees.at(-1) : undefined;
  return first !== undefined && others.includes(first) && others.at(-1) !== first;
}

/** Modules of a repository that are asked whether they name it: most do, or none. */
const MOST_ASKED = 64;

/** True if modules of a repository name it as their website: a copy of it has modules that name the original. */
const isNamedByModules = deriveEach((snapshot, repository: number): boolean =>
  (getFirstEntries(snapshot)[repository] ?? []).some((entry) =>
    isNamedByOwn(snapshot.readOwnHead(entry)),
  ),
);

const getFirstEntries = deriveOnce((snapshot): readonly (readonly number[])[] => {
  const lists: number[][] = snapshot.repositories.map(() => []);
  for (const entry of listAllEntries(snapshot)) {
    const list = lists[snapshot.entries.repository.get(entry)];
    if (list !== undefined && list.length < MOST_ASKED) list.push(entry);
  }
  return lists;
});

/** Names between two turns. */
const PREPARED_NAMES = 32;

/** Births of names that several repositories have: a search for a broad word would wait for them. */
export async function prepareOrigins(snapshot: Snapshot, yieldToOthers: Yield): Promise<void> {
  const { repository } = snapshot.entries;
  for (let name = 0; name < snapshot.names.length; name++) {
    if (name % PREPARED_NAMES === 0) await yieldToOthers();
    const [first = -1, ...others] = listEntriesOfName(snapshot, name);
    if (!others.some((entry) => repository.get(entry) !== repository.get(first))) continue;
    try {
      getBirths(snapshot, name);
    } catch (error) {
      // A damaged module fails its own questions, not the start.
      if (!(error instanceof SnapshotError)) throw error;
    }
  }
}

function isNamedByOwn(head: EntryHead): boolean {
  return isWebsiteOf(head, head.git);
}

/** `https://github.com/OCA/web/tree/16.0/web_notify`. */
export function isWebsiteOf({ website }: Pick<EntryHead, "website">, git: string): boolean {
  const forge = parseForge(git);
  const [, host = "", path = ""] = /^https?:\/\/([^/?#]+)\/([^?#]*)/.exec(website.trim()) ?? [];
  if (forge === undefined || host.toLowerCase() !== forge.host) return false;
  const own = forge.path.toLowerCase();
  const named = path.toLowerCase().replace(/(?:\.git)?\/*$/, "");
  return named === own || named.startsWith(`${own}/`);
}

/**
 * For each repository, by number, the count of its modules that other repositories have as well.
 */
const countShared = deriveAtVersion((snapshot, version): ReadonlyMap<number, number> => {
  const counts = new Map<number, number>();
  for (const entries of getProviders(snapshot, version).values()) {
    const repositories = new Set(entries.map((entry) => snapshot.entries.repository.get(entry)));
    if (repositories.size < 2) continue;
    for (const one of repositories) counts.set(one, (counts.get(one) ?? 0) + 1);
  }
  return counts;
});

/**
 * Distance of a repository from the platform's own, which has 0. Forks, which have `base` too,
 * count for names of the platform alone.
 */
function rankOfPlatform(
  snapshot: Snapshot,
  { name, version }: { readonly name: string; readonly version: string },
  repository: number,
): number {
  const provider = getProviderByNumber(snapshot, repository).toLowerCase();
  if (provider === `${PLATFORM.organization}/${PLATFORM.repository}`) return 0;
  if (findPlatformModule(name, [version]) === undefined) return 2;
  const { organization } = getRepositoryByNumber(snapshot, repository);
  if (organization.toLowerCase() === PLATFORM.organization) return 0;
  const hasBase = listProviderEntries(snapshot, BASE, version).some(
    (entry) => snapshot.entries.repository.get(entry) === repository,
  );
  return hasBase ? 1 : 2;
}

/** By all numbers of both: `1.10.0` is newer than `1.9.2`. */
function compareReleases(left: string, right: string): number {
  return compareNumberLists(left.split(/\D+/).map(Number), right.split(/\D+/).map(Number));
}
