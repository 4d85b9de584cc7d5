// Names without a binding, each way of binding one, and the time that a long text takes.
import { expect, test } from "vitest";
import { listUndefinedNames } from "../../../../builder/parse/references/undefined-names.js";
import { testLong } from "../../../support/properties.js";

const list = (text: string): readonly string[] =>
  listUndefinedNames({ path: "a.py", bytes: Buffer.from(text) }).map((reference) =>
    reference.kind === "wrong" ? `${reference.line} ${reference.name}` : reference.kind,
  );

test("names that nothing binds", () => {
  const text = `import os, sys as system, xml.dom
from odoo import (_, api,
    fields as kinds)
class Order(models.Model, metaclass=Meta):
    total: int = len(system.argv)
    lines: list
    @api.model
    def run(self, given, size=unset, *rest, flag: bool = False, **others):
        for at, (left, [right]) in enumerate(rest):
            print(at, left, right, lost)
        with open(os.name) as file, given as (one, two):
            file.write(one, two, flag, others, key=word)
        try:
            first = second, third = xml.dom
        except (ValueError, KeyErorr) as error:
            raise UserError(_("x")) from error
        add = lambda a, b=size, *c: a + b + sum(c) + d
        if (found := add(1)) and not kinds: first.sum[second] += third
        return {k: v for k, v in found if check(k, v)}, self.absent, __file__
`;
  expect(list(text)).toEqual([
    "4 models",
    "4 Meta",
    "8 unset",
    "10 lost",
    "12 word",
    "15 KeyErorr",
    "16 UserError",
    "17 d",
    "19 check",
  ]);
});

test.each([
  ["a name of another function", "def a():\n    x = 1\ndef b():\n    return x"],
  ["a global that a function binds", "def a():\n    global x\n    x = 1\nprint(x)"],
  ["a nonlocal", "def a():\n    def b():\n        nonlocal x\n        x = 1"],
  ["patterns", "match v:\n    case Point(x=a, y=[b, *c]) if a: print(a, b, c)\nv = Point = 1"],
  ["type parameters", "class A[T]:\n    def f[U](self, a: T, b: U): ...\ntype B = A"],
  ["all names of a file", "from odoo import *\nx"],
  ["a question", "try:\n    x\nexcept NameError:\n    y"],
  ["one statement after the other", "a = 1; b = a; import c; print(b, c)"],
  ["what only follows a name", "yield_from = 1\ndef f(a):\n    yield from a\n    return a.b.c"],
  ["calls whose names are words", "match(1)\ntype(2)\ncase = 3\nmatch = print"],
])("%s is bound", (_, text) => {
  expect(list(text)).toEqual([]);
});

test("names that Python had once", () => {
  const code = "import base64, string as s, time\nx.iteritems()\nx.has_key\n";
  const calls = "base64.encodestring(a)\nx.time.clock()\nstring.upper(a)\ntime.clock()\n";
  expect(list(`${code}${calls}a = x = string = 1`)).toEqual([
    "2 iteritems",
    "4 base64.encodestring",
    "7 time.clock",
  ]);
  expect(list("a = {}\ndef iteritems(): ...\na.iteritems()")).toEqual([]);
  expect(list("a = {}\ntry:\n    a.iteritems()\nexcept AttributeError:\n    a.items()")).toEqual(
    [],
  );
});

testLong("time in proportion to the text", () => {
  const chain = `${"a = ".repeat(40_000)}b\n${"lambda x: ".repeat(20_000)}y`;
  expect(list(chain)).toEqual(["1 b", "2 y"]);
});
