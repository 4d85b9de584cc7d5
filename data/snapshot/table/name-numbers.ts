// Names that columns refer to by number, collected before all of them are known.
import { compareText } from "../../platform/platform-version.js";

interface SortedNames {
  readonly names: readonly string[];
  readonly sorted: Uint32Array;
}

/** Position of each number's name. */
export function toSortedNumbers(numbers: ArrayLike<number>, sorted: Uint32Array): Uint32Array {
  const found = new Uint32Array(numbers.length);
  for (let at = 0; at < numbers.length; at++) found[at] = sorted[numbers[at] ?? 0] ?? 0;
  return found;
}

/** The number of each name among all of them in order. */
export function numberSorted(names: Iterable<string>): ReadonlyMap<string, number> {
  const sorted = [...new Set(names)].toSorted(compareText);
  return new Map(sorted.map((name, number) => [name, number]));
}

export class NameNumbers {
  readonly #numbers = new Map<string, number>();

  /** The number of the name among those that were met up to now. */
  add(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(name, number);
    return number;
  }

  /** The names that were met, by number. */
  get names(): readonly string[] {
    return [...this.#numbers.keys()];
  }

  /** The names in order, and for each number that `add` gave where its name stands there. */
  list(compare: (left: string, right: string) => number = compareText): SortedNames {
    const names = this.names.toSorted(compare);
    const sorted = new Uint32Array(names.length);
    for (const [position, name] of names.entries()) sorted[this.#numbers.get(name) ?? 0] = position;
    return { names, sorted };
  }
}
