// What may have been meant by a name that is not known.
import { measureDistance } from "../text/edit-distance.js";

/** Of a name so much may be wrong that it is still suggested: every third letter. */
const LETTERS_FOR_A_FAULT = 3;

/** The nearest of the known names, the first of equally near ones; none where all are too far. */
export function findNearestName(wanted: string, known: readonly string[]): string | undefined {
  const limit = Math.floor(wanted.length / LETTERS_FOR_A_FAULT);
  const [nearest] = known
    .map((name) => [name, measureDistance(wanted, name, limit)] as const)
    .filter(([, distance]) => distance <= limit)
    .toSorted(([, near], [, far]) => near - far);
  return nearest?.[0];
}
