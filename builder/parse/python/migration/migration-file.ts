// A migration script → what it does to names: calls of known functions, plain SQL, and fields that it writes through the
// ORM. Read, never run: a name that the file does not write as a literal, or bind to one, gives no step.
import type { MigrationStepRecord } from "../../../../data/module/module-parts.js";
import type { Parsed } from "../../diagnostics.js";
import type { SourceFile } from "../../source-file.js";
import { findBodyColon } from "../functions.js";
import { evaluateLiteral, type Environment } from "../literal/literal.js";
import { UNKNOWN, type Literal } from "../literal/literal-value.js";
import { PYTHON_LIMIT_BYTES } from "../python-file.js";
import { blankLoose } from "../text/blank.js";
import { decodePythonSource } from "../text/decode.js";
import { createLineFinder } from "../text/lines.js";
import { listItems } from "../literal/built-ins.js";
import { readTargets, toGiven, type GivenValues } from "../literal/computation.js";
import { isOperator, splitArguments, splitAssignment } from "../text/split.js";
import { tokeniseLine, type Token, type TokenRange } from "../text/tokens.js";
import { LIBRARY_CALLS, type Step } from "./library-calls.js";
import { readChain, type Records } from "./orm-writes.js";
import { createQueryComputation } from "./query-value.js";
import { readStatements } from "./statement-names.js";

export interface MigrationFile {
  /** Of its `migrate`; 1 without. */
  readonly line: number;
  readonly steps: readonly MigrationStepRecord[];
}

/** Steps that one script may have; the longest known has a tenth. */
const STEP_LIMIT = 5_000;

/** A longer call, or assignment, is not read. */
const CALL_LIMIT_UNITS = 100_000;
/** What is read of all of a file, where calls stand inside calls. */
const READ_LIMIT_UNITS = 2_000_000;

/** Values of the names of one loop that are read one by one; of more, none. */
const LOOP_LIMIT_ITEMS = 200;

const MIGRATE = /^(?:async[ \t]+)?def[ \t]+migrate\b/m;
const CALL = [...Object.keys(LIBRARY_CALLS), "logged_query", "execute"].join("|");
/**
 * An assignment to a name, or a loop, at any depth; or a call that is known, and not its definition; or what may be the
 * beginning of records: `env[`, `env.ref(`, a name before a dot.
 */
const FOUND = new RegExp(
  `^[ \\t]*([A-Za-z_]\\w*)[ \\t]*(?::[^=\\n]*)?=(?!=)|^[ \\t]*(for)[ \\t]|(?<!def[ \\t])(?<!\\w)(${CALL})[ \\t]*\\(|(?<!\\w)([A-Za-z_]\\w*)(?=\\[|\\.)`,
  "gm",
);

