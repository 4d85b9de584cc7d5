// Statements about one thing of two systems, before their meaning.

type Meaning = "class" | "code" | "covered_by" | "renamed" | "definitions";

export type ToldRow<Row> = Omit<Row, Meaning>;

/** A change under its module, with the facts of both sides. */
export interface Told<Row, T> {
  readonly section: string;
  readonly row: ToldRow<Row>;
  readonly before: T | undefined;
  readonly after: T | undefined;
}
