// Values of fields in data files: every way to write one, and the positions of records.
import { describe, expect, it, test } from "vitest";
import { GIVEN } from "../../../../data/module/given-value.js";
import { parseDataFile } from "../../../../builder/parse/xml/data-file.js";

function parse(body: string) {
  const bytes = new TextEncoder().encode(`<odoo>${body}</odoo>`);
  return parseDataFile(bytes).value.records;
}

/** The fields of the first record. */
function give(body: string): Readonly<Record<string, unknown>> {
  const [record] = parse(`<record id="a" model="x">${body}</record>`);
  return Object.fromEntries(record?.values ?? []);
}

const { list, tuple, dict, reference, unknown, search } = GIVEN;

describe("values of fields", () => {
  it.each([
    ["<field name='f'>a &amp; b</field>", "a & b"],
    ["<field name='f'>a<![CDATA[<b>]]>c</field>", "a<b>c"],
    ["<field name='f'>a<!-- b -->c</field>", "a"],
    ["<field name='f'/>", ""],
    ["<field name='f' type='int'> 7 </field>", 7],
    ["<field name='f' type='float'>0.5</field>", 0.5],
    ["<field name='f' ref='base.main'/>", [reference, "base.main"]],
    ["<field name='f' eval='False'/>", false],
    ["<field name='f' eval='None'/>", null],
    ["<field name='f' eval=\"ref('a')\"/>", [reference, "a"]],
    ["<field name='f' eval=\"[(4, ref('a'))]\"/>", [list, [tuple, 4, [reference, "a"]]]],
    ["<field name='f' eval=\"[Command.clear()]\"/>", [list, [tuple, 5]]],
    ["<field name='f' eval=\"{'a': 1}\"/>", [dict, "a", 1]],
    ["<field name='f' eval=' own_view '/>", [reference, "own_view"]],
    ["<field name='f' eval='time'/>", [unknown, "eval", "time"]],
    ["<field name='f' eval='time.time()'/>", [unknown, "eval", "time.time()"]],
    ["<field name='f' search=\"[('model', '=', 'a.b')]\"/>", [search, "model", "a.b"]],
    ["<field name='f' search=\"[('a', '>', 1)]\"/>", [unknown, "search", "[('a', '>', 1)]"]],
    ["<field name='f' type='base64' file='x/a.png'/>", [unknown, "file", "x/a.png"]],
    ["<field name='f' type='html'><p>50%%</p><br/><t/></field>", "<p>50%</p><br><t></t>"],
  ])("%s", (source, expected) => {
    expect(give(source)).toEqual({ f: expected });
  });

  it("of a field that is written twice is the last, and translations are none", () => {
    const twice = "<field name='f'>a</field><field name='f'>b</field><field name='f@nl'>c</field>";
    expect(give(twice)).toEqual({ f: "b" });
  });

  it("of records are made in a field, which gets no text", () => {
    const inner = "<record id='b' model='y'><field name='g' type='html'><p/></field></record>";
    expect(give(`<field name='f' type='html'>${inner}</field>`)).toEqual({ f: "" });
  });

  it("of a view are kept elsewhere", () => {
    const [view] = parse("<record id='v' model='ir.ui.view'><field name='name'>v</field></record>");
    expect(view?.values).toEqual(new Map());
  });
});

describe("tags", () => {
  it("give menus a parent, also where they lie in another", () => {
    const [outer, inner] = parse(
      "<menuitem id='a' name='A' groups='g,-base.h'><menuitem id='b' action='c'/></menuitem>",
    );
    expect(Object.fromEntries(outer?.values ?? [])).toEqual({
      parent_id: null,
      active: true,
      name: "A",
      groups_id: [list, [tuple, 4, [reference, "g"]], [tuple, 3, [reference, "base.h"]]],
    });
    expect(inner?.values.get("parent_id")).toEqual([reference, "a"]);
    expect(inner?.values.get("action")).toEqual([reference, "c"]);
  });

  it("switch assets on and off", () => {
    const assets = parse(
      "<asset id='a' name='A' active='False'/><asset id='b' active='True'/><asset id='c' active='0'/>",
    );
    expect(assets.map(({ values }) => Object.fromEntries(values))).toEqual([
      { name: "A", active: false },
      { name: "b", active: true },
      { name: "c" },
    ]);
  });

  it("stand for actions", () => {
    const [action] = parse("<act_window id='a' name='A' res_model='x.y' binding_model='z'/>");
    expect(action?.values.get("view_mode")).toBe("tree,form");
    expect(action?.values.get("binding_model_id")).toEqual([reference, "model_z"]);
  });
});

const record = (id: string): string => `<record id="${id}" model="x"/>`;

it("says what updates leave alone, by the innermost place that says it", () => {
  const records = parse(
    `${record("a")}<data noupdate="1">${record("b")}</data><data noupdate="0">${record("c")}</data>`,
  );
  expect(records.map(({ noupdate }) => noupdate)).toEqual([false, true, false]);
});

test("records that are numbered know of a bounded number of models before them", () => {
  const inner = Array.from({ length: 400 }, (_, at) => `<record id="r${at}" model="m${at}"/>`);
  const records = parse(
    `<data auto_sequence="1"><record id="a" model="x"><field name="f">${inner.join("")}</field></record></data>`,
  );
  const lists = records.map(({ values }) => values.get("<sequence>"));
  expect(lists.length).toBe(401);
  expect(lists.every((one) => Array.isArray(one) && one.length <= 201)).toBe(true);
  expect(lists[2]).toEqual([dict, "x", 1, "m0", 1]);
});
