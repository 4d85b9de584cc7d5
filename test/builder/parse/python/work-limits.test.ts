// Reading costs a bounded amount of work, counted and not timed: what is found in a file does not
// depend on how busy the machine is.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { blankLoose } from "../../../../builder/parse/python/text/blank.js";
import { countFaults } from "../../../../builder/parse/python/faults.js";
import { parsePythonFile } from "../../../../builder/parse/python/python-file.js";
import { parsePython } from "../../../../builder/parse/python/tree.js";
import { ROOT } from "../../../../docs/tools/project-root.js";
import { sampleCases } from "../../../support/properties.js";

const HEAD = "from odoo import fields, models\n\n\nclass A(models.Model):\n    _name = 'a'\n";

function repeat(unit: string, units: number): string {
  return unit.repeat(Math.ceil(units / unit.length)).slice(0, units);
}

/** Texts that take the square of their length or more, each found by random trials. */
const WRONG = [
  ".",
  "exec ",
  "&, +",
  "+:=or",
  "<< -as ",
  "case+-> assert ",
  "match for ",
  "1.5 from ",
  ": raise +",
  "0x~ ",
  "=if",
  "return:=: ? 1.5return",
  "... ...",
  "    def (:\n",
  "  def a:\n",
  "  except A as b:\n",
  "1: ",
  ";**: ",
  "}{: ",
  "{}",
  "}(",
  "lambda+ ",
  "yield, ",
  "async isprint ",
  "for:=for",
  "1lambdawith ",
  " exec:\n",
  "(: ",
  "{a = ",
  "[a : ",
  "(` \n ",
  "'x' . ",
];

/** The same behind a beginning. */
const WRONG_BEHIND = [
  ["{\n", "a =\n"],
  ["[", "a : "],
  ["def f(", ") ( "],
  ["class A(", ") ( "],
  ["lambda ", "( ) "],
  ["lambda ", "[ : "],
  ["lambda ", "; a "],
] as const;

function readBehind(unit: string) {
  return parsePythonFile(new TextEncoder().encode(`${HEAD}    x = 1\n\n\n${repeat(unit, 30_000)}`));
}

describe("a text that is no Python", () => {
  test.each(sampleCases(WRONG))("is given up: %j", (unit) => {
    expect(parsePython(repeat(unit, 100_000))).toBeUndefined();
  });

  test.each(sampleCases(WRONG_BEHIND))("is given up behind %j: %j", (beginning, unit) => {
    expect(parsePython(beginning + repeat(unit, 100_000))).toBeUndefined();
  });

  test.each(sampleCases(WRONG))("does not hide what stands before it: %j", (unit) => {
    const { diagnostics } = readBehind(unit);
    expect(diagnostics.map(({ code }) => code)).toEqual(["python_recovered"]);
  });

  test.each(WRONG.slice(0, 3))("is read the same each time: %j", (unit) => {
    expect(readBehind(unit)).toEqual(readBehind(unit));
  });

  test.each(sampleCases(["while a\n", "if ==\n", "try\n"]))(
    "is given up behind one header: %j",
    (header) => {
      expect(parsePython(header + repeat(" 1\n", 100_000))).toBeUndefined();
      expect(parsePython(header + repeat(" 1\n", 6000))?.hasError).toBe(true);
    },
  );

  test("is given up where the parser reads it again and again", () => {
    // The scanner returns to the beginning of such a run at each of its lines.
    expect(parsePython(repeat("\\\n", 100_000))).toBeUndefined();
  });
});

function nest(head: string, levels: number, indent: string): string {
  const lines = Array.from({ length: levels }, (_, at) => `${indent.repeat(at)}${head}\n`);
  return `${lines.join("")}${indent.repeat(levels)}pass\n`;
}

describe("blocks inside blocks", () => {
  const HEADS = ["class A:", "def a():", "if a:", "for a in b:", "while a:", "with a:", "try:"];
  test.each(sampleCases(HEADS))("are read as deep as CPython reads them: %s", (head) => {
    expect(parsePython(nest(head, 99, " "))).toBeDefined();
    expect(parsePython(nest(head, 99, "\t"))).toBeDefined();
    expect(parsePython(nest(head, 100, " "))).toBeUndefined();
  });

  test.each(sampleCases(HEADS))("do not end the process, however deep: %s", (head) => {
    for (const levels of [505, 512, 700]) {
      for (const indent of [" ", "\t"]) {
        expect(parsePython(nest(head, levels, indent))).toBeUndefined();
      }
    }
  });

  test("may go down and up as often as they like", () => {
    const text = nest("if a:", 60, " ").repeat(20);
    expect(parsePython(text)?.hasError).toBe(false);
  });

  test("behind brackets that hide how deep they are end no process", () => {
    const parts = Array.from({ length: 12 }, (_, at) => {
      const lines = Array.from(
        { length: 90 },
        (__, level) => `${" ".repeat(at * 90 + level)}if a:\n`,
      );
      return `${lines.join("")}(\nb)\n`;
    });
    expect(parsePython(parts.join(""))).toBeUndefined();
  });
});