export function parseMigrationFile({ path, bytes }: SourceFile): Parsed<MigrationFile> {
  if (bytes.length > PYTHON_LIMIT_BYTES) {
    const detail = `${bytes.length} bytes`;
    const diagnostics = [{ code: "file_too_large", path, line: 1, detail }] as const;
    return { value: { line: 1, steps: [] }, diagnostics };
  }
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

/** A loop over values that are known, until a line is indented no further. */
interface Loop {
  readonly indent: number;
  /** What its names stand for, one after the other. */
  readonly rounds: readonly ReadonlyMap<string, Literal>[];
}

/** In source order, so that a name has the value that it was given last. */
function readSteps(text: string, blanked: string): readonly FoundStep[] {
  const bound = new Map<string, Literal>();
  const records = new Map<string, Records>();
  const compute = createQueryComputation();
  let loops: readonly Loop[] = [];
  const steps: FoundStep[] = [];
  let left = READ_LIMIT_UNITS;
  const read = (start: number): readonly Token[] => {
    const tokens = tokeniseLine(text, start, Math.min(text.length, start + CALL_LIMIT_UNITS));
    left -= (tokens.at(-1)?.end ?? start) - start;
    return tokens;
  };
  const evaluate = (range: TokenRange, names: Environment = (name) => bound.get(name)): Literal =>
    evaluateLiteral(range, names, compute);
  const countIndent = createIndentCounter(blanked);
  const findRecords = (name: string): Records | undefined => records.get(name);
  const bind = (name: string, value: Literal, of: Records | undefined): void => {
    bound.set(name, value);
    if (of === undefined) records.delete(name);
    else records.set(name, of);
  };

  for (const { index, 0: match, 1: variable, 2: loop, 3: word, 4: first } of blanked.matchAll(
    FOUND,
  )) {
    if (steps.length >= STEP_LIMIT || left < 0) break;
    const indent = countIndent(index);
    loops = loops.filter((outer) => outer.indent < indent);
    if (variable !== undefined) {
      const assignment = splitAssignment(read(toWord(blanked, index)));
      if (assignment === undefined) continue;
      const value = evaluate(assignment.value);
      const { records: of } = readChain(toTokens(assignment.value), findRecords, evaluate);
      for (const target of assignment.targets) bind(target, value, of);
    } else if (loop !== undefined) {
      const tokens = read(toWord(blanked, index));
      const at = tokens.findIndex(({ kind, text: one }) => kind === "keyword" && one === "in");
      const targets = readTargets({ tokens, from: 1, to: at });
      const end = findBodyColon(tokens, at + 1);
      if (at === -1 || targets === undefined || end === tokens.length) continue;
      const over = { tokens, from: at + 1, to: end };
      const { records: of } = readChain(toTokens(over), findRecords, evaluate);
      for (const name of targets.names) bind(name, UNKNOWN, targets.isOne ? of : undefined);
      const rounds = listRounds(listItems(evaluate(over)) ?? [], targets);
      if (rounds.length > 0) loops = [...loops, { indent, rounds }];
    } else if (word !== undefined) {
      const tokens = read(index + match.length - 1);
      const told = new Set<string>();
      for (const names of listEnvironments(loops, bound)) {
        const given = isOperator(tokens[0], "(")
          ? toGiven(splitArguments(tokens, 0), (range) => evaluate(range, names))
          : { positional: [], named: new Map<string, Literal>() };
        for (const step of toSteps(word, given)) {
          const key = JSON.stringify(step);
          if (!told.has(key)) steps.push({ ...step, start: index });
          told.add(key);
        }
      }
    } else if (first === "env" || (first !== undefined && records.has(first))) {
      const { step } = readChain(read(index), findRecords, evaluate);
      if (step !== undefined) steps.push({ ...step, start: index });
    }
  }
  return steps.slice(0, STEP_LIMIT);
}

/** A range as a list of its own, in which brackets know their partners. */
function toTokens({ tokens, from, to }: TokenRange): readonly Token[] {
  return tokens
    .slice(from, to)
    .map((token) => (token.close === -1 ? token : { ...token, close: token.close - from }));
}

function listRounds(
  items: readonly Literal[],
  { names, isOne }: NonNullable<ReturnType<typeof readTargets>>,
): Loop["rounds"] {
  if (items.length > LOOP_LIMIT_ITEMS) return [];
  return items.map((item) => {
    const values = isOne ? [item] : (listItems(item) ?? []);
    return new Map(names.map((name, at) => [name, values[at] ?? UNKNOWN]));
  });
}

/** What names stand for in each round of the innermost loop; of outer ones the names are not known. */
function listEnvironments(
  loops: readonly Loop[],
  bound: ReadonlyMap<string, Literal>,
): readonly Environment[] {
  const rounds = loops.at(-1)?.rounds ?? [new Map<string, Literal>()];
  return rounds.map((round) => (name) => round.get(name) ?? bound.get(name));
}

/** Of the line in which something stands; asked in ascending order. */
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

/** Where the first word of a line begins. */
function toWord(blanked: string, index: number): number {
  let at = index;
  while (blanked[at] === " " || blanked[at] === "\t") at += 1;
  return at;
}

function toSteps(word: string, given: GivenValues): readonly Omit<MigrationStepRecord, "line">[] {
  const library = Object.hasOwn(LIBRARY_CALLS, word) ? LIBRARY_CALLS[word] : undefined;
  if (library !== undefined) {
    const { thing, read } = library;
    return read(given)
      .filter(({ names }) => names.length > 0)
      .map((step: Step) => ({ call: word, thing, ...step }));
  }
  const query = given.positional[word === "execute" ? 0 : 1] ?? given.named.get("query");
  return query?.kind === "str" ? readStatements(query.value) : [];
}
