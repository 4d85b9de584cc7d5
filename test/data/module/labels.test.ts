// Labels of menus, actions, reports and mail templates: what records are called, and the keys that say so.
import { expect, test } from "vitest";
import {
  listLabelKeys,
  listLabelled,
  listScriptNames,
  readLabelKey,
  toLabelKey,
  toTemplateId,
} from "../../../data/module/labels.js";
import type { GivenValue } from "../../../data/module/given-value.js";
import type { LoadedRecord } from "../../../data/module/loaded-module.js";
import type { ModuleParts } from "../../../data/module/module-parts.js";
import { testLong } from "../../support/properties.js";

const record = (
  model: string,
  xml_id: string,
  values: Readonly<Record<string, GivenValue>>,
): LoadedRecord => ({
  xml_id,
  model,
  line: 1,
  tag: "record",
  noupdate: false,
  values: new Map(Object.entries(values)),
});

const RECORDS: readonly LoadedRecord[] = [
  record("ir.actions.act_window", "action", { name: "Quotations " }),
  record("ir.ui.menu", "menu", { action: [3, "action"] }),
  record("ir.ui.menu", "named", { action: [3, "action"], name: "All\n  quotations" }),
  record("ir.ui.menu", "elsewhere", { action: [3, "crm.action"] }),
  record("ir.actions.report", "report", { name: "PDF" }),
  record("mail.template", "base.template", { name: "Send" }),
  record("mail.template", "computed", { name: [4, "eval", "f()"] }),
  record("ir.cron", "job", { name: "Send all" }),
  record("res.groups", "group", { name: "Own only" }),
  record("res.partner", "partner", { name: "Nobody" }),
  { ...record("ir.ui.menu", "gone", { name: "Gone" }), tag: "delete" },
];

test("menus take over what their action is called; others have no label", () => {
  const labelled = listLabelled("sale", [{ file: "a.xml", records: RECORDS }]);
  expect(labelled.map(({ kind, xmlId, label }) => `${kind} ${xmlId}: ${label}`)).toEqual([
    "action sale.action: Quotations",
    "menu sale.menu: Quotations",
    "menu sale.named: All quotations",
    "report sale.report: PDF",
    "mail_template base.template: Send",
    "scheduled_action sale.job: Send all",
    "group sale.group: Own only",
  ]);
  expect(labelled.map((one) => readLabelKey(toLabelKey(one)))).toEqual(labelled);
});

test("what is no key is none", () => {
  expect(["", "a", "a\tmenu", "a\tother\tb"].map(readLabelKey)).toEqual(
    Array.from({ length: 4 }, () => undefined),
  );
});

test("an id that could be taken for a key has none", () => {
  const one = { kind: "bundle", xmlId: "web.assets", label: "web.assets" } as const;
  const other = { ...one, xmlId: "web.assets\tmenu\tSales" };
  expect(listLabelKeys([one, other, one])).toEqual(["web.assets\tbundle\t"]);
});

test.each([
  [{ name: "pos.Screen", inherit: null, mode: null }, "pos.Screen"],
  [{ name: "Screen", inherit: null, mode: null }, "pos.Screen"],
  [{ name: "web.Screen", inherit: "web.Base", mode: "primary" }, "pos.web.Screen"],
  [{ name: null, inherit: "web.Dialog", mode: "extension" }, "web.Dialog"],
  [{ name: "pos.Changes", inherit: "Screen", mode: "extension" }, "pos.Screen"],
  [{ name: null, inherit: null, mode: null }, undefined],
])("the template of %o is %s", (template, id) => {
  expect(toTemplateId("pos", template)).toBe(id);
});

testLong("functions that are exported are found among many", () => {
  const names = Array.from({ length: 200_000 }, (_, at) => `f${at}`);
  const functions = names.map((name) => ({ name, line: 1 }));
  const script = { classes: [], exports: names, functions, patches: [], registry: [] };
  const found = listScriptNames([script] as unknown as ModuleParts["scripts"]);
  expect(found.size).toBe(names.length);
});
