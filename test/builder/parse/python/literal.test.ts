// Values of constant expressions.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluateLiteral } from "../../../../builder/parse/python/literal/literal.js";
import type { Literal } from "../../../../builder/parse/python/literal/literal-value.js";
import { isTruthy } from "../../../../builder/parse/python/literal/literal-operations.js";
import { toPythonLiteral } from "../../../../data/module/python-text.js";
import { tokenise } from "../../../../builder/parse/python/text/tokens.js";
import { anyCharacter } from "../../../support/properties.js";

const NAMES: ReadonlyMap<string, Literal> = new Map<string, Literal>([
  ["NAME", { kind: "str", value: "sale" }],
]);

function evaluate(source: string): Literal {
  const tokens = tokenise(source, 0, source.length);
  return evaluateLiteral({ tokens, from: 0, to: tokens.length }, (name) => NAMES.get(name));
}

/** A value as short text: `[1, 'a', ?]`, with `?` for what is unknown. */
function show(value: Literal): string {
  switch (value.kind) {
    case "str":
      return `'${value.value}'`;
    case "bytes":
      return `b'${value.value}'`;
    case "number":
      return String(value.value);
    case "bool":
      return value.value ? "True" : "False";
    case "none":
      return "None";
    case "imported":
    case "sum":
    case "unknown":
      return "?";
    case "dict":
      return `{${value.entries.map((entry) => `${show(entry.key)}: ${show(entry.value)}`).join(", ")}}`;
    case "list":
    case "tuple":
    case "set":
      return `${value.kind}(${value.items.map(show).join(", ")})`;
  }
}

describe("evaluateLiteral", () => {
  it.each([
    ["'a'", "'a'"],
    ["u'a' \"b\" r'\\c'", "'ab\\c'"],
    ["'a\\tb\\u00e9\\x41\\101'", "'a\tbéAA'"],
    ["'\\N{DASH}'", "?"],
    ["b'\\xe9'", "b'é'"],
    ["'a' b'b'", "?"],
    ["f'a'", "?"],
    ["1", "1"],
    ["0x10", "16"],
    ["0o17", "15"],
    ["017", "15"],
    ["1_000.5", "1000.5"],
    ["10L", "10"],
    ["-1", "-1"],
    ["+1", "1"],
    ["1 + 2", "3"],
    ["1 - 2", "?"],
    ["True", "True"],
    ["not True", "False"],
    ["not ''", "True"],
    ["None", "None"],
    ["[1, 'a', x]", "list(1, 'a', ?)"],
    ["(1,)", "tuple(1)"],
    ["()", "tuple()"],
    ["(1)", "1"],
    ["1, 2", "tuple(1, 2)"],
    ["{'a', 'b'}", "set('a', 'b')"],
    ["{}", "{}"],
    ["{'a': 1, 'a': [2], **{'b': 3}}", "{'a': 1, 'a': list(2), 'b': 3}"],
    ["{'__proto__': 1}", "{'__proto__': 1}"],
    ["{x: y}", "{?: ?}"],
    ["{'a': lambda x: x, 'b': 1}", "{'a': ?, 'b': 1}"],
    ["dict(a=1, b='c')", "{'a': 1, 'b': 'c'}"],
    ["dict({'a': 1}, b=2)", "{'a': 1, 'b': 2}"],
    ["list(('a',))", "list('a')"],
    ["[*('a', 'b'), 'c']", "list('a', 'b', 'c')"],
    ["[x for x in y]", "?"],
    ["[1] + [2]", "list(1, 2)"],
    ["'a' + 'b' + NAME", "'absale'"],
    ["'a' + 1", "?"],
    ["'%s.line' % NAME", "'sale.line'"],
    ["'%s-%d%%' % (NAME, 2)", "'sale-2%'"],
    ["'%(a)s' % {'a': 'b'}", "'b'"],
    ["'%s %s' % NAME", "?"],
    ["'%5.2f' % 1", "?"],
    ["'a' * 3", "?"],
    ["_('a' 'b')", "'ab'"],
    ["_(NAME)", "'sale'"],
    ["NAME", "'sale'"],
    ["OTHER", "?"],
    ["NAME.upper()", "?"],
    ["a if b else c", "?"],
    ["a or 'b'", "?"],
    ["...", "?"],
    ["", "?"],
    ["(", "?"],
    ["[1", "?"],
  ])("%s → %s", (source, expected) => {
    expect(show(evaluate(source))).toBe(expected);
  });

  it("keeps numbers as written", () => {
    expect(evaluate("1.10")).toEqual({ kind: "number", value: 1.1, text: "1.10" });
  });

  it.each([
    ["0", false],
    ["''", false],
    ["[]", false],
    ["{}", false],
    ["None", false],
    ["False", false],
    ["'False'", true],
    ["[0]", true],
    ["x", true],
  ])("truth of %s: %s", (source, expected) => {
    expect(isTruthy(evaluate(source))).toBe(expected);
  });

  it("stops at deep nesting", () => {
    for (const [open, close] of ["[]", "()", "{}"].map((pair) => [...pair])) {
      const source = `${open?.repeat(10_000)}${close?.repeat(10_000)}`;
      expect(() => evaluate(source)).not.toThrow();
    }
    expect(evaluate(`${"not ".repeat(10_000)}x`).kind).toBe("unknown");
  });

  it("reads back what toPythonLiteral writes", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (value) => {
        expect(evaluate(toPythonLiteral("str", value))).toEqual({ kind: "str", value });
      }),
    );
  });
});
