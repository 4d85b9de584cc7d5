// XML text to elements: what is read, what is refused, what is bounded.
import { describe, expect, it } from "vitest";
import {
  findAttribute,
  listChildren,
  parseTree,
  toElementText,
  type XmlElement,
} from "../../../../builder/parse/xml/tree.js";
import { EXPANSION_LIMIT_CHARS } from "../../../../builder/parse/xml/entities.js";
import { MARKUP_LIMIT_CHARS } from "../../../../builder/parse/xml/markup.js";
import { formLine, formView, outlineViews } from "./outline.js";

function outline(elements: readonly XmlElement[]): string {
  return elements.map((each) => `${each.name}(${outline(listChildren(each))})`).join(" ");
}

const read = (text: string): string => outline(parseTree(text).roots);
const faultOf = (text: string): string | undefined => parseTree(text).fault?.message;
const textOf = (text: string): readonly string[] => parseTree(text).roots.map(toElementText);

describe("parseTree", () => {
  it("keeps document order of mixed names", () => {
    expect(read("<r><a/><b/><a><c></c></a>text<b/></r>")).toBe("r(a() b() a(c()) b())");
  });

  it("leaves out declaration, DOCTYPE, comments and instructions", () => {
    const head = `<?xml version="1.0"?><!-- <x/> --><!DOCTYPE r SYSTEM "r.dtd"><?p it's "odd ?>`;
    expect(parseTree(`${head}<r><?p <x/> ?><a/><!--<b/>--></r>`).fault).toBeUndefined();
    expect(read(`${head}<r><?p <x/> ?><a/><!--<b/>--></r>`)).toBe("r(a())");
  });

  it("tolerates namespaces and the names that the platform's templates use", () => {
    const text = `<odoo xmlns:x="urn:x"><x:a t-name="b" x:c="d" t-att-class="e > f"/></odoo>`;
    expect(parseTree(text).fault).toBeUndefined();
    expect(read(text)).toBe("odoo(x:a())");
    const [element] = parseTree(text).roots.flatMap(listChildren);
    expect(element && findAttribute(element, "t-att-class")).toBe("e > f");
    expect(element && findAttribute(element, "x:c")).toBe("d");
    expect(element && findAttribute(element, "toString")).toBeUndefined();
  });

  it.each(["__proto__", "constructor", "prototype", "toString", "hasOwnProperty"])(
    "takes the tag and attribute %s for a name like others",
    (name) => {
      const [root] = parseTree(`<${name} ${name}="x"><${name}/></${name}>`).roots;
      expect(root?.name).toBe(name);
      expect(root && outline(listChildren(root))).toBe(`${name}()`);
      expect(root && findAttribute(root, name)).toBe("x");
    },
  );

  it("normalises white space in attributes, not what references stand for", () => {
    const [root] = parseTree('<a b="1\n2\t3&#10;4"/>').roots;
    expect(root && findAttribute(root, "b")).toBe("1 2 3\n4");
  });

  it("joins text, CDATA and descendants", () => {
    expect(textOf("<a>1<b>2<![CDATA[<&amp;]]></b>3<!-- x -->4</a>")).toEqual(["12<&amp;34"]);
  });

  it("survives nesting of any depth", () => {
    const depth = 10_000;
    const open = "<data>".repeat(depth);
    expect(outlineViews(`${open}${formView("a")}${"</data>".repeat(depth)}`)).toEqual([
      formLine("a"),
    ]);
    expect(textOf(`<a>${"<b>".repeat(depth)}x${"</b>".repeat(depth)}</a>`)).toEqual(["x"]);
  });

  it.each([
    ["text", (filler: string) => `<r><a/>${filler}<b/></r>`, ["a"]],
    ["a tag", (filler: string) => `<r><a/><b c="${filler}"><d/></b></r>`, ["a"]],
    ["an empty tag", (filler: string) => `<r><a/><b c="${filler}"/><d/></r>`, ["a"]],
    [
      "a comment, which costs nothing",
      (filler: string) => `<r><a/><!--${filler}--><b/></r>`,
      ["a", "b"],
    ],
    [
      "a CDATA section likewise",
      (filler: string) => `<r><a/><![CDATA[${filler}]]><b/></r>`,
      ["a", "b"],
    ],
  ])("stops at a number of characters in %s", (_, write, expected) => {
    const { fault, roots } = parseTree(write(" ".repeat(MARKUP_LIMIT_CHARS)));
    const [root] = roots;
    expect(root === undefined ? [] : listChildren(root).map(({ name }) => name)).toEqual(expected);
    expect(fault?.kind).toBe(expected.length === 1 ? "too_large" : undefined);
    expect(root?.isComplete).toBe(expected.length !== 1);
  });
});

