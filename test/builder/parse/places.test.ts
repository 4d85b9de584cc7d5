// Positions of records: the named line is the one in the file.
import { expect, test } from "vitest";
import { parseModule } from "../../support/parse-module.js";

const FILES: Readonly<Record<string, string>> = {
  "__manifest__.py": `# A manifest
{
    "name": "A",
    "data": ["views/a.xml"],
    "assets": {
        # the first
        "web.assets_backend": [
            "a/static/a.js",
            ("remove", "a/static/b.js"),
        ],
        "web.assets_frontend": ["a/static/c.js"],
    },
}
`,
  "security/ir.model.access.csv": `id,name,perm_read
one,"a
name",1

two,b,1
`,
  "controllers/main.py": `from odoo import http


class Shop(http.Controller):
    """Docstring
    """

    @http.route("/a")
    # a comment
    @other
    def a(self):
        pass

    @http.route(
        "/b",
    )
    def b(self): pass
`,
  "views/a.xml": `<?xml version="1.0"?>
<!-- a
comment --><odoo>
  <data
    noupdate="1">
    <template id="t"><p/></template> <template id="u"/>
    <record
        id="view" model="ir.ui.view">
      <field name="name">view</field>
    </record>
    <record id="group" model="res.groups"/>
    <record id="access" model="ir.model.access"/><?an
    instruction?>
    <record id="rule" model="ir.rule"/>
    <record id="cron" model="ir.cron"/>
    <menuitem id="menu">
      <menuitem id="inner"/>
    </menuitem>
    <record id="menu_record" model="ir.ui.menu"/>
    <record id="action" model="ir.actions.act_window"/>
    <act_window id="window"/>
    <asset id="asset"><bundle>b</bundle><path>p</path></asset>
    <record id="asset_record" model="ir.asset">
      <field name="bundle">b</field><field name="path">p</field>
    </record>
  </data>
</odoo>
`,
};

const PLACE = { technicalName: "rental", manifestPath: "__manifest__.py" };

function outline(change: (text: string) => string): readonly string[] {
  const files = Object.entries(FILES).map(([path, text]) => ({
    path,
    bytes: new TextEncoder().encode(change(text)),
  }));
  const { value, diagnostics } = parseModule(files, PLACE);
  expect(diagnostics).toEqual([]);
  const { controllers, assets, scripts: _scripts, ...others } = value.parts;
  const { readme: _readme, images: _images, migrations: _migrations, ...parts } = others;
  return [
    ...controllers.flatMap(({ class_name: name, file, line, routes }) => [
      `${file}:${line} ${name}`,
      ...routes.map((route) => `${file}:${route.line} ${route.name}`),
    ]),
    ...assets.map(({ file, line, xml_id: id, path }) => `${file}:${line} ${id ?? path}`),
    ...[...value.views, ...Object.values(parts).flat()].map(
      ({ file, line, xml_id: id }) => `${file}:${line} ${id}`,
    ),
  ];
}

const PLACES = [
  "controllers/main.py:4 Shop",
  "controllers/main.py:8 a",
  "controllers/main.py:14 b",
  "__manifest__.py:7 a/static/a.js",
  "__manifest__.py:7 a/static/b.js",
  "__manifest__.py:11 a/static/c.js",
  "views/a.xml:22 asset",
  "views/a.xml:23 asset_record",
  "views/a.xml:6 t",
  "views/a.xml:6 u",
  "views/a.xml:7 view",
  "views/a.xml:11 group",
  "security/ir.model.access.csv:2 one",
  "security/ir.model.access.csv:5 two",
  "views/a.xml:12 access",
  "views/a.xml:14 rule",
  "views/a.xml:15 cron",
  "views/a.xml:16 menu",
  "views/a.xml:17 inner",
  "views/a.xml:19 menu_record",
  "views/a.xml:20 action",
  "views/a.xml:21 window",
];

test("every record names its file and the line in which it begins", () => {
  expect(outline((text) => text)).toEqual(PLACES);
});

test("lines that end with a carriage return are the same lines", () => {
  expect(outline((text) => text.replaceAll("\n", "\r\n"))).toEqual(PLACES);
});
