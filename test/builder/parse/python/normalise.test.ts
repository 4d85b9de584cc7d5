// One normalised text for every way to write an expression.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normaliseExpression } from "../../../../builder/parse/python/text/normalise.js";
import { tokenise } from "../../../../builder/parse/python/text/tokens.js";

function normalise(source: string): string {
  const tokens = tokenise(source, 0, source.length);
  return normaliseExpression({ tokens, from: 0, to: tokens.length });
}

describe("normaliseExpression", () => {
  it.each([
    // strings
    ['"a"', "'a'"],
    ["'a'", "'a'"],
    ['"it\'s"', '"it\'s"'],
    ['"\\"it\'s\\""', "'\"it\\'s\"'"],
    ["u'a'", "'a'"],
    ["r'\\d'", "'\\\\d'"],
    ["'\\d'", "'\\\\d'"],
    ["'\\x41\\u00e9\\101'", "'AéA'"],
    ['"""a\n\tb"""', "'a\\n\\tb'"],
    ["'a\\\nb'", "'ab'"],
    ["'\\x00\\x7f\\xa0\\u200b\\U0001f600'", "'\\x00\\x7f\\xa0\\u200b😀'"],
    ["'a' \"b\"\n'c'", "'abc'"],
    ["('a'\n  'b')", "'ab'"],
    ["_('a'\n   'b')", "_('ab')"],
    ["b'a' b'\\xff'", "b'a\\xff'"],
    ["'\\N{DASH}'", "'\\N{DASH}'"],
    // formatted strings stay as written
    ['f"{a!r:>{width}}"', 'f"{a!r:>{width}}"'],
    ["f'{x[\"a\"]}' 'b' 'c'", "f'{x[\"a\"]}' 'bc'"],
    ["f'{x['a']}'", "f'{x['a']}'"],
    ["rf'{a}\\d'", "rf'{a}\\d'"],
    // brackets and commas
    ["[ 1,2 , ]", "[1, 2]"],
    ["( 1, )", "(1,)"],
    ["(1, 2,)", "(1, 2)"],
    ["()", "()"],
    ["{'a':1,'b':  2,}", "{'a': 1, 'b': 2}"],
    ["{1,2,}", "{1, 2}"],
    ["f( a = 1, *b, ** c, )", "f(a=1, *b, **c)"],
    ["x[ 1 : 2 ]", "x[1:2]"],
    ["x[::2, a]", "x[::2, a]"],
    ["x[lambda y:y]", "x[lambda y: y]"],
    ["x[1,]", "x[1,]"],
    ["(a\n  + b)", "a + b"],
    ["(a, b)", "(a, b)"],
    ["(x for x in y)", "(x for x in y)"],
    ["(yield)", "(yield)"],
    ["f(x for x in y)", "f(x for x in y)"],
    // operators
    ["-1", "-1"],
    ["a-1", "a - 1"],
    ["a*-b**~c", "a * -b ** ~c"],
    ["a if b else-c", "a if b else -c"],
    ["not(a)", "not (a)"],
    ["a not   in b", "a not in b"],
    ["a<b<=c!=d", "a < b <= c != d"],
    ["a <> b", "a != b"],
    ["(a:=1)", "(a := 1)"],
    ["a@b", "a @ b"],
    ["await f()", "await f()"],
    ["lambda:1", "lambda: 1"],
    ["lambda self :self.env . user", "lambda self: self.env.user"],
    ["lambda *a,b=1,**k:a", "lambda *a, b=1, **k: a"],
    ["lambda x=(1,):{x:1}", "lambda x=(1,): {x: 1}"],
    ["[x for x in y if x]", "[x for x in y if x]"],
    // numbers
    ["1 .real", "1 .real"],
    ["1.5.real", "1.5.real"],
    ["1_000", "1_000"],
    ["0x1F", "0x1F"],
    ["1e-5", "1e-5"],
    [".5", ".5"],
    ["0064", "0o064"],
    ["10L", "10"],
    ["...", "..."],
    // layout
    ["[\n    # why\n    ('a', '=', 1),  # that\n]", "[('a', '=', 1)]"],
    ["a \\\n + b", "a + b"],
    ["f(\f\ta)", "f(a)"],
    ["'#' # not this", "'#'"],
    ["", ""],
  ])("%s → %s", (source, expected) => {
    expect(normalise(source)).toBe(expected);
  });

  const expression = fc.letrec<{ value: string; atom: string; list: string; call: string }>(
    (tie) => ({
      value: fc.oneof({ depthSize: "small" }, tie("atom"), tie("list"), tie("call")),
      atom: fc.constantFrom("a", "1", "'x'", "None", "-b", "lambda x: x", "a.b", "c + 2"),
      list: fc.array(tie("value"), { maxLength: 3 }).map((items) => `[${items.join(", ")}]`),
      call: fc.array(tie("value"), { maxLength: 3 }).map((items) => `f(${items.join(", ")})`),
    }),
  ).value;

  it("leaves its own output as it is", () => {
    fc.assert(
      fc.property(expression, (source) => {
        expect(normalise(source)).toBe(source);
      }),
    );
  });

  it("does not depend on how brackets are wrapped", () => {
    fc.assert(
      fc.property(
        expression,
        fc.constantFrom("\n", "  ", "\t\n", " # why\n  "),
        (source, space) => {
          const wrapped = source.replace(/(?<=[[(,])(?! )|(?<=,) /g, space);
          expect(normalise(wrapped)).toBe(source);
        },
      ),
    );
  });
});
