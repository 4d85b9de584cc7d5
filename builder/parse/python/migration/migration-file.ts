// A migration script → what it does to names: calls of known functions, plain SQL, and fields that it writes through the
// ORM. Read, never run: a name that the file does not write as a literal, or bind to one, gives no step.
import type { MigrationStepRecord } from "../../../../data/module/module-parts.js";
import type { Parsed } from "../../diagnostics.js";
import { findBodyColon } from "../functions.js";
import { evaluateLiteral } from "../literal/literal.js";
import { UNKNOWN, type Literal } from "../literal/literal-value.js";
import { blankLoose } from "../text/blank.js";
import { decodePythonSource } from "../text/decode.js";
import { createLineFinder } from "../text/lines.js";
import { listItems } from "../literal/built-ins.js";
import { readTargets, toGiven, type GivenValues } from "../literal/computation.js";
import { isOperator, splitArguments, splitAssignment } from "../text/split.js";
import { tokeniseLine, type Token, type TokenRange } from "../text/tokens.js";
import { LIBRARY_CALLS, type Step } from "./library-calls.js";
import { readBegin, readChain, type Records } from "./orm-writes.js";
import { createQueryComputation, QUERY_LIMIT_UNITS } from "./query-value.js";

export interface MigrationFile {
  /** Line of its `migrate`; 1 without. */
  readonly line: number;
  readonly steps: readonly MigrationStepRecord[];
}

/** Steps that one script may have; the longest known has a tenth. */
const STEP_LIMIT = 5_000;

/** A longer call, or assignment, is not read. */
const CALL_LIMIT_UNITS = 100_000;
/** Limit for the text read in one file, where calls stand inside calls, and queries in loops. */
const READ_LIMIT_UNITS = 2_000_000;

/** Values of the names of one loop that are read one by one; of more, none. */
const LOOP_LIMIT_ITEMS = 200;

const MIGRATE = /^(?:async[ \t]+)?def[ \t]+migrate\b/m;
/** Takes records; only those with an id are reported. */
const MERGE = "merge_records";
const CALL = [...Object.keys(LIBRARY_CALLS), MERGE, "logged_query", "execute"].join("|");
/**
 * An assignment to a name, or a loop, at any depth; or a call that is known, and not its definition; or what may be the
 * beginning of records: `env[`, `env.ref(`, a name before a dot.
 */
const FOUND = new RegExp(
  `^[ \\t]*([A-Za-z_]\\w*)[ \\t]*(?::[^=\\n]*)?=(?!=)|^[ \\t]*(for)[ \\t]|(?<!def[ \\t])(?<!\\w)(${CALL})[ \\t]*\\(|(?<!\\w)([A-Za-z_]\\w*)(?=\\[|\\.)`,
  "gm",
);

export function parseMigrationFile(bytes: Uint8Array): Parsed<MigrationFile> {
  const { text } = decodePythonSource(bytes);
  const blanked = blankLoose(text);
  const lineAt = createLineFinder(text);
  const migrate = MIGRATE.exec(blanked)?.index;
  const steps = readSteps(text, blanked).map(({ start, ...step }) => ({
    ...step,
    line: lineAt(start),
  }));
  return { value: { line: migrate === undefined ? 1 : lineAt(migrate), steps }, diagnostics: [] };
}

type FoundStep = Omit<MigrationStepRecord, "line"> & { readonly start: number };

