// Records that the platform loads from a module's data files: ids, models and lines, in load order.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseFile } from "../../../builder/parse/file.js";
import { listLoadedData, RECORDS_LIMIT } from "../../../builder/parse/loaded-data.js";
import { parseModule } from "../../support/parse-module.js";
import {
  isTableFile,
  parseTableFile,
  TABLE_LIMIT_ROWS,
} from "../../../builder/parse/table-file.js";
import { testLong } from "../../support/properties.js";

const RENTAL = { technicalName: "rental", manifestPath: "__manifest__.py" };

const toBytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** `file`, then `line id model` of each record; the files are all in `data` unless it is given. */
function outline(files: Readonly<Record<string, string>>, data = Object.keys(files)) {
  const all = { "__manifest__.py": `{"data": ${JSON.stringify(data)}}`, ...files };
  const { value } = parseModule(
    Object.entries(all).map(([path, text]) => ({ path, bytes: toBytes(text) })),
    RENTAL,
  );
  return value.loaded.data.flatMap(({ file, records }) => [
    file,
    ...records.map(({ xml_id: id, model, line }) => `${line} ${id} ${model}`),
  ]);
}

const outlineXml = (text: string): readonly string[] => outline({ "a.xml": text }).slice(1);

const rows = (count: number): Uint8Array => toBytes(`id\n${"a\n".repeat(count)}`);

const nested = (field: string): string =>
  `<odoo><record id="a" model="x"><field name="${field}">
  <record id="b" model="y"><field name="z"><record id="c" model="z"/></field></record>
  </field></record></odoo>`;

describe("records of XML files", () => {
  it("are those of every model and tag, with the lines of their elements", () => {
    const text = `<?xml version="1.0"?>
<!-- <record id="no" model="x"/> -->
<odoo>
  <data noupdate="1">
    <record model="res.country"
            id="base.aq">
      <field name="name">A &lt;record id="no" model="x"/&gt;</field>
    </record>
    <record id=" spaced " model="x.y"/>
    <record model="no.id"/><record id="no_model"/>
  </data>
  <template id="t"><record id="no" model="x"/></template>
  <menuitem id="m">
    <menuitem id="inner"/>
  </menuitem>
  <act_window id="w"/><report id="r"/><url id="u"/><asset id="s"/>
  <function model="x" name="y"/><delete id="d" model="x"/>
</odoo>`;
    expect(outlineXml(text)).toEqual([
      "6 base.aq res.country",
      "9 spaced x.y",
      "12 t ir.ui.view",
      "13 m ir.ui.menu",
      "14 inner ir.ui.menu",
      "16 w ir.actions.act_window",
      "16 r ir.actions.report",
      "16 u ir.actions.act_url",
      "16 s ir.asset",
      "17 d x",
    ]);
  });

  it("lie in fields of records too, but not in archs", () => {
    expect(outlineXml(nested("line_ids"))).toEqual(["1 a x", "2 b y", "2 c z"]);
    expect(outlineXml(nested("arch"))).toEqual(["1 a x"]);
  });

  it("are found where a tree is needed as where it is not", () => {
    const text = `<odoo><record id="a" model="x"/>
<record id="v" model="ir.ui.view"><field name="arch" type="xml"><form/></field></record></odoo>`;
    expect(outlineXml(text)).toEqual(["1 a x", "2 v ir.ui.view"]);
  });

  it("of a file that breaks off are those that end before", () => {
    const text = `<odoo><record id="a" model="x"/>\n<record id="b" model="x"><field name="l">`;
    expect(outlineXml(`${text}<record id="c" model="x"/>`)).toEqual(["1 a x"]);
  });

  it("have the values of entities", () => {
    const text = `<!DOCTYPE odoo [<!ENTITY e "a">]>\n<odoo><record id="&e;1" model="x"/></odoo>`;
    expect(outlineXml(text)).toEqual(["2 a1 x"]);
  });
});

