// Combined views as answers: the arch, who put what there, and what could not be applied.
import { finishSteps } from "../../../../data/yield.js";
import { expect, test } from "vitest";
import type { ArchNode } from "../../../../data/module/loaded-module.js";
import { RegistryView } from "../../../../server/contract/shape/system/registry-view.js";
import { toViewAnswer } from "../../../../server/registry/view/answer.js";
import { combineView } from "../../../../server/registry/view/combine.js";
import { createViews, type ViewState } from "../../../../server/registry/view/state.js";
import { createReader, type WrittenOperation } from "./view-operations.js";
import { testLong } from "../../../support/properties.js";

const ORDER_FORM: WrittenOperation = {
  module: "sale",
  xml_id: "form",
  name: "order.form",
  model: "order",
  root: [
    "form",
    { string: 'Orders & "more"' },
    0,
    [
      ["field", { name: "partner_id" }, 1, []],
      ["button", { name: "%(action_pay)d" }, 1, []],
      ["p", {}, 2, ["100 %% of <", ["b", {}, 0, ["all"]]]],
    ],
  ],
};

const STOCK_FORM: WrittenOperation = {
  module: "stock",
  xml_id: "form",
  name: "order.form.stock",
  model: "order",
  inherit_id: "sale.form",
  root: [
    "data",
    {},
    0,
    [
      [
        "field",
        { name: "partner_id", position: "after" },
        1,
        [["field", { name: "picking_id" }, 1, []]],
      ],
      [
        "xpath",
        { expr: "//button[@name='%(sale.action_pay)d']", position: "attributes" },
        4,
        [["attribute", { name: "groups" }, 1, ["base.group_user"]]],
      ],
      ["field", { name: "gone", position: "replace" }, 7, []],
    ],
  ],
};

test("a view has what the views that inherit it make of it, with who did it", () => {
  const answer = combine("sale.form", [ORDER_FORM, STOCK_FORM]);
  expect(answer).toEqual({
    xml_id: "sale.form",
    name: "order.form",
    mode: "primary",
    priority: 16,
    inherit_id: null,
    model: "order",
    type: "form",
    active: true,
    key: null,
    groups: [],
    dynamic: false,
    module: "sale",
    file: "views/views.xml",
    line: 10,
    changes: [{ operation: "record", module: "sale", file: "views/views.xml", line: 10 }],
    applied: ["stock.form"],
    views: [
      {
        xml_id: "sale.form",
        name: "order.form",
        mode: "primary",
        priority: 16,
        inherit_id: null,
        module: "sale",
        file: "views/views.xml",
        line: 10,
        arch: { module: "sale", file: "views/views.xml", line: 12 },
        specs: 0,
        elements: 5,
        groups: [],
        dynamic: [],
      },
      {
        xml_id: "stock.form",
        name: "order.form.stock",
        mode: "extension",
        priority: 16,
        inherit_id: "sale.form",
        module: "stock",
        file: "views/views.xml",
        line: 20,
        arch: { module: "stock", file: "views/views.xml", line: 22 },
        specs: 3,
        elements: 1,
        groups: [],
        dynamic: [],
      },
    ],
    arch: `<form string="Orders &amp; &quot;more&quot;">
  <field name="partner_id"/>
  <field name="picking_id"/>
  <button name="%(sale.action_pay)d" groups="base.group_user"/>
  <p>100 % of &lt;<b>all</b></p>
</form>`,
    elements: [
      { tag: "form", view: 0, line: 12 },
      { tag: "field", view: 0, line: 13 },
      { tag: "field", view: 1, line: 24 },
      {
        tag: "button",
        view: 0,
        line: 13,
        attributes: [{ name: "groups", view: 1, line: 27 }],
      },
      { tag: "p", view: 0, line: 14 },
      { tag: "b", view: 0, line: 14 },
    ],
    diagnostics: [
      {
        code: "not_found",
        reason: "Nothing in the combined arch is what the spec looks for.",
        detail: "",
        view: "stock.form",
        module: "stock",
        file: "views/views.xml",
        line: 29,
        spec: '<field name="gone">',
      },
    ],
  });
  expect(Object.keys(answer).toSorted()).toEqual(Object.keys(RegistryView.properties).toSorted());
});

