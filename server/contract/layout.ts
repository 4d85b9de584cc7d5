// Layout of an answer: blocks in reading order, and columns of tables. A layout is data: it holds
// no markup, and every number or verdict is a field of the answer. Faces know blocks alone.

type Tone = "good" | "bad" | "unknown" | "plain";

/** State of a thing: programs get the code, people the title. */
export interface State<Code extends string = string> {
  readonly code: Code;
  readonly title: string;
  readonly tone: Tone;
  /** Whether somebody has to do something before it is done. */
  readonly isWork: boolean;
}

/** States that are neither good nor bad, by the titles of their codes. */
export function toPlainStates<Code extends string>(
  titles: Readonly<Record<Code, string>>,
): Readonly<Record<Code, State<Code>>> {
  const states = Object.entries<string>(titles).map(([code, title]) => [
    code,
    { code, title, tone: "plain", isWork: false },
  ]);
  return Object.fromEntries(states) as Record<Code, State<Code>>;
}

interface Counted {
  readonly count: number;
  /** Noun for one thing. */
  readonly noun: string;
  /** Noun for several; default with an `s`. */
  readonly nouns?: string;
}

/** A sentence; faces make plurals. */
export type Words = readonly (string | Counted)[];

/** `null`, an empty text and an empty list say nothing. */
export type Cell = string | number | boolean | null | undefined | readonly string[] | State;

export interface Column<Row = unknown> {
  /** The head in spreadsheets, and the key for agents. */
  readonly key: string;
  readonly title: string;
  value(row: Row): Cell;
  /** Target of the cell, or of each text of a list: an address of a page or of the web. */
  link?(row: Row, text: string): string | null;
  /** Unit; people see the day of a time. */
  readonly unit?: "bytes" | "day";
  /** Set for code: names of modules, models, files. */
  readonly isCode?: true;
  /**
   * Texts show the first few of a list and the number of the rest: the column explains, and readers
   * look for one.
   */
  readonly isFew?: true;
  /**
   * `detail`: few look at it: folded on pages, left out on terminals and in Markdown. `data`: another column tells people the same,
   * and this one is for spreadsheets.
   */
  readonly place?: "detail" | "data";
  /** False: left out there for length. */
  readonly agents?: false;
}

export interface Fact {
  readonly key: string;
  readonly title: string;
  readonly value: Cell;
  /** Target of the value, or of each text of a list. */
  link?(row: unknown, text: string): string | null;
  readonly unit?: Column["unit"];
  readonly isFew?: Column["isFew"];
  readonly isCode?: true;
}

export interface Table<Row = unknown> {
  readonly kind: "table";
  /** Name of the sheet, and key for agents; unique in the answer. */
  readonly name: string;
  readonly title: string;
  readonly hint?: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  /** Anchor of a row, behind `#`. */
  idOf?(row: Row): string | undefined;
  /** More than there are rows, where the answer is a part of a list. */
  readonly total: number;
  /** People see a table for each state; a spreadsheet has one of all. */
  readonly groups?: Groups<Row>;
  readonly isFolded?: true;
  /** People see the part that matters in another table. */
  readonly place?: "data";
  /** Each row is something to do: Markdown has boxes that an issue of a forge lets people tick. */
  readonly isTasks?: true;
  /** The table that is the answer as CSV; without one the first is. */
  readonly isMain?: true | undefined;
}

interface Groups<Row = unknown> {
  /** In their order. */
  readonly states: readonly State[];
  /** Key of the states' column. */
  readonly key: string;
  stateOf(row: Row): State;
}

interface Verdict {
  readonly kind: "verdict";
  readonly tone: Tone;
  /** Summary in a few words. */
  readonly title: Words;
  readonly says: Words;
}

interface Facts {
  readonly kind: "facts";
  readonly rows: readonly Fact[];
}

interface CodeBlock {
  readonly kind: "code";
  readonly title: string;
  readonly language: "shell" | "python" | "xml" | "text";
  readonly text: string;
}

interface Caveat {
  readonly kind: "caveat";
  readonly says: Words;
  readonly names?: readonly string[];
}

export type Block = Verdict | Facts | Table | CodeBlock | Caveat;

/** Context of a layout beside the answer. */
export interface LayoutContext {
  /** Rows of the whole list, where the answer is a part of one. */
  readonly total: number | undefined;
  /** Also what asks for nothing. */
  readonly showsAll?: boolean;
}

/** A method, so that a layout of one answer is one of any for those to whom the type does not matter. */
interface Layout<Body> {
  lay(answer: Body, context: LayoutContext): readonly Block[];
}

/** Loaded when somebody asks for it, so that starting the service does not. */
export type LazyLayout<Body = unknown> = () => Promise<Layout<NoInfer<Body>>["lay"]>;

/** The fields of a row that can be cells as they are. */
type CellName<Row> = {
  [Name in keyof Row & string]: Row[Name] extends Cell ? Name : never;
}[keyof Row & string];

/** A column without a value has the field of its key. */
export type DeclaredColumn<Row> =
  | Column<Row>
  | (Omit<Column<Row>, "key" | "value"> & {
      readonly key: CellName<Row>;
      readonly value?: undefined;
    });

interface DeclaredTable<Row> extends Omit<Table<Row>, "kind" | "total" | "columns" | "groups"> {
  readonly columns: readonly DeclaredColumn<NoInfer<Row>>[];
  readonly groups?: Groups<NoInfer<Row>>;
  /** Default: as many as there are rows. */
  readonly total?: number | undefined;
}

/** A table whose columns are checked against its rows. */
export function layTable<Row>(content: DeclaredTable<Row>): Block {
  const columns = content.columns.map((column) => ({
    ...column,
    value: column.value ?? ((row: Row) => row[column.key as CellName<Row>] as Cell),
  }));
  // Columns take the rows that stand beside them.
  const table = { ...content, columns } as unknown as Omit<Table, "kind" | "total">;
  return { ...table, kind: "table", total: content.total ?? content.rows.length };
}
