// What the platform loads of modules, as sections: of each entry a head that names its views, and apart from it
// its classes, see class-writer.ts, and the archs, each with those of other versions of its module, so that a
// system is put together out of what is asked for alone. Equal ones of a technical name are kept once.
import { spreadSteps, type Steps } from "../../yield.js";
import { PackedStoreWriter } from "../record/packed-store.js";
import type { CompressedRows } from "../record/record-store.js";
import type { PackedName } from "../record/structures.js";
import type { Section } from "../sections.js";
import { encodeColumn } from "../table/columns.js";
import { postAll, type Postings } from "../table/postings.js";
import { encodePostings } from "../table/text-lists.js";
import { ClassWriter, type ClassOptions } from "./class-writer.js";
import type { JoinedLoaded } from "./joined-loaded.js";
import { POSTED_BY } from "./packed-loaded.js";

/** What is loaded of the entries of a technical name, compressed but for its classes. */
export interface PackedLoaded extends Omit<JoinedLoaded, "heads" | "writes" | "archs" | "data"> {
  readonly heads: CompressedRows;
  readonly writes: CompressedRows;
  readonly archs: PackedRuns;
  readonly data: PackedRuns;
}

/** Rows in runs of what is nearly equal. */
export interface PackedRuns {
  readonly rows: CompressedRows;
  /** How many rows each run has. */
  readonly lengths: readonly number[];
}

interface LoadedOptions extends Omit<ClassOptions, "dictionary"> {
  readonly dictionaries: Readonly<Record<PackedName, Uint8Array>>;
}

/** Collects what is loaded of entries, in their order. */
export class LoadedWriter {
  readonly #heads = new PackedStoreWriter("loaded");
  readonly #writes = new PackedStoreWriter("writes");
  readonly #classes = new ClassWriter();
  readonly #archs = new RunsWriter("archs");
  readonly #data = new RunsWriter("data");
  readonly #posted = POSTED_BY.map((by) => [by, new Map() as Postings] as const);

  /** @param start the first entry of the technical name */
  add(start: number, { heads, writes, archs, data, classes, posted }: PackedLoaded): void {
    this.#heads.add(heads);
    this.#writes.add(writes);
    this.#archs.add(archs);
    this.#data.add(data);
    this.#classes.add(start, classes);
    for (const [at, [, postings]] of this.#posted.entries())
      postAll(postings, posted[at] ?? [], start);
  }

  /** A step for each entry. */
  *encode({ dictionaries, ...options }: LoadedOptions): Steps<readonly Section[]> {
    const classes = this.#classes.encode({ ...options, dictionary: dictionaries.classes });
    return [
      ...this.#heads.encode(dictionaries.loaded),
      ...(yield* spreadSteps(classes, this.#classes.length, this.#heads.length)),
      ...this.#writes.encode(dictionaries.writes),
      ...this.#archs.encode(dictionaries.archs),
      ...this.#data.encode(dictionaries.data),
      ...this.#posted.flatMap(([by, postings]) => encodePostings(by, postings)),
    ];
  }
}

/** Rows that entries of a technical name share, in runs. */
class RunsWriter {
  readonly #name: "archs" | "data";
  readonly #rows: PackedStoreWriter;
  readonly #runs: number[] = [];
  readonly #firsts: number[] = [];

  constructor(name: "archs" | "data") {
    this.#name = name;
    this.#rows = new PackedStoreWriter(name);
  }

  /** Those of the next technical name. */
  add({ rows, lengths }: PackedRuns): void {
    let run = this.#rows.length;
    this.#firsts.push(run);
    for (const length of lengths) {
      this.#runs.push(run);
      run += length;
    }
    this.#rows.add(rows);
  }

  encode(dictionary: Uint8Array): readonly Section[] {
    return [
      ...this.#rows.encode(dictionary),
      [`${this.#name}.runs`, encodeColumn([...this.#runs, this.#rows.length])],
      [`names.${this.#name}`, encodeColumn(this.#firsts)],
    ];
  }
}