/** In the order in which Python runs them, so that a name has the value that it was given last. */
function readSteps(text: string, blanked: string): readonly FoundStep[] {
  const bound = new Map<string, Literal>();
  const records = new Map<string, Records>();
  const compute = createQueryComputation();
  const steps: FoundStep[] = [];
  const told = new Set<string>();
  let left = READ_LIMIT_UNITS;
  const read = (start: number): readonly Token[] => {
    const tokens = tokeniseLine(text, start, Math.min(text.length, start + CALL_LIMIT_UNITS));
    left -= (tokens.at(-1)?.end ?? start) - start;
    return tokens;
  };
  const charge = (units: number): boolean => (left -= units) >= 0;
  const evaluate = (range: TokenRange): Literal =>
    evaluateLiteral(range, (name) => bound.get(name), compute);
  const countIndent = createIndentCounter(blanked);
  const found = Array.from(blanked.matchAll(FOUND), (match) => ({
    match,
    indent: countIndent(match.index),
  }));
  const findRecords = (name: string): Records | undefined => records.get(name);
  const bind = (name: string, value: Literal, of: Records | undefined): void => {
    bound.set(name, value);
    if (of === undefined) records.delete(name);
    else records.set(name, of);
  };
  /** Several rounds of a loop may repeat a step. */
  const tell = (start: number, step: Omit<FoundStep, "start">): void => {
    const key = JSON.stringify([start, step]);
    if (!told.has(key)) steps.push({ ...step, start });
    told.add(key);
  };

  function readRange(from: number, to: number): void {
    for (let at = from; at < to; at += 1) {
      left -= 1;
      const one = found[at];
      if (one === undefined || steps.length >= STEP_LIMIT || left < 0) return;
      const { index, 0: match, 1: variable, 2: loop, 3: word, 4: first } = one.match;
      if (variable !== undefined) {
        const assignment = splitAssignment(read(toWord(blanked, index)));
        if (assignment === undefined) continue;
        const value = evaluate(assignment.value);
        const { records: of } = readChain(toTokens(assignment.value), findRecords, evaluate);
        for (const target of assignment.targets) bind(target, value, of);
      } else if (loop !== undefined) {
        let end = at + 1;
        while (end < to && (found[end]?.indent ?? 0) > one.indent) end += 1;
        const rounds = readLoop(read(toWord(blanked, index)));
        for (const round of rounds) {
          for (const [name, value] of round) bind(name, value, undefined);
          readRange(at + 1, end);
        }
        if (rounds.length > 0) at = end - 1;
      } else if (word !== undefined) {
        readCall(word, index, read(index + match.length - 1));
      } else if (first === "env" || (first !== undefined && records.has(first))) {
        const { step } = readChain(read(index), findRecords, evaluate);
        if (step !== undefined) tell(index, step);
      }
    }
  }

  /** @returns what its names stand for in each round; none where that is not known */
  function readLoop(tokens: readonly Token[]): readonly ReadonlyMap<string, Literal>[] {
    const at = tokens.findIndex(({ kind, text: one }) => kind === "keyword" && one === "in");
    const targets = readTargets({ tokens, from: 1, to: at });
    const end = findBodyColon(tokens, at + 1);
    if (at === -1 || targets === undefined || end === tokens.length) return [];
    const over = { tokens, from: at + 1, to: end };
    const { records: of } = readChain(toTokens(over), findRecords, evaluate);
    for (const name of targets.names) bind(name, UNKNOWN, targets.isOne ? of : undefined);
    const items = listItems(evaluate(over)) ?? [];
    if (items.length > LOOP_LIMIT_ITEMS) return [];
    return items.map((item) => {
      const values = targets.isOne ? [item] : (listItems(item) ?? []);
      return new Map(targets.names.map((name, place) => [name, values[place] ?? UNKNOWN]));
    });
  }

  function readCall(word: string, start: number, tokens: readonly Token[]): void {
    const given = isOperator(tokens[0], "(") ? splitArguments(tokens, 0) : [];
    for (const step of toSteps(word, toGiven(given, evaluate), charge)) tell(start, step);
    if (word !== MERGE) return;
    for (const { value } of given) {
      const of = readBegin(toTokens(value), findRecords, evaluate)?.records;
      if (of !== undefined && "xmlId" in of) {
        tell(start, { call: word, thing: "record", on: null, names: [of.xmlId] });
      }
    }
  }

  readRange(0, found.length);
  return steps.slice(0, STEP_LIMIT);
}

