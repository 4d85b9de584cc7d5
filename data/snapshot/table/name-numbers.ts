// Names that columns refer to by number, collected before all of them are known.
import { compareText } from "../../platform-version.js";

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

  /** The names in order, and for each number that `add` gave where its name stands there. */
  list(): { readonly names: readonly string[]; readonly places: Uint32Array } {
    const sorted = [...this.#numbers].toSorted(([left], [right]) => compareText(left, right));
    const places = new Uint32Array(sorted.length);
    for (const [place, [, number]] of sorted.entries()) places[number] = place;
    return { names: sorted.map(([name]) => name), places };
  }
}
