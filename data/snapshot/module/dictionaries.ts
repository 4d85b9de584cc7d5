// Default compression dictionary: sample rows of a few modules, chosen by name. Each gives its
// oldest entry, at a version that few still work on. Another dictionary would mean compressing
// everything in the cache again.
import { comparePlatformVersions, compareText } from "../../platform/platform-version.js";
import { toRecord } from "../../grouped.js";
import { digest } from "../cached-pieces.js";
import { ROWS_NAMES, type Dictionaries } from "../record/structures.js";
import type { ModuleRows } from "./module-rows.js";

/** A larger one makes records smaller by less than it costs in time. */
const DICTIONARY_BYTES = 16 * 1024;
/** In a small snapshot a dictionary would be larger than what it saves. */
const BYTES_OF_ENTRY = 48;
/** A larger row would fill the dictionary alone. */
const LARGEST_SAMPLE_BYTES = 3000;
/** Enough to fill all dictionaries, which takes some dozens. */
const MOST_MODULES = 128;

/** Most of what is pushed is for the newest platform versions. */
const BUSY_VERSIONS = 3;

/**
 * The technical names whose modules are sampled, in an order that has nothing to do with them.
 * @param oldest of each technical name the platform version of its first entry
 */
export function chooseSamples(oldest: ReadonlyMap<string, string>): readonly string[] {
  const versions = [...new Set(oldest.values())].toSorted(comparePlatformVersions);
  const quiet = new Set(versions.slice(0, -BUSY_VERSIONS));
  const steady = [...oldest].flatMap(([name, version]) => (quiet.has(version) ? [name] : []));
  return (steady.length < MOST_MODULES ? [...oldest.keys()] : steady)
    .map((name) => [Buffer.from(digest(name)).toString("hex"), name] as const)
    .toSorted(([left], [right]) => compareText(left, right))
    .slice(0, MOST_MODULES)
    .map(([, name]) => name);
}

/** Largest size of the dictionaries of a snapshot with so many entries. */
export function limitDictionary(entries: number): number {
  return Math.min(DICTIONARY_BYTES, entries * BYTES_OF_ENTRY);
}

/** @param samples rows of one entry of each chosen module; asked for until all dictionaries are full */
export function sampleRows(samples: Iterable<ModuleRows>, limit: number): Dictionaries {
  const all = toRecord(ROWS_NAMES, () => new Sample(limit));
  for (const { rows } of samples) {
    for (const name of ROWS_NAMES) all[name].add(rows[name].flat());
    if (Object.values(all).every((sample) => sample.isFull)) break;
  }
  return toRecord(ROWS_NAMES, (name) => all[name].join());
}

/** Small rows, each once, up to so many bytes. */
class Sample {
  readonly #limit: number;
  readonly #rows = new Map<string, Uint8Array>();
  #bytes = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get isFull(): boolean {
    return this.#bytes >= this.#limit;
  }

  add(rows: readonly Uint8Array[]): void {
    for (const row of rows) {
      const key = Buffer.from(row).toString("latin1");
      if (this.isFull || row.length > LARGEST_SAMPLE_BYTES || this.#rows.has(key)) continue;
      this.#rows.set(key, row);
      this.#bytes += row.length;
    }
  }

  join(): Uint8Array {
    return Uint8Array.from(Buffer.concat([...this.#rows.values()]).subarray(0, this.#limit));
  }
}
