// State of views after all operations, and views applied to one.
import { describe, expect, test } from "vitest";
import type { ArchNode } from "../../../../data/module/loaded-module.js";
import { listApplied } from "../../../../server/registry/view/combine.js";
import { createViews, type ViewState } from "../../../../server/registry/view/state.js";
import { createReader, type WrittenOperation } from "./view-operations.js";

const FORM: ArchNode = ["form", {}, 0, []];

function find(xmlId: string, written: readonly WrittenOperation[]): ViewState | undefined {
  return createViews(createReader(written)).find(xmlId);
}

describe("a view", () => {
  test("has the platform's defaults", () => {
    expect(find("sale.form", [{ module: "sale", xml_id: "form", model: "m", root: FORM }])).toEqual(
      {
        xmlId: "sale.form",
        rank: [0, 0],
        name: "m form",
        model: "m",
        type: "form",
        mode: "primary",
        inheritId: null,
        priority: 16,
        active: true,
        key: null,
        groups: [],
        dynamic: [],
        changes: [{ operation: "record", module: "sale", file: "views/views.xml", line: 10 }],
        arch: { module: "sale", file: "views/views.xml", line: 12, readRoot: expect.any(Function) },
      },
    );
  });

  test("keeps what a later operation does not give", () => {
    const view = find("sale.form", [
      { module: "sale", xml_id: "form", name: "form", model: "m", priority: 5, root: FORM },
      { module: "stock", xml_id: "sale.form", active: false, groups: ["user", "base.group"] },
    ]);
    expect(view).toMatchObject({
      rank: [0, 0],
      name: "form",
      priority: 5,
      active: false,
      groups: ["stock.user", "base.group"],
      changes: [{ module: "sale" }, { module: "stock", line: 20 }],
      arch: { module: "sale", line: 12 },
    });
  });

  test("has the arch that was given last, and its type from its parent", () => {
    const view = find("sale.child", [
      { module: "sale", xml_id: "form", root: FORM },
      { module: "sale", xml_id: "child", inherit_id: "form", root: ["data", {}, 0, []] },
      { module: "stock", xml_id: "sale.child", root: ["field", {}, 0, []] },
    ]);
    expect(view).toMatchObject({
      type: "form",
      mode: "extension",
      arch: { module: "stock" },
    });
    expect(view?.arch?.readRoot()).toEqual(["field", {}, 0, []]);
  });

  test("keeps its mode when it inherits another, and gets one when it begins to inherit", () => {
    const made = { module: "sale", xml_id: "view" };
    const primary = { ...made, inherit_id: "a", mode: "primary" };
    expect(find("sale.view", [primary, { ...made, inherit_id: "b" }])?.mode).toBe("primary");
    expect(find("sale.view", [primary, { ...made, inherit_id: null }])?.mode).toBe("primary");
    expect(find("sale.view", [made, { ...made, inherit_id: "b" }])?.mode).toBe("extension");
    const extension = { ...made, inherit_id: "a" };
    expect(find("sale.view", [extension, { ...made, mode: "primary" }])?.mode).toBe("primary");
    expect(find("sale.view", [extension, { ...made, inherit_id: null }])?.mode).toBe("primary");
  });

  test("is gone when it was deleted, and made anew by a record alone", () => {
    const made = { module: "sale", xml_id: "view", name: "first" };
    const deleted = { module: "sale", xml_id: "view", operation: "delete" } as const;
    const write = { module: "sale", xml_id: "view", operation: "write", name: "w" } as const;
    expect(find("sale.view", [made, deleted])).toBeUndefined();
    expect(find("sale.view", [made, deleted, write])).toBeUndefined();
    expect(find("sale.view", [made, deleted, { ...made, name: "second" }])).toMatchObject({
      name: "second",
      rank: [0, 2],
      changes: [{ line: 30 }],
    });
    expect(find("sale.view", [made, write])?.name).toBe("w");
  });

  test("says which columns only running code knows, until they are given", () => {
    const made = { module: "sale", xml_id: "view", dynamic: ["active", "priority"] };
    expect(find("sale.view", [made])?.dynamic).toEqual(["active", "priority"]);
    const later = { module: "sale", xml_id: "view", active: true };
    expect(find("sale.view", [made, later])?.dynamic).toEqual(["priority"]);
    const generated = { module: "base", xml_id: "user_groups_view", root: FORM };
    expect(find("base.user_groups_view", [generated])?.dynamic).toEqual(["arch"]);
  });

  test("of a template has its full id as key and as name in the arch", () => {
    const template = { module: "sale", xml_id: "page", operation: "template" } as const;
    const view = find("sale.page", [{ ...template, root: ["t", { "t-name": "page" }, 0, []] }]);
    expect(view?.key).toBe("sale.page");
    expect(view?.arch?.readRoot()).toEqual(["t", { "t-name": "sale.page" }, 0, []]);
    const primary = find("sale.page", [
      {
        ...template,
        mode: "primary",
        inherit_id: "base",
        root: ["data", {}, 0, [["p", {}, 0, []], rename("page")]],
      },
    ]);
    expect(primary?.arch?.readRoot()).toEqual([
      "data",
      {},
      0,
      [["p", {}, 0, []], rename("sale.page")],
    ]);
  });

  test("has groups that templates set, and that records add to or take from", () => {
    const view = { module: "sale", xml_id: "view" };
    const made = { ...view, groups: ["a", "b.c"] };
    expect(find("sale.view", [made, { ...view, groups: ["d", "-a"] }])?.groups).toEqual([
      "b.c",
      "sale.d",
    ]);
    const template = { ...view, operation: "template", groups: ["d"] } as const;
    expect(find("sale.view", [made, template])?.groups).toEqual(["sale.d"]);
  });

  test("may inherit itself", () => {
    const view = find("sale.a", [
      { module: "sale", xml_id: "a", inherit_id: "b" },
      { module: "sale", xml_id: "b", inherit_id: "a" },
    ]);
    expect(view).toMatchObject({ inheritId: "sale.b", type: null });
  });

  test("is what it is after the last module that counts", () => {
    const reader = createReader([
      { module: "sale", xml_id: "view", name: "first" },
      { module: "stock", xml_id: "sale.view", name: "second" },
      { module: "stock", xml_id: "other" },
    ]);
    expect(createViews(reader, 0).find("sale.view")?.name).toBe("first");
    expect(createViews(reader, 0).find("stock.other")).toBeUndefined();
    expect(createViews(reader, 1).find("sale.view")?.name).toBe("second");
  });
});

