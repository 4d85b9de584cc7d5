// Writes of views when a module's data files are loaded: files, order, and elements.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ArchNode, LoadedView } from "../../../../data/module/loaded-module.js";
import {
  ARCH_LIMIT_ATTRIBUTE_CHARS,
  ARCH_LIMIT_CHARS,
  ARCH_LIMIT_LEVELS,
} from "../../../../builder/parse/xml/arch.js";
import { parseModule } from "../../../support/parse-module.js";

const toBytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A module of these files, all of them named in `data` unless the manifest is given. */
function load(files: Readonly<Record<string, string>>, manifest?: string) {
  const named = `{"data": ${JSON.stringify(Object.keys(files))}}`;
  const all = { "__manifest__.py": manifest ?? named, ...files };
  const { value, diagnostics } = parseModule(
    Object.entries(all).map(([path, text]) => ({ path, bytes: toBytes(text) })),
    { technicalName: "rental", manifestPath: "__manifest__.py" },
  );
  return { views: value.loaded.views, diagnostics };
}

/** Writes of one file's elements, without file, line and arch. */
function outline(elements: string): readonly string[] {
  return load({ "a.xml": `<odoo>${elements}</odoo>` }).views.map((view) => {
    const { operation, xml_id, file: _file, line: _line, dynamic, ...columns } = view;
    const { arch: _arch, arch_line: _archLine, ...shown } = columns;
    const unknown = dynamic.length === 0 ? [] : [`dynamic ${dynamic.join(", ")}`];
    return [operation, xml_id, JSON.stringify(shown), ...unknown].join(" ");
  });
}

const record = (fields: string): readonly string[] =>
  outline(`<record id="v" model="ir.ui.view">${fields}</record>`);

const template = (id: string): string => `<odoo><template id="${id}"/></odoo>`;

/** The arch of the only view as XML, with the line of each element in the file. */
function drawArch(view: LoadedView | undefined): string {
  if (view?.arch === undefined) return "none";
  const draw = (node: ArchNode | string, parentLine: number): string => {
    if (typeof node === "string") return node;
    const [tag, attributes, lines, children] = node;
    const line = parentLine + lines;
    const said = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
    const inner = children.map((child) => draw(child, line)).join("");
    return `<${line}:${tag}${said.join("")}>${inner}</>`;
  };
  const root: ArchNode = JSON.parse(view.arch);
  return draw(root, view.arch_line ?? 0);
}

const archOf = (elements: string): string =>
  drawArch(load({ "a.xml": `<odoo>${elements}</odoo>` }).views[0]);

const fieldArch = (field: string): string =>
  archOf(`<record id="v" model="ir.ui.view">${field}</record>`);

describe("which files are loaded", () => {
  const files = { "a.xml": template("a"), "b.xml": template("b"), "c.xml": template("c") };
  it.each([
    [`{"data": ["b.xml", "a.xml"]}`, "b a"],
    [`{"data": ["a.xml", "b.xml", "a.xml"]}`, "a b a"],
    [`{"data": ["./b.xml", "x/../c.xml", ".//c.xml", "none.xml"]}`, "b c"],
    [`{"demo": ["a.xml"]}`, ""],
    [`{"data": ["c.xml"], "update_xml": ["b.xml"], "init_xml": ["a.xml"]}`, "a b c"],
    [`{"data": ["b.xml"] + FILES}`, ""],
  ])("%s", (manifest, ids) => {
    const { views } = load(files, manifest);
    expect(views.map(({ xml_id }) => xml_id).join(" ")).toBe(ids);
  });

  it("says where each stands", () => {
    const xml = `<?xml version="1.0"?>\r\n<?a\r\n?><!--\r\n--><odoo>\r\n<template id="a"/></odoo>`;
    const { views } = load({ "views/b.xml": template("b"), "views/a.xml": xml });
    expect(views.map(({ file, line }) => `${file}:${line}`)).toEqual([
      "views/b.xml:1",
      "views/a.xml:5",
    ]);
  });

  it("keeps the order of the file, containers and records in records included", () => {
    const inner = `<record id="b" model="ir.ui.view"/>`;
    const outer = `<record id="a" model="ir.model"><field name="view_ids">${inner}</field></record>`;
    const rest = `<data noupdate="1"><template id="c"/></data><record id="d" model="ir.ui.view"/>`;
    expect(outline(outer + rest).map((line) => line.split(" ")[1])).toEqual(["b", "c", "d"]);
  });
});

