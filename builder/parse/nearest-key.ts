// The known key nearest to a misspelt one, for hints. Pure.
import { measureDistance } from "../../data/text/edit-distance.js";

/** Typing errors that still count as a misspelling. */
const DISTANCE_LIMIT_EDITS = 3;

export function findNearestKey(key: string, known: Iterable<string>): string | undefined {
  const written = key.toLowerCase();
  let nearest: string | undefined;
  let least = Math.min(DISTANCE_LIMIT_EDITS, Math.floor(key.length / 3)) + 1;
  for (const candidate of known) {
    const distance = measureDistance(written, candidate, least - 1);
    if (distance < least && !hasOtherWord(written, candidate)) {
      [nearest, least] = [candidate, distance];
    }
  }
  return nearest;
}

/** `demo_url` is not `demo_xml`: of one of its words too little is left. */
function hasOtherWord(written: string, candidate: string): boolean {
  const words = candidate.split("_");
  const own = written.split("_");
  return (
    own.length === words.length &&
    own.some((word, at) => {
      const most = Math.max(1, Math.floor(word.length / 3));
      return measureDistance(word, words[at] ?? "", most) > most;
    })
  );
}
