// Of many numbers the few that weigh most.

/** At most `most`, the heaviest first; equal ones in their order. */
export function takeHeaviest(
  numbers: readonly number[],
  weigh: (number: number) => number,
  most: number,
): readonly number[] {
  return numbers
    .map((number) => ({ number, weight: weigh(number) }))
    .toSorted((left, right) => right.weight - left.weight)
    .slice(0, most)
    .map(({ number }) => number);
}