describe("records", () => {
  it.each([
    ["", `{}`],
    ['<field name="name">A</field><field name="model">m</field>', `{"name":"A","model":"m"}`],
    ['<field name="model" eval="False"/>', `{"model":null}`],
    ['<field name="type">form</field>', `{"type":"form"}`],
    ['<field name="mode">primary</field>', `{"mode":"primary"}`],
    ['<field name="mode" eval="\'extension\'"/>', `{"mode":"extension"}`],
    ['<field name="inherit_id" ref="sale.x"/>', `{"inherit_id":"sale.x"}`],
    [`<field name="inherit_id" eval="ref('x')"/>`, `{"inherit_id":"x"}`],
    ['<field name="inherit_id" eval="False"/>', `{"inherit_id":null}`],
    ['<field name="inherit_id" eval="None"/>', `{"inherit_id":null}`],
    ['<field name="inherit_id" search="[]"/>', `{} dynamic inherit_id`],
    [`<field name="inherit_id" eval="ref('x') or ref('y')"/>`, `{} dynamic inherit_id`],
    ['<field name="priority" eval="8"/>', `{"priority":8}`],
    ['<field name="priority"> 99 </field>', `{"priority":99}`],
    ['<field name="priority" eval="10 * 2"/>', `{} dynamic priority`],
    ['<field name="active" eval="False"/>', `{"active":false}`],
    ['<field name="active" eval="0"/>', `{"active":false}`],
    ['<field name="active">False</field>', `{"active":false}`],
    ['<field name="active">1</field>', `{"active":true}`],
    ['<field name="active" eval="not x"/>', `{} dynamic active`],
    ['<field name="key">m.k</field>', `{"key":"m.k"}`],
    [
      `<field name="groups_id" eval="[(4, ref('a')), (3, ref('b.c'))]"/>`,
      `{"groups":["a","-b.c"]}`,
    ],
    [`<field name="groups_id" eval="[(6, 0, [ref('a'), ref('b')])]"/>`, `{"groups":["a","b"]}`],
    [`<field name="group_ids" eval="[Command.link(ref('a'))]"/>`, `{"groups":["a"]}`],
    [`<field name="groups_id" eval="[(4, ref('a')), Command.clear()]"/>`, `{"groups":[]}`],
    ['<field name="groups_id" search="[]"/>', `{} dynamic groups_id`],
    ['<field name="arch" file="a/b.xml"/>', `{} dynamic arch`],
  ])("%s", (fields, expected) => {
    expect(record(fields)).toEqual([`record v ${expected}`]);
  });

  it("of one id are each an operation", () => {
    const again = '<record id="v" model="ir.ui.view"><field name="active" eval="False"/></record>';
    expect(outline('<template id="v"/>' + again)).toEqual([
      'template v {"name":"v","type":"qweb"}',
      'record v {"active":false}',
    ]);
  });
});