test("a view that inherits is shown on top of what it inherits", () => {
  const primary: WrittenOperation = {
    module: "stock",
    xml_id: "own",
    model: "order",
    mode: "primary",
    inherit_id: "sale.form",
    dynamic: ["active"],
    root: ["xpath", { expr: "//p", position: "inside" }, 0, ["text"]],
  };
  const answer = combine("stock.own", [ORDER_FORM, STOCK_FORM, primary]);
  expect(answer).toMatchObject({
    xml_id: "stock.own",
    name: "order form",
    mode: "primary",
    dynamic: true,
    applied: ["stock.form", "stock.own"],
  });
  expect(answer.arch).toContain("<p>100 % of &lt;<b>all</b>text</p>");
  expect(answer.elements.find(({ tag }) => tag === "p")?.texts).toEqual([{ view: 2, line: 32 }]);
  expect(combine("sale.form", [ORDER_FORM, STOCK_FORM, primary]).applied).toEqual(["stock.form"]);
});

test("an arch that cannot be read is told, and the rest goes on", () => {
  const unread: WrittenOperation = {
    module: "crm",
    xml_id: "broken",
    model: "order",
    inherit_id: "sale.form",
  };
  const answer = combine("sale.form", [ORDER_FORM, unread, STOCK_FORM]);
  expect(answer.diagnostics.map(({ code, view }) => [code, view])).toEqual([
    ["no_arch", "crm.broken"],
    ["not_found", "stock.form"],
  ]);
  expect(answer.elements).toHaveLength(6);
  const { root: _, ...rootless } = ORDER_FORM;
  expect(combine("sale.form", [rootless, STOCK_FORM])).toMatchObject({
    arch: null,
    elements: [],
    applied: ["stock.form"],
    diagnostics: [{ code: "no_arch", view: "sale.form" }],
  });
});

testLong("an arch may be nested without end, and hold what XML cannot", () => {
  let root: ArchNode = ["b", { name: "\u{0}\u{d800}\t" }, 0, ["deep"]];
  for (let depth = 0; depth < 20_000; depth += 1) root = ["div", {}, 1, [root]];
  const wrap: ArchNode = ["form", {}, 0, [["p", {}, 0, ["$0"]]]];
  const specs: ArchNode = [
    "data",
    {},
    0,
    [
      ["xpath", { expr: "/div[.='deep']", position: "replace" }, 0, [wrap]],
      ["b", { position: "after" }, 0, [["i", {}, 0, []]]],
    ],
  ];
  const answer = combine("sale.form", [
    { ...ORDER_FORM, root },
    { ...STOCK_FORM, root: specs },
  ]);
  expect(answer.diagnostics).toEqual([]);
  expect(answer.elements).toHaveLength(20_004);
  expect(answer.arch).toContain('<b name="\u{fffd}\u{fffd}\t">deep</b>');
  expect(answer.arch?.length).toBeLessThan(5_000_000);
});

test("a view says for which groups it is", () => {
  const answer = combine("sale.form", [ORDER_FORM, { ...STOCK_FORM, groups: ["base.group_user"] }]);
  expect(answer.views.map(({ groups }) => groups)).toEqual([[], ["base.group_user"]]);
});

test("a view whose parent is not there is told", () => {
  const answer = combine("stock.form", [STOCK_FORM]);
  expect(answer.arch).toBeNull();
  expect(answer.diagnostics).toEqual([
    expect.objectContaining({ code: "no_parent", view: "stock.form", detail: "sale.form" }),
  ]);
});

function combine(xmlId: string, written: readonly WrittenOperation[]): RegistryView {
  const views = createViews(createReader(written));
  return toViewAnswer(finishSteps(combineView(views, views.find(xmlId) as ViewState, "17.0")));
}
