// A combined arch in lines, and the addresses of lines.

import { expect, test } from "vitest";

import { toLineAddress } from "../../../server/contract/browser/line-address.js";
import { parseArchLines } from "../../../server/explorer/page/registry/arch.js";

function outline(arch: string): readonly string[] {
  return parseArchLines(arch).map(({ depth, pieces }) => {
    const parts = pieces.map(({ kind, element, text, attributes, isEmpty }) => {
      const names = attributes.map(({ name, value }) => ` ${name}=${value}`).join("");
      return `${kind}${isEmpty ? "-empty" : ""} ${element} ${text}${names}`;
    });
    return `${"  ".repeat(depth)}${parts.join(" | ")}`;
  });
}

test("an element has a line, and what is mixed with text is in one", () => {
  expect(
    outline(`<form string="a &gt; b &quot;c&quot;">
  <field name="x" invisible="a == 'b'"/>
  <group>
    <p>Pay <b>all</b> of <i/>it</p>
  </group>
</form>`),
  ).toEqual([
    "start 0 form string=a &gt; b &quot;c&quot;",
    "  start-empty 1 field name=x invisible=a == 'b'",
    "  start 2 group",
    "    start 3 p | text 3 Pay  | start 4 b | text 4 all | end 4 b | text 3  of  | start-empty 5 i | text 3 it | end 3 p",
    "  end 2 group",
    "end 0 form",
  ]);
});

test("an arch without anything in it is a line", () => {
  expect(outline("<data/>")).toEqual(["start-empty 0 data"]);
});

test("a line is shown by its forge, whatever the file is called", () => {
  const template = "https://github.com/a/b/blob/c0ffee/m/{+file}#L{line}";
  expect(toLineAddress({ file: "views/a b#{line}?.xml", line: 7 }, template)).toBe(
    "https://github.com/a/b/blob/c0ffee/m/views/a%20b%23%7Bline%7D%3F.xml#L7",
  );
  expect(toLineAddress({ file: "a.py", line: 7 }, null)).toBeUndefined();
});
