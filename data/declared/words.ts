// Words to declare rows with, as plain data: each row is declared once, and its type, its JSON schema
// (data/shape.ts), its key list and its packed form follow from that.

/** What a value is, beside `null`. */
export type PropertyType =
  | "text"
  | "flag"
  | "integer"
  /** A whole number from 0 on. */
  | "count"
  /** UTC, `YYYY-MM-DD HH:MM:SS`. */
  | "moment"
  /** A list of texts. */
  | "texts"
  /** One of a few words. */
  | "word"
  /** An object of free keys whose values are texts. */
  | "map"
  /** The same with texts, or lists of them. */
  | "sources"
  /** The same with lists of texts. */
  | "lists"
  /** A row of its own. */
  | "row"
  /** A list of rows. */
  | "rows";

/** One property of a row, whose values are of type `T`. */
export interface Property<T> {
  readonly type: PropertyType;
  readonly about?: string;
  readonly isNullable?: true;
  /** May it be missing? */
  readonly isOptional?: true;
  /** Of `word`. */
  readonly words?: readonly string[];
  /** Of `row` and `rows`. */
  readonly row?: RowType;
  /** Never there: it carries the type. */
  readonly value?: T;
}

export type Properties = Readonly<Record<string, Property<unknown>>>;

export interface RowType<P extends Properties = Properties> {
  /** By which documents refer to it; a row without one is written out where it stands. */
  readonly name?: string;
  readonly about?: string;
  readonly properties: P;
}

/** The type of the values of a property. */
export type ValueOf<P> = P extends Property<infer T> ? T : never;

type OptionalName<P> = {
  [N in keyof P]: P[N] extends { readonly isOptional: true } ? N : never;
}[keyof P];

/** The type of rows with these properties. */
export type RowOf<P> = {
  readonly [N in Exclude<keyof P, OptionalName<P>>]: ValueOf<P[N]>;
} & {
  readonly [N in OptionalName<P>]?: ValueOf<P[N]>;
};

export type FreeKeys<T> = Readonly<Record<string, T>>;

export const text = (about?: string): Property<string> => declare("text", about);

export const flag = (about?: string): Property<boolean> => declare("flag", about);

export const integer = (about?: string): Property<number> => declare("integer", about);

export const count = (about?: string): Property<number> => declare("count", about);

export const moment = (about?: string): Property<string> => declare("moment", about);

export const texts = (about?: string): Property<readonly string[]> => declare("texts", about);

export const word = <const W extends readonly string[]>(
  words: W,
  about?: string,
): Property<W[number]> => ({ ...declare("word", about), words });

export const map = (about?: string): Property<FreeKeys<string>> => declare("map", about);

export const sources = (about?: string): Property<FreeKeys<string | readonly string[]>> =>
  declare("sources", about);

export const lists = (about?: string): Property<FreeKeys<readonly string[]>> =>
  declare("lists", about);

export const row = <P extends Properties>(of: RowType<P>): Property<RowOf<P>> => ({
  type: "row",
  row: of,
});

export const rows = <P extends Properties>(
  of: RowType<P>,
  about?: string,
): Property<readonly RowOf<P>[]> => ({ ...declare("rows", about), row: of });

export const nullable = <T>(property: Property<T>): Property<T | null> => ({
  ...property,
  isNullable: true,
});

export const optional = <T>(
  property: Property<T>,
): Property<T> & { readonly isOptional: true } => ({
  ...property,
  isOptional: true,
});

/** The keys of a table of properties, in its order. */
export function listKeys<P extends object>(properties: P): readonly (keyof P & string)[] {
  return Object.keys(properties) as (keyof P & string)[];
}

function declare<T>(type: PropertyType, about: string | undefined): Property<T> {
  return about === undefined ? { type } : { type, about };
}