describe("entities", () => {
  it("expands predefined and numeric references once", () => {
    expect(textOf("<a>&lt;&gt;&amp;lt;&quot;&apos;&#65;&#x42;&#x1F600;</a>")).toEqual([
      "<>&lt;\"'AB\u{1F600}",
    ]);
  });

  it("expands what the DOCTYPE declares, the first declaration of a name", () => {
    const doctype = `<!DOCTYPE a [<!-- <!ENTITY x "no"> --><!ENTITY x "1&y;"><!ENTITY x "2">
      <!ENTITY y '[>]'><!ELEMENT a ANY>]>`;
    expect(textOf(`${doctype}<a>&x;</a>`)).toEqual(["1[>]"]);
    expect(faultOf(`${doctype}<a b="&y;">&x;</a>`)).toBeUndefined();
  });

  it("bounds nested expansion", () => {
    const levels = Array.from({ length: 40 }, (_, level) => {
      return `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`;
    });
    const doctype = `<!DOCTYPE a [<!ENTITY e0 "ha">${levels.join("")}]>`;
    const [text = ""] = textOf(`${doctype}<a>&e9;&e40;</a>`);
    expect(text.length).toBeLessThan(EXPANSION_LIMIT_CHARS);
    expect(text).toMatch(/^(?:ha)+$/);
    const nothing = doctype.replace('"ha"', '""');
    expect(textOf(`${nothing}<a>${"&e9;".repeat(1000)}</a>`)).toEqual([""]);
  });

  it("ends an entity that contains itself", () => {
    expect(textOf('<!DOCTYPE a [<!ENTITY x "1&x;">]><a>&x;</a>')[0]).toMatch(/^1+$/);
  });

  it("never reads an external entity", () => {
    const xml = `<!DOCTYPE odoo [<!ENTITY x SYSTEM "file:///etc/passwd">]>
      <odoo><template id="a" name="[&x;]"/></odoo>`;
    expect(outlineViews(xml)).toEqual([
      'a "[]" of ir.ui.view, new, qweb',
      "xml_unreadable 2: & that is no known reference",
    ]);
  });
});

describe("what XML forbids", () => {
  it.each([
    ["<a></b>", "</b> where </a> is due"],
    ["</a>", "</a> where no closing tag is due"],
    ["<a><b></a></b>", "</a> where </b> is due"],
    ["<a>", "<a> is not closed"],
    ["<a b=c/>", "the tag <a> is broken"],
    ["<a b/>", "the tag <a> is broken"],
    ['<a b="<"/>', "the tag <a> is broken"],
    ['<a b="1"c="2"/>', "the tag <a> is broken"],
    ['<a b="', "the tag <a> is broken"],
    ["<a>1 < 2</a>", "< that begins no tag"],
    ["<a><!-- x</a>", "--> is missing"],
    ["<a><![CDATA[x</a>", "]]> is missing"],
    ["<a><?x</a>", "?> is missing"],
    ["<!DOCTYPE a [<a/>", "the DOCTYPE does not end"],
    ["<a/><!DOCTYPE a>", "markup that XML does not know"],
    ["<a><!x></a>", "markup that XML does not know"],
    ["", "no element"],
    ["<!-- x -->", "no element"],
  ])("%s ends reading: %s", (text, message) => {
    expect(faultOf(text)).toBe(message);
  });

  it.each([
    ['<a b="1" b="2"/>', "an attribute of <a> is written twice", "a()"],
    ["<a>&nbsp;<b/></a>", "& that is no known reference", "a(b())"],
    ["<a>R&D<b/></a>", "& that is no known reference", "a(b())"],
    ["<a>&#0;<b/></a>", "& that is no known reference", "a(b())"],
    ["<a>]]><b/></a>", "]]> in text", "a(b())"],
    ["<a><!-- -- --><b/></a>", "-- in a comment", "a(b())"],
    ["<a>\u0001<b/></a>", "a character that XML does not allow", "a(b())"],
    ["<x:a><b/></x:a>", "the namespace prefix x is not declared", "x:a(b())"],
    ['<a><b xmlns:x="u"/><x:c/></a>', "the namespace prefix x is not declared", "a(b() x:c())"],
    ["<a/><b/>", "a second root element", "a() b()"],
    ["x<a/>", "text outside the root", "a()"],
    ["<a/>x", "text outside the root", "a()"],
    ["\n<?xml version='1.0'?><a/>", "an XML declaration that is not at the start", "a()"],
    ["<?xml encoding='utf-8'?><a/>", "the XML declaration or an instruction is broken", "a()"],
    ["<a><? x?><b/></a>", "the XML declaration or an instruction is broken", "a(b())"],
  ])("%s is noted and read on: %s", (text, message, expected) => {
    expect(faultOf(text)).toBe(message);
    expect(read(text)).toBe(expected);
  });
});
