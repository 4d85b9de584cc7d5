// How far a mean over questions may be from that over all questions that could be asked. Pure.
import { createRandom } from "../random.js";
import { addToGroup } from "../grouped.js";

/** A mean with its interval of 95 %. */
export interface Estimate {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** One question's figure. */
export interface Observation {
  readonly value: number;
  /** Questions of one need say the same twice: those with one key are drawn together. */
  readonly need: string;
}

const DRAWS = 2_000;
/** Of the draws, on either side. */
const OUTSIDE = 0.025;
const SEED = 27;
/** Figures have four decimal places. */
const STEPS = 1e4;

/**
 * The percentile interval of the bootstrap (Efron 1979) over needs; the same for the same observations.
 * @param observations at least one
 */
export function estimateMean(observations: readonly Observation[]): Estimate {
  const groups = new Map<string, number[]>();
  for (const { need, value } of observations) addToGroup(groups, need, value);
  const needs = Array.from(groups.values(), (values) => ({
    count: values.length,
    total: sum(values),
  }));
  const random = createRandom(SEED);
  const means = Float64Array.from({ length: DRAWS }, () => {
    let count = 0;
    let total = 0;
    for (let draw = 0; draw < needs.length; draw++) {
      const need = needs[random.below(needs.length)];
      count += need?.count ?? 0;
      total += need?.total ?? 0;
    }
    return total / count;
  }).toSorted();
  const outside = Math.floor(DRAWS * OUTSIDE);
  return {
    mean: round(sum(observations.map(({ value }) => value)) / observations.length),
    low: round(means[outside] ?? 0),
    high: round(means[DRAWS - 1 - outside] ?? 0),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function round(value: number): number {
  return Math.round(value * STEPS) / STEPS;
}
