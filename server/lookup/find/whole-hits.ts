// Order among modules that build on each other: the thing itself precedes an addition to it.
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { listDepends } from "../dependency/dependency-graph.js";
import { listEntriesOfName } from "../entries.js";
import { memoizeEach } from "../memo.js";

export interface ComparedHit {
  /** Technical. */
  readonly name: string;
  readonly number: number;
  /** Fit of its name, 0 to 1. */
  readonly fit: number;
  /** Nearness to the question, 0 to 1. */
  readonly meaning: number;
  readonly score: number;
  /** Its score, if its name had this fit. */
  toScore(fit: number): number;
}

/** Number of best hits that are compared with each other. */
const MOST_COMPARED = 20;
/** A fit from which on the other is as much the thing, in relation to its own. */
const AS_FITTING = 0.95;
/**
 * Relative nearness from which on the base module is the thing, whatever its name. Chosen on the
 * open half of the questions.
 */
const AS_NEAR = 0.84;
/** Share of a score that is left for a module that builds on another equally fitting hit. */
const BUILT_ON_LEFT = 0.9;

/**
 * Best first; equal ones in their order. A hit has the fit of a part of it, if that is better: a part is one of the best that
 * depends on it, has its technical name and `_` before its own, and is not much nearer in meaning. 0.9 of the score is left for one of
 * the best that depends on another of them which fits as well.
 */
export function rankWholes<Found extends ComparedHit>(
  snapshot: Snapshot,
  hits: readonly Found[],
): readonly Found[] {
  const listDependsOf = memoizeEach((number: number) => listNewestDepends(snapshot, number));
  const fits = new Map<string, number>();
  for (const part of hits.toSorted(compareScores).slice(0, MOST_COMPARED)) {
    const depends = listDependsOf(part.number);
    for (const { name, meaning } of hits) {
      const isWhole = part.name.startsWith(`${name}_`) && depends.includes(name);
      if (!isWhole || meaning < AS_NEAR * part.meaning) continue;
      fits.set(name, Math.max(fits.get(name) ?? 0, part.fit));
    }
  }
  const ranked = hits
    .map((hit) => {
      const fit = Math.max(hit.fit, fits.get(hit.name) ?? 0);
      return fit === hit.fit ? hit : { ...hit, fit, score: hit.toScore(fit) };
    })
    .toSorted(compareScores);
  const best = ranked.slice(0, MOST_COMPARED);
  return ranked
    .map((hit, at) => {
      if (at >= MOST_COMPARED || hit.score === 1) return hit;
      const depends = listDependsOf(hit.number);
      const isBuiltOn = best.some(
        ({ name, fit }) =>
          fit >= AS_FITTING * hit.fit && depends.includes(name) && name !== hit.name,
      );
      return isBuiltOn ? { ...hit, score: hit.score * BUILT_ON_LEFT } : hit;
    })
    .toSorted(compareScores);
}

function compareScores(left: ComparedHit, right: ComparedHit): number {
  return right.score - left.score;
}

/** Dependencies of a name's newest module. */
function listNewestDepends(snapshot: Snapshot, number: number): readonly string[] {
  const newest = listEntriesOfName(snapshot, number).at(-1);
  return newest === undefined ? [] : listDepends(snapshot, newest);
}
