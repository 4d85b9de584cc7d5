// Signatures, decorators and docstrings.
import { describe, expect, it } from "vitest";
import { outlineBody, outlineModels } from "./outline.js";

describe("methods", () => {
  it.each([
    ["def f(self): pass", "  f(self)"],
    ["async def f(self): pass", "  f(self)"],
    [
      "def _f(self, a, b=1, *args, c, d=None, **kw): pass",
      "  _f(self, a, b=1, *args, c, d=None, **kw)",
    ],
    ["def f(self, a, /, b, *, c): pass", "  f(self, a, /, b, *, c)"],
    ["def f( self,a,\n   b = 'x' , # why\n  ) : pass", "  f(self, a, b='x')"],
    [
      "def f(self, a:int, b : str='x')->dict[str,int]: pass",
      "  f(self, a: int, b: str = 'x') -> dict[str, int]",
    ],
    ["def f(self, a=lambda x,y=1:x): pass", "  f(self, a=lambda x, y=1: x)"],
    ["def f(self, a={'x':1}, b=g(c = 2)): pass", "  f(self, a={'x': 1}, b=g(c=2))"],
    ["def f[T: int](self, a: T) -> T: pass", "  f(self, a: T) -> T"],
    ["def f(self, a='x' \"y\"): pass", "  f(self, a='xy')"],
    ["if x:\n    def f(self): pass\nelse:\n    def g(self): pass", "  f(self) |   g(self)"],
    ["def f(self): pass\ndef f(self, a): pass", "  f(self) |   f(self, a)"],
    ["f = lambda self: 1", ""],
    ["def f(self):\n    def inner(x): pass", "  f(self)"],
  ])("%s", (body, expected) => {
    expect(outlineBody(body).join(" | ")).toBe(expected);
  });

  it.each([
    ["@api.model", "@api.model"],
    ["@api.depends('a' , \"b\",)", "@api.depends('a', 'b')"],
    ["@api.depends(  # all\n    'a',\n    'b.c',  # last\n)", "@api.depends('a', 'b.c')"],
    ["@api.returns('self', lambda value:value.id)", "@api.returns('self', lambda value: value.id)"],
    ["@ property", "@property"],
    ["@f.setter", "@f.setter"],
    ["@decorators[0](x := 1)", "@decorators[0](x := 1)"],
  ])("%s", (decorator, expected) => {
    expect(outlineBody(`${decorator}\ndef f(self): pass`)).toEqual([`  ${expected}`, "  f(self)"]);
  });

  it("keeps several decorators in order, comments aside", () => {
    expect(outlineBody("@a\n# why\n@b(1)\nasync def f(self): pass")).toEqual([
      "  @a",
      "  @b(1)",
      "  f(self)",
    ]);
  });
});

describe("docstrings", () => {
  it.each([
    ['"""Text."""', "Text."],
    ["'''Text.'''", "Text."],
    ['"Text."', "Text."],
    ["'It\\'s'", "It's"],
    ['u"""Text."""', "Text."],
    ['r"""\\d"""', "\\d"],
    ['"""\\N{DASH}"""', "\\N{DASH}"],
    [
      '"""  First.\n\n        Second\n          third.\n    \n    """',
      "First.\n\nSecond\n  third.",
    ],
    ['"""First.\n\tTab.\n\t\tTwo."""', "First.\nTab.\n        Two."],
    ['"a" "b"', "ab"],
    ['("a"\n     "b")', "ab"],
    ['""', ""],
    ['# first a comment\n    """Text."""', "Text."],
    ['"""Text."""; x = 1', "Text."],
    ['f"Text."', null],
    ['b"Text."', null],
    ['"""Text.""" % x', null],
    ['"a", "b"', null],
    ["x = 1", null],
    ["return 'a'", null],
  ])("%s → %s", (statement, expected) => {
    const lines = expected === null ? [] : [`    doc ${JSON.stringify(expected)}`];
    expect(outlineBody(`def f(self):\n    ${statement}`)).toEqual(["  f(self)", ...lines]);
  });

  it("belong to the class or to the method", () => {
    const source = `class A(models.Model):
    """Of the class."""
    _name = "a"

    def f(self):

        """Of the method."""

    def g(self): "On one line."
`;
    expect(outlineModels(source)).toEqual([
      "A(Model) a new",
      '  doc "Of the class."',
      "  f(self)",
      '    doc "Of the method."',
      "  g(self)",
      '    doc "On one line."',
    ]);
  });
});
