// A row of the answer before it is said what it means and where it is.
export type ToldRow<Row> = Omit<
  Row,
  "class" | "code" | "covered_by" | "renamed" | "definitions" | "line"
>;
