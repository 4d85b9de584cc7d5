// The code of a Python file as its references are read from it.
import { evaluateLiteral, NO_NAMES } from "../../python/literal/literal.js";
import type { Syntax } from "../../python/syntax.js";
import { createLineFinder } from "../../python/text/lines.js";
import { tokenise } from "../../python/text/tokens.js";
import type { Binding } from "./scopes.js";

/** A class of the file that may be one of a model. */
export interface ClassOfCode {
  /** Line of the word `class`. */
  readonly line: number;
  readonly class_name: string;
  /** Beside the platform's own. */
  readonly bases: readonly unknown[];
}

export interface Code {
  readonly text: string;
  /** Texts that the file asks something about: `"x" in env`, `env.get("x")`. */
  readonly asked: ReadonlySet<string>;
  /** Names of attributes that the file gives to classes it has made before: `Order._total = total`. */
  readonly given: ReadonlySet<string>;
  readonly classes: ReadonlyMap<number, ClassOfCode>;
  /** Names that are being looked up: one that is bound to what it is made of leads to itself. */
  readonly open: Set<readonly Binding[]>;
  lineAt(index: number): number;
  toSourceText(node: Syntax): string;
  /** The value of a string literal. */
  readText(node: Syntax): string | undefined;
}

const GIVEN = /^\w+\.(\w+) *=(?!=)/gm;
const ASKED = /(["'])([\w.]+)\1\s*(?:not\s+)?in\b|\.get\(\s*(["'])([\w.]+)\3/g;

export function createCode(text: string, classes: readonly ClassOfCode[]): Code {
  const asked = Array.from(text.matchAll(ASKED), ([, , one, , other]) => one ?? other ?? "");
  return {
    text,
    asked: new Set(asked),
    given: new Set(Array.from(text.matchAll(GIVEN), ([, name = ""]) => name)),
    classes: new Map(classes.map((one) => [one.line, one])),
    open: new Set(),
    lineAt: createLineFinder(text),
    toSourceText: ({ start, end }) => text.slice(start, end),
    readText({ start, end }) {
      const tokens = tokenise(text, start, end);
      const value = evaluateLiteral({ tokens, from: 0, to: tokens.length }, NO_NAMES);
      return value.kind === "str" ? value.value : undefined;
    },
  };
}
