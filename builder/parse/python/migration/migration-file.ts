// A migration script → what it does to names: calls of openupgradelib and plain SQL. Read, never run: a name that the file
// does not write as a literal, or bind to one, gives no step.
import type { MigrationStepRecord } from "../../../../data/module-parts.js";
import type { Parsed } from "../../diagnostics.js";
import type { SourceFile } from "../../source-file.js";
import { evaluateLiteral, type Environment } from "../literal/literal.js";
import type { Literal } from "../literal/literal-value.js";
import { PYTHON_LIMIT_BYTES } from "../python-file.js";
import { blankLoose } from "../text/blank.js";
import { decodePythonSource } from "../text/decode.js";
import { createLineFinder } from "../text/lines.js";
import { isOperator, splitArguments, splitAssignment } from "../text/split.js";
import { tokeniseLine, type Token } from "../text/tokens.js";
import { LIBRARY_CALLS, type Arguments, type Step } from "./library-calls.js";
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

const MIGRATE = /^(?:async[ \t]+)?def[ \t]+migrate\b/m;
const CALL = [...Object.keys(LIBRARY_CALLS), "logged_query", "cr\\.execute"].join("|");
/** An assignment to a name, at any depth; or a call that is known, and not its definition. */
const FOUND = new RegExp(
  `^[ \\t]*([A-Za-z_]\\w*)[ \\t]*(?::[^=\\n]*)?=(?!=)|(?<!def[ \\t])(?<!\\w)(${CALL})[ \\t]*\\(`,
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

/** In source order, so that a name has the value that it was given last. */
function readSteps(text: string, blanked: string): readonly FoundStep[] {
  const bound = new Map<string, Literal>();
  const names: Environment = (name) => bound.get(name);
  const steps: FoundStep[] = [];
  let left = READ_LIMIT_UNITS;
  const read = (start: number): readonly Token[] => {
    const tokens = tokeniseLine(text, start, Math.min(text.length, start + CALL_LIMIT_UNITS));
    left -= (tokens.at(-1)?.end ?? start) - start;
    return tokens;
  };
  for (const { index, 0: match, 1: variable, 2: word } of blanked.matchAll(FOUND)) {
    if (steps.length >= STEP_LIMIT || left < 0) break;
    if (variable !== undefined) {
      const assignment = splitAssignment(read(toWord(blanked, index)));
      if (assignment === undefined) continue;
      const value = evaluateLiteral(assignment.value, names);
      for (const target of assignment.targets) bound.set(target, value);
    } else if (word !== undefined) {
      const given = readArguments(read(index + match.length - 1), names);
      for (const step of toSteps(word, given)) steps.push({ ...step, start: index });
    }
  }
  return steps.slice(0, STEP_LIMIT);
}

/** Where the first word of a line begins. */
function toWord(blanked: string, index: number): number {
  let at = index;
  while (blanked[at] === " " || blanked[at] === "\t") at += 1;
  return at;
}

function readArguments(tokens: readonly Token[], names: Environment): Arguments {
  if (!isOperator(tokens[0], "(")) return { positional: [], named: new Map() };
  const given = splitArguments(tokens, 0);
  const value = (one: (typeof given)[number]): Literal => evaluateLiteral(one.value, names);
  return {
    positional: given.filter(({ key }) => key === null).map(value),
    named: new Map(given.flatMap((one) => (one.key === null ? [] : [[one.key, value(one)]]))),
  };
}

function toSteps(word: string, given: Arguments): readonly Omit<MigrationStepRecord, "line">[] {
  const library = Object.hasOwn(LIBRARY_CALLS, word) ? LIBRARY_CALLS[word] : undefined;
  if (library !== undefined) {
    const { thing, read } = library;
    return read(given)
      .filter(({ names }) => names.length > 0)
      .map((step: Step) => ({ call: word, thing, ...step }));
  }
  const query =
    word === "logged_query"
      ? (given.positional[1] ?? given.named.get("query"))
      : (given.positional[0] ?? given.named.get("query"));
  return query?.kind === "str" ? readStatements(query.value) : [];
}
