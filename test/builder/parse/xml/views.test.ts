// Views out of XML, one line of outline for each fact.
import { describe, expect, it } from "vitest";
import { isXmlDataFile } from "../../../../builder/parse/file-kind.js";
import { formLine, formView, outlineViews } from "./outline.js";

describe("isXmlDataFile", () => {
  it.each([
    ["views/partner.xml", true],
    ["data.XML", true],
    ["static/src/xml/base.xml", false],
    ["views/static/a.xml", false],
    ["tests/views.xml", true],
    ["wizard/tests/static/views.xml", false],
    ["static.xml", true],
    ["views/partner.xml.bak", false],
    ["views/partner.py", false],
  ])("%s: %s", (path, expected) => {
    expect(isXmlDataFile(path)).toBe(expected);
  });
});

describe("where views are", () => {
  it.each([
    ["<odoo>", `<odoo>${formView("a")}${formView("b")}</odoo>`],
    ["<openerp> with <data>", `<openerp><data>${formView("a")}${formView("b")}</data></openerp>`],
    ["<data>", `<data>${formView("a")}${formView("b")}</data>`],
    [
      "nested <data noupdate>",
      `<odoo><data noupdate="1">${formView("a")}<data>${formView("b")}</data></data></odoo>`,
    ],
    ["<odoo> beside <data>", `<odoo>${formView("a")}<data>${formView("b")}</data></odoo>`],
  ])("%s", (_where, xml) => {
    expect(outlineViews(xml)).toEqual([formLine("a"), formLine("b")]);
  });

  it("keeps document order between levels and kinds", () => {
    const xml = `<odoo>${formView("a")}
      <data><template id="b"/></data>${formView("c")}<template id="d"/></odoo>`;
    expect(outlineViews(xml).map((line) => line[0])).toEqual(["a", "b", "c", "d"]);
  });

  it("finds a record in a field of a record, after the record around it", () => {
    const xml = `<odoo><record id="outer" model="ir.model">
      <field name="view_ids">${formView("inner")}</field></record></odoo>`;
    expect(outlineViews(xml)).toEqual([formLine("inner")]);
  });

  it("takes a record inside an arch for what the view shows", () => {
    const xml = `<odoo><record id="a" model="ir.ui.view">
      <field name="arch" type="xml"><form>${formView("b")}</form></field></record></odoo>`;
    expect(outlineViews(xml)).toEqual(['a "" of , new, form']);
  });

  it("passes over comments, other models, other elements and what has no id", () => {
    const xml = `<odoo><!-- ${formView("a")} --><record id="b" model="res.partner"/>
      <record model="ir.ui.view"><field name="name">c</field></record><template name="d"/>
      <record id=" " model="ir.ui.view"/><unknown>${formView("e")}</unknown></odoo>`;
    expect(outlineViews(xml)).toEqual([]);
  });

  it("reads on after a second root and says so", () => {
    expect(outlineViews(`<odoo>${formView("a")}</odoo>\n<odoo>${formView("b")}</odoo>`)).toEqual([
      formLine("a"),
      formLine("b"),
      "xml_unreadable 6: a second root element",
    ]);
  });
});

const view = (fields: string): readonly string[] =>
  outlineViews(`<odoo><record id="v" model="ir.ui.view">${fields}</record></odoo>`);

