// Chance that is the same everywhere: a generator with a seed (sfc32, Chris Doty-Humphrey, PractRand).

export interface Random {
  /** 0 ≤ x < 1. */
  fraction(): number;
  /** A whole number, 0 ≤ x < limit. */
  below(limit: number): number;
  /** What has to be kept to go on from here. */
  readState(): readonly number[];
}

export function createRandom(seed: number): Random {
  const random = resumeRandom([0, seed >>> 0, 0, 1]);
  for (let turn = 0; turn < 16; turn++) random.fraction();
  return random;
}

/** Goes on from a state that was read. */
export function resumeRandom(state: readonly number[]): Random {
  let [a = 0, b = 0, c = 0, counter = 0] = state;
  const fraction = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  return {
    fraction,
    below: (limit) => Math.floor(fraction() * limit),
    readState: () => [a, b, c, counter],
  };
}
