// Layout of an answer: blocks in reading order, and columns of tables. A layout is data: it holds
// no markup, and every number or verdict is a field of the answer. Faces know blocks alone.
import type { Shape } from "../../data/shape.js";
import { capitalise, toFieldTitle } from "./field-words.js";

type Tone = "good" | "bad" | "unknown" | "plain";

/** State of a thing: programs get the code, people the title. */
export interface State<Code extends string = string> {
  readonly code: Code;
  readonly title: string;
  readonly tone: Tone;
  /** Whether somebody has to do something before it is done. */
  readonly isWork: boolean;
}

/** A state that asks nobody for work. */
export const toState = <const Code extends string>(
  code: Code,
  title: string,
  tone: Tone = "plain",
): State<Code> => ({ code, title, tone, isWork: false });

/** States that are neither good nor bad, by the titles of their codes. */
export function toPlainStates<Code extends string>(
  titles: Readonly<Record<Code, string>>,
): Readonly<Record<Code, State<Code>>> {
  const states = Object.entries<string>(titles).map(([code, title]) => [
    code,
    toState(code, title),
  ]);
  return Object.fromEntries(states) as Record<Code, State<Code>>;
}

interface Counted {
  readonly count: number;
  readonly noun: string;
  /** Noun for several; default with an `s`. */
  readonly nouns?: string;
}

/** A sentence; faces make plurals. */
export type Words = readonly (string | Counted)[];

/** `null`, an empty text and an empty list say nothing. */
export type Cell = string | number | boolean | null | undefined | readonly string[] | State;

/** Look of a column or a fact. */
interface Look<Row> {
  /** Title for people; the default is that of `field-words.ts`. */
  readonly title?: string;
  /** Target of the cell, or of each text of a list: an address of a page or of the web. */
  href?(row: Row, text: string): string | null;
  /** Unit; people see the day of a time, and pages the paragraphs and lists of prose. */
  readonly unit?: "bytes" | "day" | "prose";
  /** Set for code: names of modules, models, files. The default is that of `field-words.ts`. */
  readonly isCode?: boolean;
  /**
   * Texts show the first few of a list and the number of the rest: the column explains, and readers
   * look for one.
   */
  readonly isFew?: true;
}

interface ColumnLook<Row> extends Look<Row> {
  /**
   * `detail`: few look at it: folded on pages, left out on terminals and in Markdown. `data`: another column tells people the same,
   * and this one is for spreadsheets.
   */
  readonly place?: "detail" | "data";
  /** False: left out there for length. */
  readonly agents?: false;
}

export interface ComputedColumn<Row = unknown> extends ColumnLook<Row> {
  /** The head in spreadsheets, and the key for agents. */
  readonly key: string;
  value(row: Row): Cell;
}

/** Column of a field of its rows. */
interface FieldColumn<Row> extends ColumnLook<Row> {
  readonly key: CellName<Row>;
  readonly value?: undefined;
}

export interface Column<Row = unknown> extends ComputedColumn<Row> {
  readonly title: string;
}

/** Fact that may leave its title to `field-words.ts`. */
export interface DeclaredFact extends Look<unknown> {
  readonly key: string;
  readonly value: Cell;
}

export interface Fact extends DeclaredFact {
  readonly title: string;
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
  /** Rows are sums: people are not told how many there are. */
  readonly isSums?: true;
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
  /** Key of the column that agents get alone of folded rows, unless they ask for all. */
  readonly foldedKey?: string;
  stateOf(row: Row): State;
}

interface Verdict {
  readonly kind: "verdict";
  readonly tone: Tone;
  /** The question has no answer here: it depends on what is not indexed. */
  readonly isOpen?: boolean;
  /** Summary in a few words. */
  readonly title: Words;
  readonly says: Words;
}

/** Exit code of a command: 1 where the verdict asks for work, 3 where it is open, else 0. */
export function toExitCode(blocks: readonly Block[]): number {
  const verdict = blocks.find((block) => block.kind === "verdict");
  if (verdict?.isOpen === true) return 3;
  return verdict?.tone === "bad" ? 1 : 0;
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
  /** Declares the columns of the default layout. */
  readonly shape?: Shape | undefined;
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

/** Name of a field, and its title where `field-words.ts` has another: `xml_id: Group`. */
type Named<Row> = CellName<Row> | `${CellName<Row>}: ${string}`;

export type DeclaredColumn<Row> = Named<Row> | ComputedColumn<Row> | FieldColumn<Row>;

interface DeclaredTable<Row> extends Omit<
  Table<Row>,
  "kind" | "title" | "total" | "columns" | "groups"
> {
  readonly title?: string;
  readonly columns: readonly DeclaredColumn<NoInfer<Row>>[];
  readonly groups?: Groups<NoInfer<Row>>;
  /** Default: as many as there are rows. */
  readonly total?: number | undefined;
}

/** A table whose columns are checked against its rows. */
export function layTable<Row>(content: DeclaredTable<Row>): Table {
  const columns = content.columns.map((column) =>
    addTitle(typeof column === "string" ? parseNamed(column) : column),
  );
  const { name, title = toFieldTitle(name) } = content;
  const valued = columns.map((column) => ({
    value: (row: Row) => row[column.key as CellName<Row>] as Cell,
    ...column,
  }));
  // Columns take the rows that stand beside them.
  const table = { ...content, title, columns: valued } as unknown as Omit<Table, "kind" | "total">;
  return { ...table, kind: "table", total: content.total ?? content.rows.length };
}

/** @param values list that is only named */
export function layFacts<Values = object>(
  rows: readonly (DeclaredFact | Named<NoInfer<Values>>)[],
  values?: Values,
): Facts {
  const told = rows.map((row) => {
    if (typeof row !== "string") return addTitle(row);
    const named = parseNamed(row);
    return addTitle({ ...named, value: values?.[named.key as keyof Values] as Cell });
  });
  return { kind: "facts", rows: told };
}

/** Facts of how many there are of each state. */
export const countStates = <Code extends string>(
  states: Readonly<Record<Code, State<Code>>>,
  counts: Readonly<Record<Code, number>>,
): readonly DeclaredFact[] =>
  Object.values<State<Code>>(states).map(({ code, title }) => ({
    key: code,
    title: capitalise(title),
    value: counts[code],
  }));

/** Caveat of an answer that could differ. */
export const layCaveat = (
  isTold: boolean,
  says: string | Words,
  names?: readonly string[],
): readonly Block[] =>
  isTold
    ? [{ kind: "caveat", says: typeof says === "string" ? [says] : says, ...(names && { names }) }]
    : [];

function parseNamed(named: string): { readonly key: string; readonly title?: string } {
  const [key = "", title] = named.split(": ");
  return title === undefined ? { key } : { key, title };
}

function addTitle<Declared extends { readonly key: string; readonly title?: string }>(
  declared: Declared,
): Declared & { readonly title: string } {
  return { ...declared, title: declared.title ?? toFieldTitle(declared.key) };
}
