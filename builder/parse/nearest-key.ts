// The known key nearest to a misspelt one, for hints. Pure.
import { measureDistance } from "../../data/text/edit-distance.js";

/** Typing errors that still count as a misspelling. */
const DISTANCE_LIMIT_EDITS = 3;

/** The key of `known` nearest to `key`, `undefined` where none is near. */
export function findNearestKey(key: string, known: Iterable<string>): string | undefined {
  const written = key.toLowerCase();
  let nearest: string | undefined;
  let least = Math.min(DISTANCE_LIMIT_EDITS, Math.floor(key.length / 3)) + 1;
  for (const candidate of known) {
    const distance = measureDistance(written, candidate, least - 1);
    if (distance < least) [nearest, least] = [candidate, distance];
  }
  return nearest;
}