describe("records of CSV files", () => {
  it("are the rows with an id, of the model that the file is called after", () => {
    const text = `"name","id"\n"Two\nlines",a\n,\nnone,\nLast,base.b\n`;
    expect(outline({ "data/res.country-extra.csv": text })).toEqual([
      "data/res.country-extra.csv",
      "2 a res.country",
      "6 base.b res.country",
    ]);
    expect(outline({ "x.csv": "name\na\n" })).toEqual(["x.csv"]);
  });

  it("are access rights too", () => {
    const text = "id,name,model_id:id\naccess_a,a,model_a\n";
    expect(outline({ "security/ir.model.access.csv": text })).toEqual([
      "security/ir.model.access.csv",
      "2 access_a ir.model.access",
    ]);
  });

  it.each([
    ["data/a.csv", true],
    ["A.CSV", true],
    ["data/a.xml", false],
    ["tests/a.csv", true],
    ["static/a.csv", false],
    ["migrations/17.0.1.0.0/a.csv", false],
  ])("%s: %s", (path, expected) => {
    expect(isTableFile(path)).toBe(expected);
  });

  testLong("are bounded", () => {
    expect(parseTableFile(rows(100_000)).value.length).toBe(100_000);
    const { value, diagnostics } = parseTableFile(rows(TABLE_LIMIT_ROWS + 1));
    expect(value.length).toBe(TABLE_LIMIT_ROWS);
    expect(diagnostics.map(({ code }) => code)).toEqual(["file_too_large"]);
  });
});

describe("files", () => {
  const row = "id\na\n";
  it("stand in the order of the manifest, each where it is named first", () => {
    const files = { "a.csv": row, "b.csv": row };
    expect(outline(files, ["b.csv", "none.xml", "./a.csv", "b.csv"])).toEqual([
      "b.csv",
      "2 a b",
      "none.xml",
      "a.csv",
      "2 a a",
    ]);
    expect(outline(files, [])).toEqual([]);
  });

  it("of any bytes are read", () => {
    const piece = fc.constantFrom(
      "<odoo>",
      '<record id="a" model="x">',
      "</record>",
      "<field ",
      ">",
    );
    const text = fc
      .array(fc.oneof(piece, fc.string()), { maxLength: 30 })
      .map((all) => all.join(""));
    fc.assert(
      fc.property(fc.oneof(text.map(toBytes), fc.uint8Array()), (bytes) => {
        expect(() => [parseFile(bytes, "data"), parseFile(bytes, "table")]).not.toThrow();
      }),
    );
  });
});

describe("files of tests", () => {
  const FORM = `<odoo><record id="form" model="ir.ui.view">
    <field name="model">rental</field><field name="arch" type="xml"><form/></field>
  </record></odoo>`;
  const listViews = (manifest: string) =>
    parseModule(
      Object.entries({
        "__manifest__.py": manifest,
        "tests/demo/rental.xml": FORM,
        "tests/broken.xml": "<odoo><record",
        "tests/demo/ir.model.access.csv": "id,name,model_id:id\na,a,model_a\n",
      }).map(([path, text]) => ({ path, bytes: toBytes(text) })),
      RENTAL,
    );

  it("are data where the manifest names them", () => {
    const { value } = listViews(`{"demo": ["./tests/demo/rental.xml"],
      "data": ["tests/demo/ir.model.access.csv"]}`);
    expect(value.views.map(({ xml_id: id, file }) => `${id} ${file}`)).toEqual([
      "form tests/demo/rental.xml",
    ]);
    expect(value.loaded.data.map(({ file }) => file)).toEqual(["tests/demo/ir.model.access.csv"]);
  });

  it("are nothing of the module where it does not, nor are their faults", () => {
    const { value, diagnostics } = listViews("{}");
    expect([value.views, value.parts.access, diagnostics]).toEqual([[], [], []]);
  });
});

it("no module has more of them than the limit", () => {
  const files = ["a.csv", "b.csv", "c.csv"];
  const record = {
    xml_id: "a",
    model: "x",
    line: 2,
    tag: "csv",
    noupdate: false,
    values: new Map<string, never>(),
  } as const;
  const records = Array.from({ length: 200_000 }, () => record);
  const loaded = listLoadedData(new Map(files.map((file) => [file, records])), files);
  const counts = loaded.map((each) => each.records.length);
  expect(counts).toEqual([200_000, 200_000, RECORDS_LIMIT - 400_000]);
});
