// Whole numbers of up to 48 bits, each with an index in lists beside the table: millions are looked for, and a Map of
// them takes several times as long.

export class NumberTable {
  /** Marks an empty slot: numbers are not below 0. */
  #keys = new Float64Array(LEAST_SIZE).fill(-1);
  #indexes = new Int32Array(LEAST_SIZE);
  #length = 0;

  /** Count of distinct numbers. */
  get length(): number {
    return this.#length;
  }

  add(number: number): void {
    const slot = this.#findSlot(number);
    if (this.#keys[slot] === number) return;
    this.#keys[slot] = number;
    this.#indexes[slot] = this.#length++;
    if (2 * this.#length > this.#keys.length) this.#grow();
  }

  /** Numbers get indexes from 0 on, in the order in which they were added; −1 for one that was not. */
  find(number: number): number {
    const slot = this.#findSlot(number);
    return this.#keys[slot] === number ? (this.#indexes[slot] ?? -1) : -1;
  }

  /** Slot of a number, or where it would be. */
  #findSlot(number: number): number {
    const mask = this.#keys.length - 1;
    // The numbers are cut out of digests: all bits are as good.
    let slot = number & mask;
    for (;;) {
      const key = this.#keys[slot];
      if (key === number || key === -1) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #grow(): void {
    const keys = this.#keys;
    const indexes = this.#indexes;
    this.#keys = new Float64Array(2 * keys.length).fill(-1);
    this.#indexes = new Int32Array(2 * keys.length);
    for (const [at, key] of keys.entries()) {
      if (key === -1) continue;
      const slot = this.#findSlot(key);
      this.#keys[slot] = key;
      this.#indexes[slot] = indexes[at] ?? -1;
    }
  }
}

/** A power of two. */
const LEAST_SIZE = 1024;
