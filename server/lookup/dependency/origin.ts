// Original of a module that several repositories have: by the first commit of its folder, by the
// repository in its own manifest, and by the number of others' modules that the repository has.
// choose-provider.ts makes the choice.
import type { EntryHead } from "../../../data/module/facts.js";
import { compareNumberLists } from "../../../data/platform/platform-version.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { SnapshotError } from "../../../data/snapshot/errors.js";
import type { Yield } from "../../../data/yield.js";
import { parseTimestamp } from "../../../data/snapshot/record/record-head.js";
import { findPlatformModule } from "../module/platform-module.js";
import { deriveAtVersion, deriveEach, deriveOnce, listAllEntries } from "../derived.js";
import { getProviderByNumber, getRepositoryByNumber, listEntriesOfName } from "../entries.js";
import { parseForge } from "../forge.js";
import { BASE, getProviders, listProviderEntries, PLATFORM } from "./dependency-graph.js";

/** Facts of a name in a repository, at any version. */
interface Birth {
  /** Seconds since 1970 of the first commit of its folder; Infinity where the history is unknown. */
  readonly bornAt: number;
  /** True if a manifest names the repository as the module's website. */
  readonly isNamed: boolean;
}

/** By the number of the repository; the key is that of the name. */
export const getBirths = deriveEach((snapshot, name: number): ReadonlyMap<number, Birth> => {
  const births = new Map<number, Birth>();
  for (const entry of listEntriesOfName(snapshot, name)) {
    const repository = snapshot.entries.repository.get(entry);
    const known = births.get(repository) ?? { bornAt: Infinity, isNamed: false };
    const head = snapshot.readOwnHead(entry);
    const { first_commit_date: date } = head;
    const bornAt = date === null ? Infinity : parseTimestamp(date);
    births.set(repository, {
      bornAt: Math.min(known.bornAt, bornAt),
      isNamed: known.isNamed || isWebsiteOf(head),
    });
  }
  return births;
});

/** Modules of a repository that are asked whether they name it: most do, or none. */
const MOST_ASKED = 64;

/** True if modules of a repository name it as their website: a copy of it has modules that name the original. */
export const isNamedByModules = deriveEach((snapshot, repository: number): boolean =>
  (getFirstEntries(snapshot)[repository] ?? []).some((entry) =>
    isWebsiteOf(snapshot.readOwnHead(entry)),
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

/** `https://github.com/OCA/web/tree/16.0/web_notify`. */
function isWebsiteOf({ website, git }: Pick<EntryHead, "website" | "git">): boolean {
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
export const countShared = deriveAtVersion((snapshot, version): ReadonlyMap<number, number> => {
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
export function rankOfPlatform(
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
export function compareReleases(left: string, right: string): number {
  return compareNumberLists(left.split(/\D+/).map(Number), right.split(/\D+/).map(Number));
}
