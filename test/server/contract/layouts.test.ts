// Layouts of answers: one row for each thing, what an extension of a field keeps, and downloads of a part.
import { describe, expect, test } from "vitest";
import { readAllParts } from "../../../server/contract/browser/ask.js";
import { html } from "../../../server/contract/browser/html.js";
import type { Block } from "../../../server/contract/layout.js";
import { layDiff, type ModuleDiff } from "../../../server/contract/shape/diff.js";
import { layDefinition, layMember } from "../../../server/contract/shape/where-layout.js";
import type { MethodLocations, ModelLocations } from "../../../server/contract/shape/where.js";
import { renderFormats } from "../../../server/faces/page/blocks.js";
import { breakName } from "../../../server/faces/page/pieces.js";

const CONTEXT = { total: undefined };

function readTable(blocks: readonly Block[], name: string): readonly (readonly unknown[])[] {
  const table = blocks.find((block) => block.kind === "table" && block.name === name);
  if (table?.kind !== "table") return [];
  return table.rows.map((row) => table.columns.map(({ value }) => value(row)));
}

function readFact(blocks: readonly Block[], key: string): unknown {
  return blocks
    .flatMap((block) => (block.kind === "facts" ? block.rows : []))
    .find((fact) => fact.key === key)?.value;
}

const COMPLETE = { complete: true, not_indexed: [], not_indexed_count: 0 };
const NONE = { added: [], removed: [], renamed: [], changed: [] };

const PLACE = {
  organization: "acme",
  repository: "tools",
  installable: true,
  line_url: null,
  after: [],
};
const LOAD_ORDER = {
  known: true,
  from_platform_table: false,
  unplaced: [],
  missing: [],
  ambiguous: [],
  cycles: [],
};

describe("a diff", () => {
  const side = {
    technical_name: "shop",
    organization: "acme",
    repository: "tools",
    installable: true,
    version: "1.0.0",
    manifest_version: "17.0.1.0.0",
    update_date: "2024-01-02 03:04:05",
    purl: "pkg:github/acme/tools@1#shop",
  };
  const changes = [
    { key: "field_type", from: "Char", to: "Text" },
    { key: "attrs.readonly", from: null, to: "True" },
  ];
  const model = {
    model_name: "shop.order",
    changes: [],
    fields: { ...NONE, changed: [{ name: "note", changes }] },
    methods: NONE,
    table_objects: NONE,
  };
  const diff: ModuleDiff = {
    technical_name: "shop",
    ...COMPLETE,
    from: { ...side, platform_version: "16.0" },
    to: { ...side, platform_version: "17.0" },
    compared_with: [],
    manifest: [],
    dependencies: { platform: NONE, pip: NONE, bin: NONE },
    models: { ...NONE, changed: [model], of_others: [] },
    views: NONE,
    javascript: { classes: NONE, functions: NONE, exports: NONE, patches: NONE, registry: NONE },
    templates: NONE,
  };

  test("has one row for a field, with all that changed", () => {
    expect(readTable(layDiff(diff), "changes").map((row) => row.slice(-1))).toEqual([
      [["Type: Char → Text", "Readonly: not set → True"]],
    ]);
  });

  test("says versions as the manifests have them", () => {
    expect(readFact(layDiff(diff), "to")).toBe("shop 17.0.1.0.0 for Odoo 17.0 (acme/tools)");
  });

  test("says which parts are the same, and which are not compared", () => {
    const unchanged = readFact(layDiff(diff), "unchanged");
    expect(unchanged).toContain("Views (name, model, parent)");
    expect(unchanged).not.toContain("Fields");
    expect(readFact(layDiff(diff), "not_compared")).toContain("menus");
  });
});

const toFieldModule = (name: string, isNew: boolean, attrs: Record<string, string | string[]>) => ({
  ...PLACE,
  technical_name: name,
  role: isNew ? ("defines" as const) : ("extends" as const),
  classes: [
    {
      model_name: "shop.order",
      class_name: "Order",
      inherit_from: isNew ? [] : ["shop.order"],
      is_new_model: isNew,
      docstring: null,
      attrs: null,
      file: "models/order.py",
      line: 1,
      fields: [
        {
          name: "partner_id",
          field_type: "Many2one",
          relation: isNew ? "res.partner" : null,
          line: 2,
          attrs,
        },
      ],
      methods: [],
    },
  ],
});

test("an extension of a field keeps the comodel and label that it does not repeat", () => {
  const answer: ModelLocations = {
    model_name: "shop.order",
    platform_version: "17.0",
    platform_versions: ["17.0"],
    ...COMPLETE,
    not_indexed_needed: false,
    platform_makers: [],
    counts: { defining: 1, extending: 1 },
    load_order: LOAD_ORDER,
    modules: [
      toFieldModule("shop", true, { args: ["'res.partner'", "'Customer'"] }),
      toFieldModule("shop_more", false, { tracking: "True" }),
    ],
  };
  expect(readTable(layDefinition(answer, CONTEXT), "fields")).toEqual([
    ["partner_id", "Many2one", "res.partner", "Customer", ["shop", "shop_more"]],
  ]);
});

const toMethodModule = (name: string, isNew: boolean, docstring: string | null) => ({
  ...PLACE,
  technical_name: name,
  role: isNew ? ("defines" as const) : ("extends" as const),
  declarations: [
    {
      class_name: "Order",
      is_new_model: isNew,
      file: "models/order.py",
      line: 1,
      decorators: [],
      signature: "(self)",
      docstring,
    },
  ],
});

const readAbout = (makers: readonly string[], modules: MethodLocations["modules"]): unknown => {
  const answer: MethodLocations = {
    kind: "method",
    model_name: "shop.order",
    name: "confirm",
    platform_version: "17.0",
    platform_versions: ["17.0"],
    ...COMPLETE,
    not_indexed_needed: false,
    platform_makers: makers,
    load_order: LOAD_ORDER,
    modules,
  };
  return readFact(layMember(answer, CONTEXT), "docstring");
};

test("a method is described by its maker, and by nobody where the maker is not indexed", () => {
  const extension = toMethodModule("shop_more", false, "Sets up contracts.");
  expect(readAbout([], [toMethodModule("shop", true, "Confirms."), extension])).toBe("Confirms.");
  expect(readAbout(["shop"], [extension])).toBeUndefined();
});

const readThings = (most: number) =>
  readAllParts("", most, ({ limit = 0, offset = 0 }) =>
    Promise.resolve({
      body: [1, 2, 3].slice(offset, offset + limit),
      total: 3,
      address: "/v1/things?limit=2",
    }),
  );

test("downloads say how many rows they have, where the page has more", async () => {
  const answer = await readThings(2);
  expect(answer.body).toEqual([1, 2, 3]);
  expect(renderFormats(answer).text).toContain("The first 2 rows:");
  expect(renderFormats(await readThings(3)).text).not.toContain("rows");
});

test("a long name is broken where its words end, a short one and a version are not", () => {
  const broken = html`${breakName("sale_order is not at 17.0, stock_picking_batch_extended is.", 19)}`;
  expect(broken.text).toBe(
    "sale_order is not at 17.0, stock_<wbr />picking_<wbr />batch_<wbr />extended is.",
  );
  expect(html`${breakName("models/mail_thread.py:110 (16.0)", 19)}`.text).toContain("(16.0)");
});