describe("templates", () => {
  it.each([
    [
      '<template id="a" name="A" priority="4" active="False" key="m.k"/>',
      'template a {"name":"A","type":"qweb","key":"m.k","priority":4,"active":false}',
    ],
    ['<template id="a" active="0"/>', 'template a {"name":"a","type":"qweb"}'],
    [
      '<template id="a" inherit_id="b" groups="x, y.z"/>',
      'template a {"name":"a","type":"qweb","inherit_id":"b","groups":["x","y.z"]}',
    ],
    [
      '<template id="a" inherit_id="b" primary="True"/>',
      'template a {"name":"a","type":"qweb","inherit_id":"b","mode":"primary"}',
    ],
    ['<template t-name="web.a"/>', 'template web.a {"name":"web.a","type":"qweb"}'],
    ["<template/>", undefined],
  ])("%s", (xml, line) => {
    expect(outline(xml)).toEqual(line === undefined ? [] : [line]);
  });

  it("are their own arch, without what the platform takes for columns of the view", () => {
    const attributes = 'id="a" name="A" groups="g" context="{}" forcecreate="1" priority="4"';
    expect(archOf(`\n<template ${attributes}><p/>\n<b/></template>`)).toBe(
      '<2:t name="A" priority="4" t-name="a"><2:p></><3:b></></>',
    );
    expect(archOf('<template id="a" inherit_id="b"><xpath/></template>')).toBe(
      '<1:data inherit_id="b"><1:xpath></></>',
    );
    expect(archOf('<template id="a" inherit_id="b" primary="True"/>')).toBe(
      '<1:data inherit_id="b" primary="True">' +
        '<1:xpath expr="." position="attributes"><1:attribute name="t-name">a</></></>',
    );
  });
});

describe("calls", () => {
  it.each([
    [
      `<function model="ir.ui.view" name="write"><value eval="[ref('x')]"/><value eval="{'active': False}"/></function>`,
      ['write x {"active":false}'],
    ],
    [
      `<function model="ir.ui.view" name="write" eval="[[ref('x'), ref('m.y')], {'priority': 3, 'arch': a}]"/>`,
      ['write x {"priority":3} dynamic arch', 'write m.y {"priority":3} dynamic arch'],
    ],
    [
      `<function model="ir.ui.view" name="write"><value eval="obj().env.ref('x').id"/><value eval="{'inherit_id': ref('z'), 'mode': mode}"/></function>`,
      ['write x {"inherit_id":"z"} dynamic mode'],
    ],
    [
      `<function model="ir.ui.view" name="write"><value search="[]"/><value eval="{'active': 1}"/></function>`,
      [],
    ],
    [`<function model="ir.ui.view" name="toggle_active" eval="[[ref('x')]]"/>`, []],
    [`<function model="ir.cron" name="write" eval="[[ref('x')], {'active': 1}]"/>`, []],
    ['<delete model="ir.ui.view" id="m.x"/>', ["delete m.x {}"]],
    ['<delete model="ir.ui.view" search="[]"/>', []],
    ['<delete model="ir.cron" id="x"/>', []],
  ])("%s", (xml, lines) => {
    expect(outline(xml)).toEqual(lines);
  });
});