describe("the views that are applied", () => {
  test("come depth first, by priority, then by id; primary ones last", () => {
    // The example in the docstring of the platform's `_combine`.
    const written = [
      view("1"),
      view("2", { inherit_id: "1" }),
      view("3", { inherit_id: "1" }),
      view("4", { inherit_id: "2", mode: "primary" }),
      view("5", { inherit_id: "2" }),
      view("6", { inherit_id: "4" }),
      view("7", { inherit_id: "5" }),
      view("8", { inherit_id: "5" }),
    ];
    expect(apply("6", written)).toEqual(["1", "2", "5", "7", "8", "3", "4", "6"]);
    expect(apply("4", written)).toEqual(["1", "2", "5", "7", "8", "3", "4", "6"]);
    expect(apply("1", written)).toEqual(["1", "2", "5", "7", "8", "3"]);
    const early = written.map((one) => (one.xml_id === "8" ? { ...one, priority: 1 } : one));
    expect(apply("1", early)).toEqual(["1", "2", "5", "8", "7", "3"]);
  });

  test("are active ones of the same model", () => {
    const written = [
      view("top"),
      view("off", { inherit_id: "top", active: false }),
      view("below", { inherit_id: "off" }),
      view("other", { inherit_id: "top", model: "other" }),
      view("none", { inherit_id: "top", model: null }),
      view("on", { inherit_id: "top" }),
    ];
    expect(apply("top", written)).toEqual(["top", "on"]);
    // The requested view is included whatever its model is.
    expect(apply("other", written)).toEqual(["top", "other", "on"]);
  });

  test("are those that inherit it in the end", () => {
    const written = [
      view("top"),
      view("next"),
      view("moved", { inherit_id: "top" }),
      view("moved", { inherit_id: "next" }),
    ];
    expect(apply("top", written)).toEqual(["top"]);
    expect(apply("next", written)).toEqual(["next", "moved"]);
  });

  test("of a view whose parent is missing, or that inherits itself, are told with the reason", () => {
    expect(apply("a", [view("a", { inherit_id: "gone" })])).toEqual(["a", "no_parent"]);
    const circle = [view("a", { inherit_id: "b" }), view("b", { inherit_id: "a" })];
    expect(apply("a", circle)).toEqual(["b", "a", "circular"]);
  });
});

const view = (xml_id: string, given: Partial<WrittenOperation> = {}): WrittenOperation => ({
  module: "m",
  xml_id,
  model: "model",
  ...given,
});

test("primary views that are not active are applied until 14.0", () => {
  const written = [
    view("a", {}),
    view("b", { inherit_id: "a", mode: "primary", active: false }),
    view("c", { inherit_id: "b", mode: "primary" }),
    view("d", { inherit_id: "b", mode: "extension", active: false }),
  ];
  expect(apply("c", written, "14.0")).toEqual(["a", "b", "c"]);
  expect(apply("c", written, "15.0")).toEqual(["a"]);
  expect(apply("d", written, "14.0")).toEqual(["a", "b"]);
});

function apply(
  xmlId: string,
  written: readonly WrittenOperation[],
  platformVersion = "17.0",
): readonly string[] {
  const views = createViews(createReader(written));
  const found = views.find(`m.${xmlId}`) as ViewState;
  const { root, applied, fault } = listApplied(views, found, platformVersion);
  const ids = [root, ...applied].map((one) => one.xmlId.slice(2));
  return fault === undefined ? ids : [...ids, fault];
}

const rename = (name: string): ArchNode => [
  "xpath",
  { expr: ".", position: "attributes" },
  0,
  [["attribute", { name: "t-name" }, 0, [name]]],
];
