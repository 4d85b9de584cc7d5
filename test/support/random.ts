// Random choices that a seed gives again (mulberry32).
export interface Random {
  /** A whole number from 0 to below the limit. */
  below(limit: number): number;
  /** One of the values, of which there is at least one. */
  choose<T>(values: readonly T[]): T;
  /** True as often as is said, from 0 to 1. */
  happens(share: number): boolean;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    choose: (values) => values[below(values.length)] as (typeof values)[number],
    happens: (share) => next() < share,
  };
}
