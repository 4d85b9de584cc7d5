// What the platform loads of modules, as sections: of each entry a head that names its views, and apart from it
// its classes, see class-writer.ts, and the archs, each with those of other versions of its module, so that a
// system is put together out of what is asked for alone. Equal ones of a technical name are kept once.
import { addToGroup } from "../../grouped.js";
import { compareText } from "../../platform-version.js";
import type { LoadedModule, LoadedRecord, LoadedView } from "../../loaded-module.js";
import type { ModuleParts } from "../../module-parts.js";
import { getModuleOfXmlId, toFullXmlId } from "../../xml-id.js";
import { spreadSteps, type Steps } from "../../yield.js";
import type { EntryHead } from "../contents.js";
import { PackedStoreWriter } from "../record/packed-store.js";
import type { Compress, RecordRun } from "../record/record-store.js";
import type { Section } from "../sections.js";
import { encodeColumn, toLists } from "../table/columns.js";
import { encodeNameTable } from "../table/name-table.js";
import { post, type Postings } from "../table/postings.js";
import type { PostingsName } from "./loaded-reader.js";
import { ClassWriter } from "./class-writer.js";
import { listSubjects, listViewSubjects } from "./subjects.js";

/** Archs that entries share, in runs of what is nearly equal. */
class ArchRows {
  readonly #store = new PackedStoreWriter("archs");
  readonly #runs: RecordRun[] = [];

  /** Adds archs that are nearly equal. @returns the row of each */
  addRun(archs: readonly (string | undefined)[]): readonly number[] {
    const start = this.#store.length;
    const rows = archs.map((arch) => this.#store.addDistinct([arch], start));
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
      ["archs.runs", encodeColumn([...starts, this.#store.length])],
    ];
  }
}

type EntryName = Pick<EntryHead, "technical_name" | "platform_version">;

/** What of an entry is collected. */
interface LoadedContent {
  readonly loaded: LoadedModule;
  readonly parts: ModuleParts;
}

interface WaitingEntry {
  readonly entry: number;
  readonly platformVersion: string;
  readonly loaded: LoadedModule;
}

/** Collects what is loaded of entries, in their order. */
export class LoadedWriter {
  readonly #heads = new PackedStoreWriter("loaded");
  readonly #classes = new ClassWriter();
  readonly #archs = new ArchRows();
  readonly #views: Postings = new Map();
  readonly #viewSubjects: Postings = new Map();
  readonly #subjects: Postings = new Map();
  /** Of the technical name that was added last. */
  #waiting: WaitingEntry[] = [];
  #name = "";

  add(
    entry: number,
    { technical_name: technicalName, platform_version: platformVersion }: EntryName,
    { loaded, parts }: LoadedContent,
  ): void {
    if (technicalName !== this.#name) this.#pack();
    this.#name = technicalName;
    this.#waiting.push({ entry, platformVersion, loaded });
    for (const id of listForeignIds(technicalName, loaded.views)) post(this.#views, id, entry);
    for (const subject of listViewSubjects(loaded.views)) post(this.#viewSubjects, subject, entry);
    for (const subject of listSubjects(technicalName, parts)) post(this.#subjects, subject, entry);
  }

  /** Three steps for each entry. @param runs the entries by technical name, in order */
  *encode(runs: readonly RecordRun[], compress: Compress): Steps<readonly Section[]> {
    this.#pack();
    const entries = this.#heads.length;
    return [
      ...(yield* this.#heads.encode(runs, compress)),
      ...(yield* spreadSteps(this.#classes.encode(compress), this.#classes.length, entries)),
      ...(yield* spreadSteps(this.#archs.encode(compress), this.#archs.length, entries)),
      ...encodePostings("loaded-views", this.#views),
      ...encodePostings("view-subjects", this.#viewSubjects),
      ...encodePostings("subjects", this.#subjects),
    ];
  }

  /** Packs the entries that wait, which are those of one technical name. */
  #pack(): void {
    this.#classes.add(
      this.#waiting.map(({ loaded: { classes }, ...entry }) => ({ ...entry, classes })),
    );
    const archRows = this.#addArchs(this.#waiting.flatMap(({ loaded }) => loaded.views));
    for (const { loaded } of this.#waiting) {
      const views = loaded.views.map((one) => toViewHead(one, archRows.get(one)));
      const data = loaded.data.map(({ file, records }) => [file, toPackedRecords(records)]);
      this.#heads.add([{ constants: loaded.constants, views }, data]);
    }
    this.#waiting = [];
  }

  /** @returns the row of each view that has an arch */
  #addArchs(views: readonly LoadedView[]): ReadonlyMap<LoadedView, number> {
    const groups = new Map<string, LoadedView[]>();
    for (const view of views) {
      if (view.arch !== undefined) addToGroup(groups, toFullXmlId(this.#name, view.xml_id), view);
    }
    const found = new Map<LoadedView, number>();
    for (const [, group] of [...groups].toSorted(([left], [right]) => compareText(left, right))) {
      const rows = this.#archs.addRun(group.map(({ arch }) => arch));
      for (const [position, view] of group.entries()) found.set(view, rows[position] ?? 0);
    }
    return found;
  }
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

function encodePostings(name: PostingsName, postings: Postings): readonly Section[] {
  const sorted = [...postings].toSorted(([left], [right]) => compareText(left, right));
  const { first, list } = toLists(sorted.map(([, entries]) => entries));
  return [
    [name, encodeNameTable(sorted.map(([key]) => key))],
    [`${name}.first`, encodeColumn(first)],
    [`${name}.list`, encodeColumn(list)],
  ];
}
