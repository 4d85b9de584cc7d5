// Technical names that someone may have meant who asked for one that does not exist.
import { compareText } from "../../data/platform-version.js";
import type { Snapshot } from "../../data/snapshot/decode.js";
import type { StringTable } from "../../data/snapshot/string-table.js";
import { foldName } from "./name-search.js";
import { measureDistance } from "./typing-distance.js";

const MOST_SUGGESTIONS = 5;

/** Up to five technical names, the nearest first, then those that most modules depend on. */
export function listNearNames(snapshot: Snapshot, wanted: string): readonly string[] {
  return rankNear(snapshot.names, wanted, (name) => snapshot.nameDependents.get(name));
}

/** Up to five repository names. */
export function listNearRepositories(snapshot: Snapshot, wanted: string): readonly string[] {
  const names = [...new Set(snapshot.repositories.map((row) => row.repository))];
  const table = { length: names.length, get: (index: number) => names[index] ?? "" };
  return rankNear(table, wanted, () => 0);
}

/** A third of the letters may be wrong, or one text may contain the other. */
function rankNear(
  names: StringTable,
  wanted: string,
  countDependents: (name: number) => number,
): readonly string[] {
  const folded = foldName(wanted);
  const limit = Math.max(1, Math.min(4, Math.floor(folded.length / 3)));
  const near: { name: string; distance: number; dependents: number }[] = [];
  for (let number = 0; number < names.length; number++) {
    const name = names.get(number);
    const other = foldName(name);
    const isPart =
      folded.length > 2 && (other.includes(folded) || (other.length > 2 && folded.includes(other)));
    const distance = measureDistance(folded, other, limit);
    if (distance > limit && !isPart) continue;
    near.push({ name, distance, dependents: countDependents(number) });
  }
  return near
    .toSorted(
      (a, b) =>
        a.distance - b.distance || b.dependents - a.dependents || compareText(a.name, b.name),
    )
    .slice(0, MOST_SUGGESTIONS)
    .map(({ name }) => name);
}