/** A range as a list of its own, in which brackets know their partners. */
function toTokens({ tokens, from, to }: TokenRange): readonly Token[] {
  return tokens
    .slice(from, to)
    .map((token) => (token.close === -1 ? token : { ...token, close: token.close - from }));
}

/** Indentation of the line at an index; indexes must ascend. */
function createIndentCounter(blanked: string): (index: number) => number {
  let indent = 0;
  let next = -1;
  return (index) => {
    for (let start = next; start < index; start = next) {
      indent = toWord(blanked, start + 1) - start - 1;
      next = blanked.indexOf("\n", start + 1);
      if (next === -1) next = blanked.length;
    }
    return indent;
  };
}

/** Start of the first word of a line. */
function toWord(blanked: string, index: number): number {
  let at = index;
  while (blanked[at] === " " || blanked[at] === "\t") at += 1;
  return at;
}

/** @param charge whether so much more of the file may be read */
function toSteps(
  word: string,
  given: GivenValues,
  charge: (units: number) => boolean,
): readonly Omit<MigrationStepRecord, "line">[] {
  const library = Object.hasOwn(LIBRARY_CALLS, word) ? LIBRARY_CALLS[word] : undefined;
  if (library !== undefined) {
    const { thing, read } = library;
    return read(given)
      .filter(({ names }) => names.length > 0)
      .map((step: Step) => ({ call: word, thing, ...step }));
  }
  const query = given.positional[word === "execute" ? 0 : 1] ?? given.named.get("query");
  if (query?.kind !== "str" || !charge(query.value.length)) return [];
  return readStatements(query.value);
}

/** Names of one statement that are kept. */
const NAME_LIMIT = 200;

const COMMAND =
  /^\s*(?:with\b[\s\S]*?\b)??(update|insert\s+into|delete\s+from|alter\s+table|create\s+(?:temp(?:orary)?\s+|unlogged\s+)?table|drop\s+table|truncate)\b\s*(?:if\s+(?:not\s+)?exists\s+)?(?:only\s+)?(?:"?public"?\.)?"?([a-z_]\w*)/i;
/** Read rows are mostly written elsewhere, one by one. */
const QUERY = /^\s*(select)\b[\s\S]*?\bfrom\s+(?:only\s+)?(?:"?public"?\.)?"?([a-z_]\w*)/i;
const LOOSE = /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^']|'')*'|%\(\w+\)s|%s/g;
const NAME = /[a-z_]\w*/gi;

const WORDS = new Set(
  `add all alter and any array as asc between boolean by cascade case cast coalesce column concat conflict constraint count create
  date default delete desc distinct do drop else end exists false float foreign from full group having if in inner insert int
  int4 integer into is join json jsonb key left like limit lower max min not nothing null numeric offset on only or order outer
  primary references rename replace returning right select set sum table temp temporary text then timestamp to true truncate type
  union unique update using values varchar when where with without`.split(/\s+/),
);

/** Statements of one text stand behind semicolons. */
function readStatements(query: string): readonly Omit<MigrationStepRecord, "line">[] {
  if (query.length > QUERY_LIMIT_UNITS) return [];
  return query
    .replace(LOOSE, " ")
    .split(";")
    .flatMap((statement) => {
      const [, command, table] = COMMAND.exec(statement) ?? QUERY.exec(statement) ?? [];
      if (command === undefined || table === undefined) return [];
      const found = Array.from(statement.matchAll(NAME), ([name]) => name.toLowerCase());
      const names = [...new Set(found)].filter((name) => !WORDS.has(name) && name !== table);
      return [
        {
          call: command.toUpperCase().replace(/\s+.*$/, ""),
          thing: "statement" as const,
          on: table.toLowerCase(),
          names: names.slice(0, NAME_LIMIT),
        },
      ];
    });
}
