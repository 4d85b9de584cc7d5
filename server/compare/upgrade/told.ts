// What is told of one thing of two systems, before it is said what it means.

type Meaning = "class" | "code" | "covered_by" | "renamed" | "definitions";

export type ToldRow<Row> = Omit<Row, Meaning>;

/** A change under the module that it is told of, with what either side has. */
export interface Told<Row, T> {
  readonly section: string;
  readonly row: ToldRow<Row>;
  readonly before: T | undefined;
  readonly after: T | undefined;
}
