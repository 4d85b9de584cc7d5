// How good a ranking is, against the modules that were wanted. Pure.

export interface Measures {
  /**
   * Normalised discounted cumulative gain of the first ten (Järvelin and Kekäläinen 2002); a grade g
   * gains 2^g - 1 (Burges et al. 2005).
   */
  readonly ndcg_at_10: number;
  /** Share of the questions whose first answer is wanted. */
  readonly recall_at_1: number;
  /** Share of what is wanted that is among the first ten; ten of more than ten count as all. */
  readonly recall_at_10: number;
  /** Share of the questions with a wanted answer among the first ten. */
  readonly found_at_10: number;
  /** One by the place of the first wanted answer; 0 where it is not among the first ten. */
  readonly mrr_at_10: number;
}

const PLACES = 10;

/**
 * Measures of one ranking; `relevant` is not empty and holds nothing twice.
 * @param grades how good an answer is, above 0; 1 where it does not say
 */
export function measureRanking(
  ranking: readonly string[],
  relevant: ReadonlySet<string>,
  grades: ReadonlyMap<string, number> = new Map(),
): Measures {
  const places = ranking.slice(0, PLACES);
  const hits = places.map((name) => relevant.has(name));
  const first = hits.indexOf(true);
  const most = Math.min(PLACES, relevant.size);
  const gainOf = (name: string): number =>
    relevant.has(name) ? 2 ** (grades.get(name) ?? 1) - 1 : 0;
  const best = Array.from(relevant, gainOf)
    .toSorted((a, b) => b - a)
    .slice(0, PLACES);
  return {
    ndcg_at_10: sumGains(places.map(gainOf)) / sumGains(best),
    recall_at_1: hits[0] === true ? 1 : 0,
    recall_at_10: hits.filter(Boolean).length / most,
    found_at_10: first < 0 ? 0 : 1,
    mrr_at_10: first < 0 ? 0 : 1 / (first + 1),
  };
}

function sumGains(gains: readonly number[]): number {
  return gains.reduce((sum, gain, place) => sum + gain / Math.log2(place + 2), 0);
}

/** One value for each measure, in their order. */
export function mapMeasures<T>(valueOf: (key: keyof Measures) => T): Record<keyof Measures, T> {
  return {
    ndcg_at_10: valueOf("ndcg_at_10"),
    recall_at_1: valueOf("recall_at_1"),
    recall_at_10: valueOf("recall_at_10"),
    found_at_10: valueOf("found_at_10"),
    mrr_at_10: valueOf("mrr_at_10"),
  };
}

/** The means of many, four decimal places. */
export function averageMeasures(all: readonly Measures[]): Measures {
  return mapMeasures(
    (key) => Math.round((all.reduce((sum, each) => sum + each[key], 0) / all.length) * 1e4) / 1e4,
  );
}