describe("what a record says", () => {
  it("inherits by ref, as written", () => {
    expect(view('<field name="inherit_id" ref=" sale.view_order "/>')).toEqual([
      'v "" of , inherits sale.view_order, null',
    ]);
    expect(view('<field name="inherit_id" ref="view_a"/>')).toEqual([
      'v "" of , inherits view_a, null',
    ]);
  });

  it("inherits by eval", () => {
    expect(view(`<field name="inherit_id" eval="ref('sale.a')"/>`)).toEqual([
      'v "" of , inherits sale.a, null',
    ]);
    expect(view(`<field name="inherit_id" eval='ref( "b" ) or None'/>`)).toEqual([
      'v "" of , inherits b, null',
    ]);
    expect(view('<field name="inherit_id" eval="False"/>')).toEqual(['v "" of , new, null']);
  });

  it("inherits by search", () => {
    expect(view(`<field name="inherit_id" search="[('name', '=', 'x')]"/>`)).toEqual([
      "v \"\" of , inherits search:[('name', '=', 'x')], null",
    ]);
  });

  it("is not new in mode primary when it inherits", () => {
    const fields = '<field name="mode">primary</field><field name="inherit_id" ref="sale.a"/>';
    expect(view(fields)).toEqual(['v "" of , inherits sale.a, null']);
  });

  it("may belong to another module", () => {
    const xml = `<odoo><record id="sale.view_order" model="ir.ui.view"/></odoo>`;
    expect(outlineViews(xml)).toEqual(['sale.view_order "" of , new, null']);
  });

  it("trims values and joins CDATA, entities and text", () => {
    const fields = '<field name="name">\n a &amp; <![CDATA[<b> &amp;]]> &#233; </field>';
    expect(view(fields)).toEqual(['v "a & <b> &amp; é" of , new, null']);
  });

  it("reads a string literal in eval, nothing else", () => {
    const fields = `<field name="name" eval="'a.b'"/><field name="model" eval="f('x')"/>`;
    expect(view(fields)).toEqual(['v "a.b" of , new, null']);
  });

  it("takes the last of fields of one name", () => {
    expect(view('<field name="name">a</field><field name="name">b</field>')).toEqual([
      'v "b" of , new, null',
    ]);
  });

  it.each([
    ["explicit before the arch", '<field name="type">qweb</field>', "<t/>", "qweb"],
    ["arch of a new view", "", "<list/>", "list"],
    ["arch of a new view, unknown type", "", "<my_view/>", "my_view"],
    ["after a comment", "", "<!-- x --><kanban/>", "kanban"],
    ["locator in an inheriting view", '<field name="inherit_id" ref="a"/>', "<xpath/>", "null"],
    ["view type in an inheriting view", '<field name="inherit_id" ref="a"/>', "<form/>", "form"],
    ["text that is no XML", "", "form", "null"],
  ])("type: %s", (_case, fields, arch, type) => {
    const [line] = view(`${fields}<field name="arch" type="xml">${arch}</field>`);
    expect(line).toMatch(new RegExp(`, ${type}$`));
  });

  it.each([
    ["html", '<field name="arch" type="html"><form/></field>'],
    [
      "CDATA",
      "<field name='arch'><![CDATA[\n<?xml version='1.0'?>\n<form>a &amp; b</form>]]></field>",
    ],
    ["escaped text", "<field name='arch'>&lt;form string=&quot;x&quot;/&gt;</field>"],
    ["arch_base", '<field name="arch_base" type="xml"><form/></field>'],
  ])("arch as %s", (_how, arch) => {
    expect(view(arch)).toEqual(['v "" of , new, form']);
  });
});

describe("templates", () => {
  it.each([
    ['<template id="a"/>', 'a "a" of ir.ui.view, new, qweb'],
    ['<template id="a" name="An A"><p/></template>', 'a "An A" of ir.ui.view, new, qweb'],
    ['<template id="a" inherit_id="web.b"/>', 'a "a" of ir.ui.view, inherits web.b, qweb'],
    [
      '<template id="a" inherit_id="web.b" primary="True"/>',
      'a "a" of ir.ui.view, inherits web.b, qweb',
    ],
    ['<template id="a" inherit_id=""/>', 'a "a" of ir.ui.view, new, qweb'],
  ])("%s", (xml, line) => {
    expect(outlineViews(`<odoo>${xml}</odoo>`)).toEqual([line]);
  });
});

describe("files with faults", () => {
  it("an empty file", () => {
    expect(outlineViews("")).toEqual(["xml_unreadable 1: no element"]);
    expect(outlineViews("\n \n")).toEqual(["xml_unreadable 1: no element"]);
  });

  it("a mismatched tag: what precedes it, without the record that it breaks", () => {
    expect(
      outlineViews(`<odoo>${formView("a")}\n<record id="b" model="ir.ui.view"></field>`),
    ).toEqual([formLine("a"), "xml_unreadable 6: </field> where </record> is due"]);
  });

  it("a file that breaks off", () => {
    expect(outlineViews(`<odoo>${formView("a")}${formView("b").slice(0, -5)}`)).toEqual([
      formLine("a"),
      "xml_unreadable 9: a closing tag is broken",
    ]);
  });

  it("a data file that breaks off inside its first record, and no other markup", () => {
    const first = '<record id="a" model="x"><field';
    expect(outlineViews(`<odoo>\n${first}`)).toEqual([
      "xml_unreadable 2: the tag <field> is broken",
    ]);
    expect(outlineViews(`<templates>\n${first}`)).toEqual([]);
  });

  it("text after the root", () => {
    expect(outlineViews(`<odoo>${formView("a")}</odoo>junk`)).toEqual([
      formLine("a"),
      "xml_unreadable 5: text outside the root",
    ]);
  });

  it("bytes that are not what the file declares", () => {
    const latin1 = Uint8Array.from(
      `<odoo><template id="a" name="caf\u00e9"/></odoo>`,
      (character) => character.charCodeAt(0),
    );
    expect(outlineViews(latin1)).toEqual([
      'a "caf\uFFFD" of ir.ui.view, new, qweb',
      "text_undecodable 1: not utf-8",
    ]);
  });

  it("without a view the tree is not built, whatever its tags", () => {
    expect(outlineViews("<templates><a></b></templates>")).toEqual([]);
    expect(outlineViews("<odoo><a></b></odoo>")).toEqual([
      "xml_unreadable 1: </b> where </a> is due",
    ]);
  });
});
