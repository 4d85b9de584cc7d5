// Search by technical name: a literal part of it, the best place first; typos only when nothing
// contains the text.
import { compareText } from "../../data/platform-version.js";
import type { Snapshot } from "../../data/snapshot/decode.js";
import { getCarrier, getPlatformVersion, isInstallable, listEntriesOfName } from "./entries.js";
import { measureDistance } from "./typing-distance.js";

export interface NameHit {
  readonly technical_name: string;
  /** `organization/repository` → platform versions, in numeric order. */
  readonly versions: Readonly<Record<string, readonly string[]>>;
}

export interface NameQuery {
  readonly text: string;
  readonly platformVersion: string | undefined;
  readonly installable: boolean | undefined;
}

/** Where a text stands in a name, best first. */
const EXACT = 0;
const PREFIX = 1;
const WORD_START = 2;
const INSIDE = 3;

interface RankedName {
  readonly number: number;
  readonly name: string;
  readonly rank: number;
  readonly dependents: number;
}

/** Names as they are compared: without case, `-` and space as `_`. */
export function foldName(name: string): string {
  return name.trim().toLowerCase().replace(/[-\s]/g, "_");
}

/**
 * One hit for each technical name that contains the text: exact, then prefix, then start of a
 * word, then inside; within each by the number of modules that depend on it, then by name. When
 * there is none, names within one typo (two from six characters on), the nearest first.
 */
export function searchNames(snapshot: Snapshot, query: NameQuery): readonly NameHit[] {
  const folded = foldName(query.text);
  const containing = collectHits(snapshot, query, (name) => findPlace(name, folded));
  if (containing.length > 0) return containing;
  const typos = folded.length < 6 ? 1 : 2;
  return collectHits(snapshot, query, (name) => {
    const distance = measureDistance(name, folded, typos);
    return distance <= typos ? distance : undefined;
  });
}

function collectHits(
  snapshot: Snapshot,
  query: NameQuery,
  rankName: (folded: string) => number | undefined,
): readonly NameHit[] {
  const ranked: RankedName[] = [];
  for (let number = 0; number < snapshot.names.length; number++) {
    const name = snapshot.names.get(number);
    const rank = rankName(foldName(name));
    if (rank === undefined) continue;
    ranked.push({ number, name, rank, dependents: snapshot.nameDependents.get(number) });
  }
  return ranked
    .toSorted(
      (a, b) => a.rank - b.rank || b.dependents - a.dependents || compareText(a.name, b.name),
    )
    .map((row) => toHit(snapshot, query, row))
    .filter((hit) => Object.keys(hit.versions).length > 0);
}

function findPlace(name: string, text: string): number | undefined {
  if (name === text) return EXACT;
  if (name.startsWith(text)) return PREFIX;
  if (name.includes(`_${text}`)) return WORD_START;
  return name.includes(text) ? INSIDE : undefined;
}

function toHit(snapshot: Snapshot, query: NameQuery, row: RankedName): NameHit {
  const versions = new Map<string, string[]>();
  for (const entry of listEntriesOfName(snapshot, row.number)) {
    const version = getPlatformVersion(snapshot, entry);
    if (query.platformVersion !== undefined && version !== query.platformVersion) continue;
    if (query.installable !== undefined && isInstallable(snapshot, entry) !== query.installable) {
      continue;
    }
    const carrier = getCarrier(snapshot, entry);
    const known = versions.get(carrier) ?? [];
    if (!known.includes(version)) known.push(version);
    versions.set(carrier, known);
  }
  return {
    technical_name: row.name,
    versions: Object.fromEntries([...versions].toSorted(([a], [b]) => compareText(a, b))),
  };
}