const SOUND = `from . import a
from ...b.c import (d, e as f,)
import g.h as i, j
@k.l(m, n=[1, -2], *o, **p)
class Q(R, metaclass=S): pass
async def t(u, /, v: int = 1, *, w=..., **x) -> "y": return await z
def a(*args):
    global b; nonlocal c
    yield
    d = yield e
    for f, *g in h if i else j: continue
    while not k not in l is not m: break
    else: pass
    try: n
    except (O, P) as q: raise
    except: raise r from s
    finally: del t[u], v
    with (open(w) as x, y): assert z, "a" 'b' f"c"
    lambda: 0; lambda *a, b=1: a
    x[1:2, ::3, :, ...] = y[:-1] @ +z ** ~a // b
    print("x", end=""); type X = int
    match a:
        case {"x": [1, *rest]} if (n := len(rest)) > 1: pass
        case _: pass
    return [a async for b in c if d for e in f], {**g, "h": i}, (j for k in l), {m: n for o in p}
print "x" % y, z
print >>f, "x"
exec code in d
raise E, "x"
if a <> 0777L: print a, \`b\` + 'c'
a, = [b for b, in c or'']
def h(): yield from i
`;

describe("faults", () => {
  test("are none in sound text of either version of the language", () => {
    for (const line of SOUND.split("\n")) {
      expect([line, countFaults(blankLoose(line)).faults]).toEqual([line, 0]);
    }
    expect(countFaults(blankLoose(SOUND)).faults).toBe(0);
  });

  test("are none in lines that end as on Windows", () => {
    const text = "a = b + \\\r\n  c('d \\\r\n e')\r\nf = g('h \\\r\n i')\r\n";
    expect(countFaults(blankLoose(text)).faults).toBe(0);
    expect(countFaults(blankLoose(text.replaceAll("'h", "f'{h}"))).faults).toBe(0);
  });

  test("are none in the fixtures, damaged ones aside", () => {
    const folder = path.join(ROOT, "fixtures");
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
    const looked = sampleCases(files.filter((file) => file.endsWith(".py")));
    const sound = looked.flatMap((file) => {
      const bytes = readFileSync(path.join(folder, file));
      const { diagnostics } = parsePythonFile(bytes);
      return diagnostics.length === 0 ? [new TextDecoder().decode(bytes)] : [];
    });
    expect(sound.length).toBeGreaterThan(looked.length / 2);
    const faults = sound.filter((text) => countFaults(blankLoose(text)).faults > 0);
    expect(faults).toEqual([]);
  });

  test("are counted at each pair of neighbours that no Python has", () => {
    expect(countFaults("a b\n")).toEqual({ faults: 1, words: 2 });
    expect(countFaults("a = )\n")).toEqual({ faults: 2, words: 3 });
    expect(countFaults("while\n")).toEqual({ faults: 1, words: 1 });
    expect(countFaults("while a\n")).toEqual({ faults: 1, words: 2 });
    expect(countFaults("a(b]\n")).toEqual({ faults: 1, words: 4 });
    expect(countFaults("x = (\n\n1,\n,\n)\n")).toEqual({ faults: 1, words: 7 });
  });

  test.each([
    "a:\n",
    "raise:\n",
    "if a: b:\n",
    "x = lambda a\n",
    "f(lambda a)\n",
    "f(a=b=c)\n",
    "f(a += b)\n",
    "f(a; b)\n",
    "x[a:b:c:d]\n",
    "f(a: b)(c: d: e: f)\n",
    "x.'y'\n",
    "x = (`a)\n",
    "def f(a(b)): pass\n",
    "def f(a)(b): pass\n",
    "class A(b)(c): pass\n",
    "lambda a[b]: c\n",
    "lambda 1: c\n",
    "from a import 'b'\n",
    "from a import ((b))\n",
    "from a import **b\n",
    "import 1\n",
    "if a, b: pass\n",
    "@a, b\n",
    "@a; b\n",
    "a: , b\n",
    "a: b, c\n",
    "a: b += c += d\n",
    "x = ``\n",
    "print *, a\n",
    "a ** ** b\n",
    "assert a else b\n",
    "match assert a\n",
    "return *\n",
    "[a=b]\n",
  ])("are counted where a line has no place for a word: %j", (line) => {
    expect(countFaults(line).faults).toBeGreaterThan(0);
  });

  test.each([
    "x = y = z = lambda a, b=1: lambda (c, d), e=f(g=1): {a: b, c: d}[e:f, ::2]\n",
    "def f(a, b: A[1, 2](3) = lambda c: d[0], *, e=g(1)(2), **h) -> A[B](1): pass\n",
    "class A(b(c)(d), e=f[0]): pass\n",
    "def f(a, (b, (c, d)), e=1): print `a`, `b + c`\n",
    "if lambda: 0: pass\n",
    "from .a import *; from b import (c as d, e)\n",
    "def f(a, /, b, *, c): return lambda *, d: (*a, *b)\n",
    "x: A[b, c] = 1; y: B = lambda b, c: d\n",
    "if a: x, y = z * -b, b ** ~c\n",
    "x = a if b else c if d else e; y = [f if g else h for i in j if k]\n",
    "if a: b = c if d else lambda: e if f else g\nelse: h\n",
    "for a, in b, c: d += e, f\n",
    "match = case = type = 1; async = 2\n",
  ])("are none in %j", (line) => {
    expect(countFaults(line).faults).toBe(0);
  });
});
