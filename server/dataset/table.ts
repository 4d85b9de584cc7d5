// Words to declare the tables of the dataset with. A table is declared once: its columns, keys and the rows
// that it has of a snapshot. The DDL of SQLite, the schema of Parquet and docs/dataset.md follow from it.

import type { ModuleParts } from "../../data/module/module-parts.js";
import type { LoadedClass } from "../../data/module/loaded-module.js";
import type { ModelRecord, ModuleRecord } from "../../data/module/records.js";
import type { RepositoryHistory } from "../../data/history/repository-history.js";
import type { RepositoryRow } from "../../data/snapshot/contents.js";
import { findProperties, TIMESTAMP, type Shape, type ValueOf } from "../../data/shape.js";
import type { Snapshot } from "../../data/snapshot/decode.js";

/**
 * `bytes` is an integer beyond 32 bits, `flag` true or false, `moment` a time UTC, `YYYY-MM-DD HH:MM:SS`, `json` a
 * value that has no columns of its own.
 */
export type ColumnKind = "text" | "integer" | "bytes" | "flag" | "moment" | "json";

export interface Column<Value = unknown> {
  readonly kind: ColumnKind;
  readonly description: string;
  /** May be NULL. */
  readonly isOptional: boolean;
  /** Known to the compiler only. */
  readonly value?: Value;
}

export type Columns = Readonly<Record<string, Column>>;

/** A row as its table declares it; what else it has is not told. */
export type RowOf<C> = {
  readonly [Name in keyof C]: C[Name] extends Column<infer Value> ? Value : never;
};

export type Row = Readonly<Record<string, unknown>>;

/** Columns that name a row of another table by its key. */
interface Parent {
  readonly table: string;
  /** In the order of that key. */
  readonly columns: readonly string[];
}

/** What the rows of a table are made of, piece by piece. */
interface Sources {
  readonly snapshot: SnapshotSource;
  readonly repository: RepositorySource;
  readonly entry: EntrySource;
}

type SourceName = keyof Sources;

/** A table for those to whom the types of its rows do not matter. */
export interface Table {
  readonly name: string;
  readonly description: string;
  readonly from: SourceName;
  readonly columns: Columns;
  /** Names of columns that together are of one row alone. */
  readonly key: readonly string[];
  readonly parents?: readonly Parent[];
  /** Columns that are looked up, beside the key. */
  readonly indexes?: readonly (readonly string[])[];
  listRows(source: never): Iterable<Row>;
}

interface TypedTable<S extends SourceName, C extends Columns> extends Table {
  readonly from: S;
  readonly columns: C;
  readonly key: readonly (keyof C & string)[];
  readonly indexes?: readonly (readonly (keyof C & string)[])[];
  listRows(source: Sources[S]): Iterable<RowOf<C>>;
}

/** The declaration itself; the compiler holds its rows to its columns. */
export function defineTable<S extends SourceName, C extends Columns>(
  table: TypedTable<S, C>,
): TypedTable<S, C> {
  return table;
}

const required = <Value>(kind: ColumnKind, description: string): Column<Value> => ({
  kind,
  description,
  isOptional: false,
});

export const text = (description: string) => required<string>("text", description);
export const integer = (description: string) => required<number>("integer", description);
const bytes = (description: string) => required<number>("bytes", description);
export const flag = (description: string) => required<boolean>("flag", description);
export const moment = (description: string) => required<string>("moment", description);
export const json = (description: string) => required<unknown>("json", description);

/** The same, where it may be unknown. */
export const optional = <Value>(column: Column<Value>): Column<Value | null> => ({
  kind: column.kind,
  description: column.description,
  isOptional: true,
});

/** The column for values of a plain shape. @throws Error where it is a shape of lists or objects */
export function toColumn(shape: Shape): Column {
  const { type, pattern, minimum, description = "" } = shape;
  const types = new Set([type].flat());
  const about = String(description);
  const column = ((): Column => {
    if (types.has("boolean")) return flag(about);
    if (types.has("integer")) return minimum === 0 ? bytes(about) : integer(about);
    if (types.has("string")) return pattern === TIMESTAMP.pattern ? moment(about) : text(about);
    throw new Error(`a column cannot hold ${JSON.stringify(type)}`);
  })();
  return types.has("null") ? optional(column) : column;
}

type ColumnsOf<One> = {
  readonly [K in keyof One]-?: Column<
    Exclude<One[K], undefined | null> extends string | number | boolean ? One[K] : unknown
  >;
};

type RowIn<S> = ValueOf<S> extends readonly (infer One)[] ? One : never;

