// Outdated syntax in views and data files of a module, which a later platform version refuses.
import { expect, test } from "vitest";
import { listOutdatedSyntax } from "../../../../server/compare/api/outdated-syntax.js";
import { findEntriesByName } from "../../../../server/lookup/entries.js";
import { openParsedModules } from "../../../support/world.js";
import { makeTemporaryFolder } from "../../../support/temporary-folder.js";

const view = (id: string, arch: string, more = "") =>
  `<record id="${id}" model="ir.ui.view"><field name="model">book</field>${more}<field name="arch" type="xml">${arch}</field></record>`;

const BASE = { "__manifest__.py": "{'name': 'Base'}" };

test("attributes, lists and elements that one of the versions between refuses first", async () => {
  const views = [
    "<odoo>",
    view(
      "form",
      `<form><field name="a" attrs="{}"/>\n<field name="b" attrs="{}" states="x"/></form>`,
    ),
    view("list", `<tree><field name="a"/></tree>`),
    view(
      "other",
      `<field name="a" position="attributes"><attribute name="states"/><attribute name="attrs">{}</attribute></field>`,
      `<field name="inherit_id" ref="form"/>`,
    ),
    `<template id="page"><p attrs="x"/><tree/></template>`,
    `<act_window id="open" name="Open" res_model="book"/>`,
    `<record id="window" model="ir.actions.act_window"><field name="name">W</field></record>`,
    "</odoo>",
  ];
  const snapshot = await openParsedModules(makeTemporaryFolder(), {
    "base 16.0": BASE,
    "base 17.0": BASE,
    "base 18.0": BASE,
    "own 16.0": {
      "__manifest__.py": "{'name': 'Own', 'depends': ['base'], 'data': ['views.xml']}",
      "views.xml": views.join("\n"),
    },
  });
  const [entry = -1] = findEntriesByName(snapshot, "own") ?? [];
  const list = (to: string): readonly string[] =>
    listOutdatedSyntax(snapshot, entry, to).map(
      ({ name, count, file, line }) => `${file}:${line} ${name} ${count}`,
    );
  const at17 = ["views.xml:2 attrs 3", "views.xml:3 states 1", "views.xml:7 act_window 1"];
  expect(list("17.0")).toEqual(at17);
  expect(list("18.0").toSorted()).toEqual([...at17, "views.xml:4 tree 1"].toSorted());
  snapshot.close();
});
