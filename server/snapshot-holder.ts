// The snapshot that is being served, and the change to a new one between requests. An old snapshot
// stays mapped until the last request that reads it has ended.
import type { SnapshotEntry } from "../data/snapshot/entry-file.js";
import { locateSnapshot } from "../data/snapshot/locate.js";
import { openLookup, type Lookup, type LookupOptions } from "./lookup/lookup.js";

interface Held {
  readonly lookup: Lookup;
  readers: number;
  isRetired: boolean;
}

export class SnapshotHolder {
  readonly #folder: string;
  readonly #options: LookupOptions;
  #current: Held;
  #change: Promise<boolean> | undefined;

  private constructor(folder: string, options: LookupOptions, lookup: Lookup) {
    this.#folder = folder;
    this.#options = options;
    this.#current = { lookup, readers: 0, isRetired: false };
  }

  /**
   * @param folder a snapshot, or a folder of snapshots with a link `current`
   * @throws SnapshotError when there is none that can be served
   */
  static async open(folder: string, options: LookupOptions): Promise<SnapshotHolder> {
    const lookup = await openLookup(locateSnapshot(folder), options);
    return new SnapshotHolder(folder, options, lookup);
  }

  /** The folder of the snapshot being served. */
  get folder(): string {
    return this.#current.lookup.snapshot.folder;
  }

  /** What the snapshot being served says of itself. */
  get entry(): SnapshotEntry {
    return this.#current.lookup.snapshot.entry;
  }

  /** Runs `work` on the current snapshot, which stays open until the work is done. */
  async use<T>(work: (lookup: Lookup) => Promise<T> | T): Promise<T> {
    const held = this.#current;
    held.readers += 1;
    try {
      return await work(held.lookup);
    } finally {
      held.readers -= 1;
      closeWhenUnused(held);
    }
  }

  /**
   * Changes over to what the folder means now; the old snapshot goes on when the new one is bad.
   * Called again while a change is under way, it waits for that one.
   * @returns true when another snapshot is being served than before
   * @throws SnapshotError when there is a new one that cannot be served
   */
  refresh(): Promise<boolean> {
    this.#change ??= this.#changeOver().finally(() => (this.#change = undefined));
    return this.#change;
  }

  /** Ends the service of this holder; what reads the snapshot now may finish. */
  close(): void {
    retire(this.#current);
  }

  async #changeOver(): Promise<boolean> {
    const folder = locateSnapshot(this.#folder);
    if (folder === this.folder) return false;
    const lookup = await openLookup(folder, this.#options);
    const old = this.#current;
    this.#current = { lookup, readers: 0, isRetired: false };
    retire(old);
    return true;
  }
}

function retire(held: Held): void {
  held.isRetired = true;
  closeWhenUnused(held);
}

function closeWhenUnused(held: Held): void {
  if (held.isRetired && held.readers === 0) held.lookup.close();
}
