// Numbers of several runs, as tables show them.

export interface Spread {
  readonly minimum: number;
  readonly median: number;
  readonly maximum: number;
}

export function spread(numbers: readonly number[]): Spread {
  const sorted = numbers.toSorted((left, right) => left - right);
  const pick = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? NaN;
  return { minimum: pick(0), median: pick(0.5), maximum: pick(1) };
}

export function showSpread({ minimum, median, maximum }: Spread, digits: number): string {
  return [minimum, median, maximum].map((value) => value.toFixed(digits)).join(" / ");
}

/** The value below which this share of the numbers lies. */
export function pickPercentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
