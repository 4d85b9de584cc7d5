// Liveliness of modules: people mostly want a maintained one, not the one that had the best name
// once.
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { deriveOnce } from "../memo.js";
import { isInstallable, listEntriesOfName } from "../entries.js";
import { listVersionCounts } from "../module/browse.js";

/** Shares of what counts; together 1. */
const VERSION_SHARE = 0.55;
const DEPENDENTS_SHARE = 0.3;
const CHANGE_SHARE = 0.15;

/** Share that is left for each platform version behind the main one. */
const LEFT_BY_VERSION = 0.5;
/** Dependents from which on more count no more. */
const MANY_DEPENDENTS = 30;
/** Share that is left for each year since the last change. */
const LEFT_BY_YEAR = 0.8;
const YEAR_SECONDS = 365 * 24 * 3_600;

/**
 * The newest platform version with at least half as many installable modules as the largest: newer ones are only begun.
 */
export const findMainVersion = deriveOnce((snapshot): string | undefined => {
  const rows = listVersionCounts(snapshot).toReversed();
  const most = Math.max(0, ...rows.map(({ installable }) => installable.modules));
  return rows.find(({ installable }) => installable.modules * 2 >= most)?.platform_version;
});

/**
 * 0 to 1 for each technical name, by its number: 0.55 · 0.5 ^ (platform versions that the newest at which it can be
 * installed is behind the main one) + 0.3 · dependents (by logarithm, up to 30) + 0.15 · 0.8 ^ (years from its last
 * change to the last one of all).
 */
export const getLiving = deriveOnce((snapshot): Float32Array => {
  const { entries, names, nameDependents, versions } = snapshot;
  const main = versions.indexOf(findMainVersion(snapshot) ?? "");
  let last = 0;
  for (let entry = 0; entry < entries.length; entry++) {
    last = Math.max(last, entries.updated.get(entry));
  }
  return Float32Array.from({ length: names.length }, (_, name) => {
    const { newest, changed } = findNewest(snapshot, name);
    // A name without an installable entry has no life.
    const behind = newest < 0 ? versions.length : Math.max(0, main - newest);
    const dependents = Math.log1p(nameDependents.get(name)) / Math.log1p(MANY_DEPENDENTS);
    const years = changed === 0 ? 0 : (last - changed) / YEAR_SECONDS;
    return (
      VERSION_SHARE * LEFT_BY_VERSION ** behind +
      DEPENDENTS_SHARE * Math.min(1, dependents) +
      CHANGE_SHARE * LEFT_BY_YEAR ** years
    );
  });
});

/** The number of the newest version at which it can be installed, -1 without one, and the last change; 0 where unknown. */
function findNewest(snapshot: Snapshot, name: number): { newest: number; changed: number } {
  let newest = -1;
  let changed = 0;
  for (const entry of listEntriesOfName(snapshot, name)) {
    changed = Math.max(changed, snapshot.entries.updated.get(entry));
    if (isInstallable(snapshot, entry)) {
      newest = Math.max(newest, snapshot.entries.version.get(entry));
    }
  }
  return { newest, changed };
}
