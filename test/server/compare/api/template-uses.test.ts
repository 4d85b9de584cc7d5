// Changes of browser templates whose target is gone at a later platform version.
import { expect, test } from "vitest";
import { getApiStep } from "../../../../server/registry/api/open-api-step.js";
import { listTemplateUses } from "../../../../server/compare/api/template-uses.js";
import { findEntriesByName } from "../../../../server/lookup/entries.js";
import { openParsedModules, type Modules } from "../../../support/world.js";
import { makeTemporaryFolder } from "../../../support/temporary-folder.js";

const manifest = (depends: string): string => `{'name': 'X', 'depends': [${depends}]}`;

const templates = (...lines: readonly string[]): string =>
  `<templates>\n${lines.join("\n")}\n</templates>`;

const CHANGES = templates(
  `<t t-inherit="pos.Screen" t-inherit-mode="extension">`,
  `  <xpath expr="//footer" position="inside"/>`,
  `  <xpath expr="//header" position="inside"/>`,
  `  <xpath expr="//aside" position="inside"/>`,
  `  <button name="pay" position="replace"/>`,
  `</t>`,
  `<t t-name="shop.Copy" t-inherit="pos.Copy" t-inherit-mode="primary"><xpath expr="//i" position="after"/></t>`,
  `<t t-inherit="pos.Gone" t-inherit-mode="extension"><xpath expr="//b" position="after"/></t>`,
  `<t t-inherit="shop.Copy" t-inherit-mode="extension"><xpath expr="//u" position="after"/></t>`,
  `<t t-inherit="unknown.Other" t-inherit-mode="extension"><xpath expr="//u" position="after"/></t>`,
  `<t t-inherit="pos.Base" t-inherit-mode="extension"><xpath expr="//i" position="after"/></t>`,
);

const MODULES: Modules = {
  "base 16.0": { "__manifest__.py": "{'name': 'Base'}" },
  "base 17.0": { "__manifest__.py": "{'name': 'Base'}" },
  "pos 16.0": {
    "__manifest__.py": manifest("'base'"),
    "static/src/screen.xml": templates(
      `<t t-name="Screen"><header/><footer/><button name="pay"/></t>`,
      `<t t-name="pos.Base"><div><i/></div></t>`,
      `<t t-name="pos.Copy" t-inherit="pos.Base" t-inherit-mode="primary"><xpath expr="//div" position="inside"><u/></xpath></t>`,
      `<t t-name="pos.Gone"><b/></t>`,
    ),
  },
  "pos 17.0": {
    "__manifest__.py": manifest("'base'"),
    "static/src/screen.xml": templates(
      `<t t-name="pos.Screen"><header/></t>`,
      `<t t-name="pos.Base"><div/></t>`,
      `<t t-name="pos.Copy" t-inherit="pos.Base" t-inherit-mode="primary"><xpath expr="//div" position="inside"><u/></xpath></t>`,
    ),
  },
  "bar 16.0": { "__manifest__.py": manifest("'pos'") },
  "bar 17.0": {
    "__manifest__.py": manifest("'pos'"),
    "static/src/base.xml": templates(
      `<t t-inherit="pos.Base" t-inherit-mode="extension"><xpath expr="//div" position="inside"><i/></xpath></t>`,
    ),
  },
  "shop 16.0": { "__manifest__.py": manifest("'bar'"), "static/src/changes.xml": CHANGES },
};

test("templates and places of needed modules that are gone, and that no other of them supplies, are told of", async () => {
  const snapshot = await openParsedModules(makeTemporaryFolder(), MODULES);
  const [entry = -1] = findEntriesByName(snapshot, "shop") ?? [];
  const step = getApiStep(snapshot, { from: "16.0", to: "17.0" });
  const lines = listTemplateUses(step, entry).map(
    ({ change, template, module, spec, line }) =>
      `${line} ${change} ${template} ${module ?? "nowhere"} ${spec ?? ""}`,
  );
  snapshot.close();
  expect(lines).toEqual([
    "3 spec_not_found pos.Screen pos //footer",
    `6 spec_not_found pos.Screen pos <button name="pay">`,
    "8 spec_not_found pos.Copy pos //i",
    "9 removed pos.Gone nowhere ",
  ]);
});