/** The columns for rows of a declared list, but for those that are not told. */
export function listColumns<S extends Shape, W extends keyof RowIn<S> = never>(
  shape: S,
  ...without: readonly W[]
): ColumnsOf<Omit<RowIn<S>, W>> {
  const columns = Object.entries(findProperties(shape) ?? {})
    .filter(([name]) => !without.some((other) => other === name))
    .map(([name, property]) => [name, toListColumn(property)]);
  return Object.fromEntries(columns) as never;
}

function toListColumn(shape: Shape): Column {
  const types = new Set([shape["type"]].flat());
  const isPlain = ["boolean", "integer", "string"].some((type) => types.has(type));
  const about = describeColumn(shape, types.has("boolean") && types.has("null"));
  if (isPlain) return toColumn({ ...shape, minimum: undefined, description: about });
  return types.has("null") ? optional(json(about)) : json(about);
}

function describeColumn({ description, enum: words }: Shape, isFlag: boolean): string {
  const known = Array.isArray(words) ? [`${words.map((word) => `\`${word}\``).join(", ")}.`] : [];
  const said = typeof description === "string" ? [description.replaceAll("`null`", "NULL")] : [];
  return [...known, ...said].join(" ") || (isFlag ? NOT_SAID : "As written.");
}

const NOT_SAID = "NULL where it is not said.";

/** The columns that begin the tables of what an entry has, in its order. */
export const OF_ENTRY = {
  entry_id: integer("Its entry."),
  position: integer("From 0, in the order of the files."),
};

export const ENTRY_PARENT: Parent = { table: "entries", columns: ["entry_id"] };

/** Where something stands. */
export const PLACE = {
  file: text("Relative to the module's folder."),
  line: integer("In the file, from 1."),
};

export interface ListTable<C extends Columns> extends Pick<Table, "name" | "description"> {
  /** Beside the entry and the position. */
  readonly columns: C;
  readonly indexes?: readonly (readonly (keyof C & string)[])[];
  /** What an entry has, in order. */
  listOf(source: EntrySource): readonly RowOf<C>[];
}

/** A table of what entries have in lists, each thing by its place in the list. */
export function defineListTable<C extends Columns>({ listOf, ...table }: ListTable<C>): Table {
  return {
    ...table,
    from: "entry",
    columns: { ...OF_ENTRY, ...table.columns },
    key: ["entry_id", "position"],
    parents: [ENTRY_PARENT],
    *listRows(source: EntrySource) {
      const { entry_id } = source;
      for (const [position, row] of listOf(source).entries()) yield { entry_id, position, ...row };
    },
  };
}

interface InnerTable<Outer, C extends Columns> extends Omit<ListTable<C>, "listOf"> {
  /** The table of what has the lists, and what a row of it is called. */
  readonly within: readonly [table: string, thing: string];
  /** Of the position in the list. */
  readonly order: string;
  listOuter(parts: ModuleParts): readonly Outer[];
  listOf(outer: Outer): readonly RowOf<C>[];
}

/** A table of what things of an entry have in lists: by the place of the thing, and that in its list. */
export function defineInnerTable<Outer, C extends Columns>({
  within: [parent, thing],
  order,
  listOuter,
  listOf,
  ...table
}: InnerTable<Outer, C>): Table {
  const outer = `${thing}_position`;
  const { entry_id: ofEntry } = OF_ENTRY;
  const place = { [outer]: integer(`The ${thing}.`), position: integer(order) };
  return {
    ...table,
    from: "entry",
    columns: { entry_id: ofEntry, ...place, ...table.columns },
    key: ["entry_id", outer, "position"],
    parents: [{ table: parent, columns: ["entry_id", outer] }],
    *listRows({ entry_id, parts }: EntrySource) {
      for (const [at, one] of listOuter(parts).entries()) {
        for (const [position, row] of listOf(one).entries()) {
          yield { entry_id, [outer]: at, position, ...row };
        }
      }
    },
  };
}

export interface SnapshotSource {
  readonly snapshot: Snapshot;
  /** @param provider `organization/repository` */
  getRepositoryId(provider: string): number;
  /** The entry at a place; `null` where there is none. */
  findEntryId(technicalName: string, platformVersion: string, provider: string): number | null;
}

export interface RepositorySource {
  readonly snapshot: Snapshot;
  readonly number: number;
  readonly repository: RepositoryRow;
  readonly history: RepositoryHistory;
  readonly repository_id: number;
  /** The id of its first commit; the others follow. */
  readonly firstCommitId: number;
}

export interface EntrySource {
  readonly record: ModuleRecord;
  readonly parts: ModuleParts;
  readonly entry_id: number;
  readonly repository_id: number;
  /** The id of its first class; the others follow. */
  readonly firstModelId: number;
  /** What the platform loads of a class of the record; `undefined` where it does not load it. */
  findLoaded(model: Pick<ModelRecord, "file" | "line">): LoadedClass | undefined;
  /** Has any repository of the snapshot this module at the version of the entry? */
  isCarried(technicalName: string): boolean;
}
