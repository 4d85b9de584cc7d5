// The code of a Python file as its references are read from it.
import type { LoadedClass } from "../../../../data/module/loaded-module.js";
import { evaluateLiteral, NO_NAMES } from "../../python/literal/literal.js";
import type { Syntax } from "../../python/syntax.js";
import { createLineFinder } from "../../python/text/lines.js";
import { tokenise } from "../../python/text/tokens.js";
import type { Binding } from "./scopes.js";

export interface Code {
  readonly text: string;
  readonly file: string;
  /** Technical name of the module. */
  readonly technicalName: string;
  /** Texts that the file asks something about: `"x" in env`, `env.get("x")`. */
  readonly asked: ReadonlySet<string>;
  /** Names of attributes that the file gives to classes it has made before: `Order._total = total`. */
  readonly given: ReadonlySet<string>;
  /** Classes of models by the line of the word `class`. */
  readonly classes: ReadonlyMap<number, LoadedClass>;
  /** Names that are being looked up: one that is bound to what it is made of leads to itself. */
  readonly open: Set<readonly Binding[]>;
  lineAt(index: number): number;
  toSourceText(node: Syntax): string;
  /** The value of a string literal. */
  readText(node: Syntax): string | undefined;
}

const GIVEN = /^\w+\.(\w+) *=(?!=)/gm;
const ASKED = /(["'])([\w.]+)\1\s*(?:not\s+)?in\b|\.get\(\s*(["'])([\w.]+)\3/g;

/** @param classes those of the file that are models without doubt */
export function createCode(
  text: string,
  {
    file,
    technicalName,
    classes,
  }: Pick<Code, "file" | "technicalName"> & { readonly classes: readonly LoadedClass[] },
): Code {
  const asked = Array.from(text.matchAll(ASKED), ([, , one, , other]) => one ?? other ?? "");
  return {
    text,
    file,
    technicalName,
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