describe("the arch", () => {
  it.each([
    ["an element", '<field name="arch" type="xml"><form/></field>', "<1:form></>"],
    [
      "several are in one",
      '<field name="arch" type="xml">\n<!-- a -->\n<a/>\n\n<b/></field>',
      "<1:data><3:a></><5:b></></>",
    ],
    [
      "white space",
      '<field name="arch" type="xml"><a b=" 1 \n\t 2"> x \n\n y <b/> </a></field>',
      '<1:a b=" 1 2"> x y <4:b></></>',
    ],
    ["a no-break space", '<field name="arch" type="xml"><a>&#160; </a></field>', "<1:a>\u00a0 </>"],
    [
      "comments, instructions and CDATA",
      '<field name="arch" type="xml"><a>1<!-- x -->2<?y z?>3<![CDATA[<4>]]></a></field>',
      "<1:a>123<4></>",
    ],
    [
      "names as written",
      '<field name="arch" type="xml"><a xml:space="preserve" t-attf-x="%(y)d" __proto__="z"/></field>',
      '<1:a xml:space="preserve" t-attf-x="%(y)d" __proto__="z"></>',
    ],
    [
      "text that is XML",
      '<field name="arch"\n>\n&lt;?xml version="1.0"?&gt;\n&lt;a b="&amp;lt;"&gt;\n&lt;c/&gt;&lt;/a&gt;</field>',
      '<4:a b="<"><5:c></></>',
    ],
    ["CDATA", '<field name="arch"><![CDATA[<a>\n<b/></a>]]></field>', "<1:a><2:b></></>"],
    ["none", '<field name="arch" type="xml"> </field>', "none"],
  ])("%s", (_what, field, drawn) => {
    expect(fieldArch(field)).toBe(drawn);
  });

  it("has the entities of the file", () => {
    const xml = `<!DOCTYPE odoo [<!ENTITY e "x">]>\n<odoo><template id="a">&e;<p/></template></odoo>`;
    const { views } = load({ "a.xml": xml });
    expect(drawArch(views[0])).toBe('<2:t t-name="a">x<2:p></></>');
  });

  it.each([
    ["not well-formed", "<![CDATA[<a>\n</b>]]>", "</b> where </a> is due"],
    ["no element", "form", "text outside the root"],
    [
      "too deep",
      "<a>".repeat(ARCH_LIMIT_LEVELS + 1) + "</a>".repeat(ARCH_LIMIT_LEVELS + 1),
      `more than ${ARCH_LIMIT_LEVELS} levels`,
    ],
    [
      "too long",
      `<a>${"x".repeat(ARCH_LIMIT_CHARS)}</a>`,
      `more than ${ARCH_LIMIT_CHARS} characters`,
    ],
    [
      "with a long attribute",
      `<a><b c="${"x".repeat(ARCH_LIMIT_ATTRIBUTE_CHARS + 1)}"/></a>`,
      `an attribute of more than ${ARCH_LIMIT_ATTRIBUTE_CHARS} characters`,
    ],
  ])("%s: it is left out", (_what, content, detail) => {
    const field = `<field name="arch" type="xml">${content}</field>`;
    const xml = `<odoo>\n<record id="v" model="ir.ui.view">${field}</record></odoo>`;
    const { views, diagnostics } = load({ "a.xml": xml });
    expect(views).toEqual([
      { operation: "record", xml_id: "v", file: "a.xml", line: 2, dynamic: ["arch"] },
    ]);
    const found = diagnostics.filter(({ code }) => code === "arch_unreadable");
    expect(found).toEqual([{ code: "arch_unreadable", path: "a.xml", line: 2, detail }]);
  });

  it("may be as deep as the limit", () => {
    const deep = "<a>".repeat(ARCH_LIMIT_LEVELS) + "</a>".repeat(ARCH_LIMIT_LEVELS);
    expect(fieldArch(`<field name="arch" type="xml">${deep}</field>`)).toMatch(/^<1:a>/);
  });

  it("gives each element the line in which it begins", () => {
    const space = fc.stringMatching(/^[\n ]{0,4}$/);
    const piece = fc.constantFrom("<a>", "</a>", "<!--\n-->", "<?p\n\n?>", "<a b='\n'\n/>", "x\n");
    fc.assert(
      fc.property(fc.array(fc.tuple(space, piece), { maxLength: 30 }), (parts) => {
        let depth = 0;
        const pieces = parts.flatMap(([blank, part]) => {
          if (part === "</a>" && depth === 0) return [blank];
          if (part === "<a>") depth += 1;
          if (part === "</a>") depth -= 1;
          return [blank, part];
        });
        const xml = `<odoo><template id="t">${pieces.join("")}${"</a>".repeat(depth)}</template></odoo>`;
        const starts = [...xml.matchAll(/<a/g)].map(
          ({ index }) => xml.slice(0, index).split("\n").length,
        );
        const drawn = drawArch(load({ "a.xml": xml }).views[0]);
        expect(Array.from(drawn.matchAll(/<(\d+):a/g), ([, line]) => Number(line))).toEqual(starts);
      }),
    );
  });
});
