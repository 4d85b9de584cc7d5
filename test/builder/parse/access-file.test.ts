// Access rights in CSV: which files hold them, and what a row says.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { listDataParts, toRowRecords } from "../../../builder/parse/data-parts.js";
import { isTableFile, parseTableFile, toTableModel } from "../../../builder/parse/table-file.js";

const HEAD = "id,name,model_id:id,group_id:id,perm_read,perm_write,perm_create,perm_unlink\n";

function outline(text: string): readonly string[] {
  const bytes = new TextEncoder().encode(text);
  const path = "security/ir.model.access.csv";
  const { value, diagnostics } = parseTableFile(bytes);
  return [
    ...listDataParts([[path, toRowRecords(value, path)]]).access.map((row) => {
      const { perm_read: r, perm_write: w, perm_create: c, perm_unlink: u } = row;
      const letters = [r, w, c, u].map((flag) => (flag === null ? "?" : flag ? "1" : "0"));
      return `${row.xml_id} "${row.name}" ${row.model} ${row.group} ${letters.join("")}`;
    }),
    ...diagnostics.map(({ code, line }) => `${code} ${line}`),
  ];
}

describe("isTableFile", () => {
  it.each([
    ["security/ir.model.access.csv", true],
    ["ir.model.access.csv", true],
    ["data/ir.model.access-extra.csv", true],
    ["security/res.groups.csv", true],
    ["tests/ir.model.access.csv", true],
    ["migrations/17.0.1.0.0/ir.model.access.csv", false],
    ["ir.model.access.csv/a.xml", false],
  ])("%s: %s", (path, expected) => {
    expect(isTableFile(path)).toBe(expected);
  });

  it.each([
    ["security/ir.model.access.csv", "ir.model.access"],
    ["data/ir.model.access-extra.csv", "ir.model.access"],
    ["security/my.ir.model.access.csv", "my.ir.model.access"],
  ])("the records of %s are of %s", (path, model) => {
    expect(toTableModel(path)).toBe(model);
  });
});

describe("access rights", () => {
  it("reads rows by the names of columns, whatever their order", () => {
    const text =
      "name,id,group_id/id,model_id/id,perm_unlink,perm_read,perm_write,perm_create\n" +
      "sale user,access_a,base.group_user,model_a,0,1,True,\n";
    expect(outline(text)).toEqual(['access_a "sale user" model_a base.group_user 1100']);
  });

  it("passes over empty rows and rows without an id", () => {
    const text = `\uFEFF${HEAD}\n,,,,,,,\na,b,m,,1,1,1,1\r\n,no id,m,,1,1,1,1`;
    expect(outline(text)).toEqual(['a "b" m null 1111']);
  });

  it("takes what is missing in a row for false, and in the file for not said", () => {
    expect(outline("id,name,model_id:id,perm_read\na,b,m\n")).toEqual(['a "b" m null 0???']);
  });

  it("reads quoted cells", () => {
    const text = `${HEAD}"a","say ""x"",\ny",m,"g" ,1,0,0,0\n`;
    expect(outline(text)).toEqual(['a "say "x",\ny" m g 1000']);
  });

  it("reads a quote that is never closed to the end", () => {
    expect(outline(`${HEAD}a,"b,m\nc`)).toEqual(['a "b,m\nc" null null 0000']);
  });

  it("says what is odd", () => {
    const bytes = Uint8Array.from([...new TextEncoder().encode(HEAD), 97, 0xff]);
    const { value, diagnostics } = parseTableFile(bytes);
    expect(value.map((row) => row.xml_id)).toEqual(["a\uFFFD"]);
    expect(diagnostics.map(({ code }) => code)).toEqual(["text_undecodable"]);
  });

  it("takes what was replaced before for what is written", () => {
    const { value, diagnostics } = parseTableFile(new TextEncoder().encode(`${HEAD}a\uFFFD`));
    expect(value.map((row) => row.xml_id)).toEqual(["a\uFFFD"]);
    expect(diagnostics).toEqual([]);
  });

  it("reads any text", () => {
    const cell = fc.constantFrom('"', ",", "\n", "\r", "a", "id", '""');
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 40 }), (parts) => {
        expect(() => outline(parts.join(""))).not.toThrow();
      }),
    );
  });

  it("gives back any cells that were quoted", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const name = text.replaceAll("\r", "").trim();
        const quoted = name.replaceAll('"', '""');
        expect(outline(`id,name\nx,"${quoted}"\n`)).toEqual([
          `x "${name === "" ? null : name}" null null ????`,
        ]);
      }),
    );
  });
});
