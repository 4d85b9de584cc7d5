// Parsing is total: any bytes give a value and no exception.
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { parseTree } from "../../../../builder/parse/xml/tree.js";
import { parseDataFile } from "../../../../builder/parse/xml/data-file.js";
import { formLine, formView, outlineViews } from "./outline.js";
import { countCases } from "../../../support/properties.js";

const FRAGMENTS = `<odoo>
</odoo>
<data noupdate='1'>
</data>
<record id="x" model="ir.ui.view">
</record>
<field name="arch">
</field>
<template id="t"/>
<constructor>
</constructor>
__proto__
<a
 b='c'
 xmlns:p='q'
<p:r/>
/>
>
</a>
<
&
;
&e;
&#x41;
&lt;
<!--
-->
<![CDATA[
]]>
<?xml\u0020
?>
<!DOCTYPE a [
<!ENTITY e "&e;">
]>
"
'
=
text
é
\uFFFD
\u0000`.split("\n");
const fragment = fc.constantFrom("\n", ...FRAGMENTS);
const markup = fc.array(fragment, { maxLength: 60 }).map((parts) => parts.join(""));

it("reads arbitrary bytes", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      expect(Array.isArray(parseDataFile(bytes).value.views)).toBe(true);
    }),
  );
});

it("reads arbitrary markup, and what is well-formed leaves nothing open", () => {
  fc.assert(
    fc.property(markup, (text) => {
      outlineViews(`ir.ui.view${text}`);
      const { roots, fault } = parseTree(text);
      if (fault === undefined) expect(roots.map(({ isComplete }) => isComplete)).toEqual([true]);
    }),
    { numRuns: countCases(2000) },
  );
});

it("reads a file with one stretch replaced, and still has the views before it", () => {
  const first = `<odoo>${formView("a")}`;
  const whole = `${first}${formView("b")}<template id="c"/></odoo>`;
  fc.assert(
    fc.property(
      fc.integer({ min: first.length, max: whole.length }),
      fc.integer({ min: 0, max: 40 }),
      markup,
      (start, length, inserted) => {
        const mutated = `${whole.slice(0, start)}${inserted}${whole.slice(start + length)}`;
        expect(outlineViews(mutated)[0]).toBe(formLine("a"));
      },
    ),
    { numRuns: countCases(500) },
  );
});

it("gives back any name that is escaped", () => {
  const name = fc.string({ unit: "grapheme", maxLength: 40 }).map((text) => {
    // oxlint-disable-next-line no-control-regex -- XML cannot hold these.
    return text.replaceAll(/[\u0000-\u001F\uFFFE\uFFFF]/g, "").trim();
  });
  fc.assert(
    fc.property(name, (text) => {
      const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
      const record = `<record id="x" model="ir.ui.view"><field name="name">${escaped}</field></record>`;
      expect(outlineViews(`<odoo>${record}</odoo>`)).toEqual([`x "${text}" of , new, null`]);
    }),
  );
});
