// What the platform loads of modules, as sections: of each entry a head that names its classes and views,
// and apart from it the classes and archs themselves, each with those of other versions of its module, so
// that a system is put together out of what is asked for alone. Equal ones of a technical name are kept once.
import { addToGroup } from "../../grouped.js";
import { compareText } from "../../platform-version.js";
import type { LoadedClass, LoadedModule, LoadedRecord, LoadedView } from "../../loaded-module.js";
import type { ModuleParts } from "../../module-parts.js";
import { getModuleOfXmlId, toFullXmlId } from "../../xml-id.js";
import { spreadSteps, type Steps } from "../../yield.js";
import { PackedStoreWriter } from "../record/packed-store.js";
import type { Compress, RecordRun } from "../record/record-store.js";
import type { Section } from "../sections.js";
import { encodeColumn, toLists } from "../table/columns.js";
import { encodeNameTable } from "../table/name-table.js";
import { post, type Postings } from "../table/postings.js";
import { toPackedClass } from "./packed-class.js";
import { listSubjects } from "./subjects.js";

/** Rows that entries share, in runs of what is nearly equal. */
class SharedRows {
  readonly #store: PackedStoreWriter;
  readonly #runs: RecordRun[] = [];

  constructor(readonly name: "classes" | "archs") {
    this.#store = new PackedStoreWriter(name);
  }

  /** Adds what is nearly equal. @returns the row of each */
  addRun(values: readonly unknown[]): readonly number[] {
    const start = this.#store.length;
    const rows = values.map((value) => this.#store.addDistinct([value], start));
    this.#runs.push({ start, end: this.#store.length });
    return rows;
  }

  get length(): number {
    return this.#store.length;
  }

  *encode(compress: Compress): Steps<readonly Section[]> {
    const starts = this.#runs.map(({ start }) => start);
    return [
      ...(yield* this.#store.encode(this.#runs, compress)),
      [`${this.name}.runs`, encodeColumn([...starts, this.#store.length])],
    ];
  }
}

/** What of an entry is collected. */
interface LoadedContent {
  readonly loaded: LoadedModule;
  readonly parts: ModuleParts;
}

interface WaitingEntry {
  readonly entry: number;
  readonly loaded: LoadedModule;
}

/** Collects what is loaded of entries, in their order. */
export class LoadedWriter {
  readonly #heads = new PackedStoreWriter("loaded");
  readonly #classes = new SharedRows("classes");
  readonly #archs = new SharedRows("archs");
  readonly #models: Postings = new Map();
  readonly #views: Postings = new Map();
  readonly #subjects: Postings = new Map();
  /** Of the technical name that was added last. */
  #waiting: WaitingEntry[] = [];
  #name = "";

  add(entry: number, technicalName: string, { loaded, parts }: LoadedContent): void {
    if (technicalName !== this.#name) this.#pack();
    this.#name = technicalName;
    this.#waiting.push({ entry, loaded });
    for (const { model } of loaded.classes) if (model !== null) post(this.#models, model, entry);
    for (const id of listForeignIds(technicalName, loaded.views)) post(this.#views, id, entry);
    for (const subject of listSubjects(technicalName, loaded.views, parts)) {
      post(this.#subjects, subject, entry);
    }
  }

  /** Three steps for each entry. @param runs the entries by technical name, in order */
  *encode(runs: readonly RecordRun[], compress: Compress): Steps<readonly Section[]> {
    this.#pack();
    const entries = this.#heads.length;
    return [
      ...(yield* this.#heads.encode(runs, compress)),
      ...(yield* spreadSteps(this.#classes.encode(compress), this.#classes.length, entries)),
      ...(yield* spreadSteps(this.#archs.encode(compress), this.#archs.length, entries)),
      ...encodePostings("loaded-models", this.#models),
      ...encodePostings("loaded-views", this.#views),
      ...encodePostings("subjects", this.#subjects),
    ];
  }

  /** Packs the entries that wait, which are those of one technical name. */
  #pack(): void {
    const classRows = addShared(
      this.#classes,
      this.#waiting.flatMap(({ loaded }) => loaded.classes),
      ({ model, class_name: className }) => `${model ?? ""} ${className}`,
      toPackedClass,
    );
    const archRows = addShared(
      this.#archs,
      this.#waiting.flatMap(({ loaded }) => loaded.views.filter(({ arch }) => arch !== undefined)),
      ({ xml_id: id }) => toFullXmlId(this.#name, id),
      ({ arch }) => arch,
    );
    for (const { loaded } of this.#waiting) {
      const classes = loaded.classes.map((one) => toClassHead(one, classRows.get(one)));
      const views = loaded.views.map((one) => toViewHead(one, archRows.get(one)));
      const data = loaded.data.map(({ file, records }) => [file, toPackedRecords(records)]);
      this.#heads.add([{ classes, constants: loaded.constants, views }, data]);
    }
    this.#waiting = [];
  }
}

/** @returns the row of each item */
function addShared<T>(
  rows: SharedRows,
  items: readonly T[],
  toKey: (item: T) => string,
  toPacked: (item: T) => unknown,
): ReadonlyMap<T, number> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = toKey(item);
    addToGroup(groups, key, item);
  }
  const found = new Map<T, number>();
  for (const [, group] of [...groups].toSorted(([left], [right]) => compareText(left, right))) {
    const numbers = rows.addRun(group.map(toPacked));
    for (const [position, item] of group.entries()) found.set(item, numbers[position] ?? 0);
  }
  return found;
}

function toClassHead({ model, class_name, file, line }: LoadedClass, row = 0): unknown {
  return [model, class_name, file, line, row];
}

/** With free keys, since a view seldom gives all columns. */
function toViewHead({ arch: _arch, ...head }: LoadedView, row: number | undefined): unknown {
  const given = Object.entries(head).filter(([, value]) => value !== undefined);
  return new Map<string, unknown>([
    ...given,
    ...(row === undefined ? [] : [["arch", row] as const]),
  ]);
}

/** Flat, and each line counted from the one before, so that equal neighbours are equal bytes. */
function toPackedRecords(records: readonly LoadedRecord[]): readonly unknown[] {
  let before = 0;
  return records.flatMap(({ xml_id: id, model, line }) => {
    const lines = line - before;
    before = line;
    return [id, model, lines];
  });
}

/** Full ids of other modules' views that a module changes or inherits from. */
function listForeignIds(name: string, views: readonly LoadedView[]): readonly string[] {
  return views
    .flatMap(({ xml_id: id, inherit_id: inherited }) => [id, inherited ?? id])
    .map((id) => toFullXmlId(name, id))
    .filter((id) => getModuleOfXmlId(id) !== name);
}

function encodePostings(
  name: "loaded-models" | "loaded-views" | "subjects",
  postings: Postings,
): readonly Section[] {
  const sorted = [...postings].toSorted(([left], [right]) => compareText(left, right));
  const { first, list } = toLists(sorted.map(([, entries]) => entries));
  return [
    [name, encodeNameTable(sorted.map(([key]) => key))],
    [`${name}.first`, encodeColumn(first)],
    [`${name}.list`, encodeColumn(list)],
  ];
}
