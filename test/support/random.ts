// Chance that is the same each time.

/** Whole numbers from 0 to below a bound: Park and Miller's generator. */
export type Random = (bound: number) => number;

/** @param seed of two rounds in a row give numbers that have nothing in common */
export function openRandom(seed: number): Random {
  let state = (Math.imul(seed + 1, 0x9e37_79b1) >>> 1) % 0x7fff_ffff || 1;
  const next = (bound: number): number => {
    state = (state * 48_271) % 0x7fff_ffff;
    return state % bound;
  };
  for (let times = 0; times < 4; times++) next(2);
  return next;
}

export function choose<T>(random: Random, values: readonly [T, ...T[]]): T {
  return values[random(values.length)] ?? values[0];
}
