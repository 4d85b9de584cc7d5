// Parameters of methods as signatures write them.
import { expect, test } from "vitest";
import { listParameters } from "../../../../server/registry/model/method-parameters.js";

test.each([
  ["(self, vals, *, x=None) -> bool", "vals * x="],
  ["(self, a: Dict[str, int] = {'b': (1, 2)}, **kw)", "a= **kw"],
  [String.raw`(self, separator='\\', quote="\"", x=1)`, "separator= quote= x="],
  ["(self, key=lambda a, b: a, bracket=')')", "key= bracket="],
  ["(self, key=lambda a='b:c', d={1: 2}: a, last=1)", "key= last="],
  ["(self, key=lambda a, b=lambda c, d: c: a, last: int = 1)", "key= last="],
  ["(self)", ""],
])("%s", (signature, expected) => {
  const method = { name: "f", line: 1, decorators: [], signature, docstring: null };
  const parameters = listParameters({ ...method, calls_super: false, calls_sudo: false });
  const written = parameters.map(({ name, hasDefault }) => name + (hasDefault ? "=" : ""));
  expect(written.join(" ")).toBe(expected);
});

test("what nothing ends is read to the end once", () => {
  const method = { name: "f", line: 1, decorators: [], docstring: null };
  for (const part of ["lambda ", "\\'", "'"]) {
    const signature = `(self, a='${part.repeat(150_000)}, b)`.replace("'l", "l");
    const parameters = listParameters({
      ...method,
      signature,
      calls_super: false,
      calls_sudo: false,
    });
    expect(parameters.length).toBeLessThan(3);
  }
});
