// Parameters of methods as signatures write them.
import { expect, test } from "vitest";
import { listParameters } from "../../../data/module/method-parameters.js";

test.each([
  ["(self, vals, *, x=None) -> bool", "vals * x="],
  ["(self, a: Dict[str, int] = {'b': (1, 2)}, **kw)", "a= **kw"],
  [String.raw`(self, separator='\\', quote="\"", x=1)`, "separator= quote= x="],
  ["(self, key=lambda a, b: a, bracket=')')", "key= bracket="],
  ["(self, key=lambda a='b:c', d={1: 2}: a, last=1)", "key= last="],
  ["(self, key=lambda a, b=lambda c, d: c: a, last: int = 1)", "key= last="],
  ["(self)", ""],
])("%s", (signature, expected) => {
  const parameters = listParameters({ signature, decorators: [] });
  const written = parameters.map(({ name, hasDefault }) => name + (hasDefault ? "=" : ""));
  expect(written.join(" ")).toBe(expected);
});

test("what nothing ends is read to the end once", () => {
  for (const part of ["lambda ", "\\'", "'"]) {
    const signature = `(self, a='${part.repeat(150_000)}, b)`.replace("'l", "l");
    const parameters = listParameters({ signature, decorators: [] });
    expect(parameters.length).toBeLessThan(3);
  }
});
