// Words to declare the tables of the dataset with. A table is declared once: its columns as a shape, that of an answer where it is
// a list of one, its keys and the rows that it has of a snapshot. The DDL of SQLite and docs/dataset.md follow.
import type { RepositoryHistory } from "../../data/history/repository-history.js";
import type { LoadedClass } from "../../data/module/loaded-module.js";
import type { ModuleParts } from "../../data/module/module-parts.js";
import type { ModelRecord, ModuleRecord } from "../../data/module/records.js";
import {
  count,
  findProperties,
  integer,
  text,
  type Properties,
  type Shape,
  type ValueOf,
} from "../../data/shape.js";
import type { RepositoryRow } from "../../data/snapshot/contents.js";
import type { Snapshot } from "../../data/snapshot/decode.js";

/** `flag` is true or false, `json` a value that has no columns of its own. */
export type ColumnKind = "text" | "integer" | "flag" | "json";

export interface Column {
  readonly kind: ColumnKind;
  readonly description: string;
  /** May be NULL. */
  readonly isOptional: boolean;
}

export type Row = Readonly<Record<string, unknown>>;

/** A row as its columns are declared; what else it has is not told. */
type RowOf<P extends Properties> = { readonly [Name in keyof P]: ValueOf<P[Name]> };

export interface Table {
  readonly name: string;
  readonly description: string;
  readonly from: SourceName;
  readonly columns: Readonly<Record<string, Column>>;
  /** Names of columns that together are of one row alone. */
  readonly key: readonly string[];
  readonly parents: readonly Parent[];
  /** Columns that are looked up, beside the key. */
  readonly indexes: readonly (readonly string[])[];
  listRows(source: never): Iterable<Row>;
}

/** Columns that name a row of another table by its key. */
interface Parent {
  readonly table: string;
  /** In the order of that key. */
  readonly columns: readonly string[];
}

interface Declaration<P extends Properties> {
  readonly name: string;
  readonly description: string;
  readonly columns: P;
  readonly indexes?: readonly (readonly (keyof P & string)[])[];
}

interface TypedTable<S extends SourceName, P extends Properties> extends Declaration<P> {
  readonly from: S;
  readonly key: readonly (keyof P & string)[];
  /** Each a table and the columns that name a row of it. */
  readonly parents?: readonly (readonly [table: string, ...columns: (keyof P & string)[]])[];
  listRows(source: Sources[S]): Iterable<RowOf<P>>;
}

/** The compiler holds its rows to its columns. */
export function defineTable<S extends SourceName, P extends Properties>({
  columns,
  parents = [],
  indexes = [],
  ...table
}: TypedTable<S, P>): Table {
  return {
    ...table,
    columns: toColumns(columns),
    parents: parents.map(([parent, ...own]) => ({ table: parent, columns: own })),
    indexes,
  };
}

/** Owner of lists whose items are rows: columns that name it, and those of an entry. */
interface Owner<One> {
  /** The table of it. */
  readonly table: string;
  readonly columns: Properties;
  /** Name of the position's column. */
  readonly order: string;
  list(source: EntrySource): Iterable<readonly [key: Row, one: One]>;
}

export const ENTRY = {
  table: "entries",
  columns: { entry_id: integer("Its entry.") },
  order: "From 0, in the order of the files.",
  list: (source: EntrySource) => [[{ entry_id: source.entry_id }, source]],
} satisfies Owner<EntrySource>;

/** @param thing what a row of the table is called */
export function ownedBy<One>(
  table: string,
  thing: string,
  order: string,
  listOf: (parts: ModuleParts) => readonly One[],
): Owner<One> {
  const position = `${thing}_position`;
  return {
    table,
    columns: { ...ENTRY.columns, [position]: integer(`The ${thing}.`) },
    order,
    list: ({ entry_id, parts }) =>
      listOf(parts).map((one, at) => [{ entry_id, [position]: at }, one]),
  };
}

/** A table of what others have in lists, each thing by its place in the list. */
export function defineListTable<One, P extends Properties>(
  owner: Owner<One>,
  table: Declaration<P> & { listOf(one: One): readonly RowOf<P>[] },
): Table {
  const key = Object.keys(owner.columns);
  return {
    ...table,
    from: "entry",
    columns: toColumns({ ...owner.columns, position: integer(owner.order), ...table.columns }),
    key: [...key, "position"],
    parents: [{ table: owner.table, columns: key }],
    indexes: table.indexes ?? [],
    *listRows(source: EntrySource) {
      for (const [named, one] of owner.list(source)) {
        for (const [position, row] of table.listOf(one).entries()) {
          yield { ...named, position, ...row };
        }
      }
    },
  };
}

type RowIn<S> = ValueOf<S> extends readonly (infer One)[] ? One : never;

/** The columns of rows that are declared as a list. */
export function columnsOf<S extends Shape>(
  rows: S,
): { readonly [K in keyof RowIn<S>]-?: Shape<RowIn<S>[K]> } {
  return (findProperties(rows) ?? {}) as never;
}

/** Columns without some. */
export function omit<P extends Properties, N extends keyof P>(
  properties: P,
  ...names: readonly N[]
): Omit<P, N> {
  const kept = Object.entries(properties).filter(([name]) => !names.includes(name as N));
  return Object.fromEntries(kept) as unknown as Omit<P, N>;
}

function toColumns(properties: Properties): Table["columns"] {
  return Object.fromEntries(
    Object.entries(properties).map(([name, shape]) => [name, toColumn(shape)]),
  );
}

function toColumn(shape: Shape): Column {
  const types = [shape["type"]].flat();
  return {
    kind: findKind(types),
    description: describeColumn(shape, types),
    isOptional: types.includes("null"),
  };
}

function findKind(types: readonly unknown[]): ColumnKind {
  if (types.includes("boolean")) return "flag";
  if (types.includes("integer")) return "integer";
  return types.includes("string") && !types.includes("array") ? "text" : "json";
}

function describeColumn({ description, enum: words }: Shape, types: readonly unknown[]): string {
  const known = Array.isArray(words)
    ? [
        `${words
          .filter((word) => word !== null)
          .map((word) => `\`${word}\``)
          .join(", ")}.`,
      ]
    : [];
  const said = typeof description === "string" ? [description.replaceAll("`null`", "NULL")] : [];
  const isOpen = types.includes("boolean") && types.includes("null");
  return [...known, ...said].join(" ") || (isOpen ? "NULL where it is not said." : "As written.");
}

/** A number that is of one dataset alone. */
export const ID = integer("A number in this dataset alone.");

/** Columns of a position in source. */
export const PLACE = {
  file: text("Relative to the module's folder."),
  line: count("In the file, from 1."),
};

/** Inputs of a table's rows. */
interface Sources {
  readonly snapshot: SnapshotSource;
  readonly repository: RepositorySource;
  readonly entry: EntrySource;
}

type SourceName = keyof Sources;

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
  /** Loaded class of the record's class; `undefined` if the platform does not load it. */
  findLoaded(model: Pick<ModelRecord, "file" | "line">): LoadedClass | undefined;
  /** True if a repository of the snapshot has this module at the version of the entry. */
  isCarried(technicalName: string): boolean;
}
