// The definition classes of a technical name as they are packed: equal ones of its entries once, and where each
// entry loads them.
import { addToGroup } from "../../grouped.js";
import type { LoadedClass } from "../../loaded-module.js";
import { compareText } from "../../platform-version.js";
import { addDistinct } from "../record/distinct-rows.js";
import { RowPacker } from "../record/packing.js";
import { STRUCTURES } from "../record/structures.js";
import { toPackedClass } from "./packed-class.js";

/** The classes of the entries of one technical name, by columns. */
export interface PackedClasses {
  /** Of each class that differs from the others, what `toPackedClass` says of it. */
  readonly rows: readonly Uint8Array[];
  /** Of each of these. */
  readonly models: readonly (string | null)[];
  readonly names: readonly string[];
  /** Of each class as an entry loads it, in load order: the entry, its number among `rows`, file and line. */
  readonly entries: readonly number[];
  readonly numbers: readonly number[];
  readonly files: readonly string[];
  readonly lines: readonly number[];
}

const PACKER = new RowPacker(STRUCTURES.classes);

/** @param entries the classes of each entry */
export function packClasses(entries: readonly (readonly LoadedClass[])[]): PackedClasses {
  const groups = new Map<string, LoadedClass[]>();
  for (const one of entries.flat()) {
    addToGroup(groups, JSON.stringify([one.model, one.class_name]), one);
  }
  const rows: Uint8Array[] = [];
  const models: (string | null)[] = [];
  const names: string[] = [];
  const numbers = new Map<LoadedClass, number>();
  for (const [, group] of [...groups].toSorted(([left], [right]) => compareText(left, right))) {
    const start = rows.length;
    for (const one of group) {
      numbers.set(one, addDistinct(rows, PACKER.pack([toPackedClass(one)]), start));
      if (models.length === rows.length) continue;
      models.push(one.model);
      names.push(one.class_name);
    }
  }
  const loaded = entries.flatMap((classes, entry) => classes.map((one) => ({ entry, one })));
  return {
    rows,
    models,
    names,
    entries: loaded.map(({ entry }) => entry),
    numbers: loaded.map(({ one }) => numbers.get(one) ?? 0),
    files: loaded.map(({ one }) => one.file),
    lines: loaded.map(({ one }) => one.line),
  };
}
