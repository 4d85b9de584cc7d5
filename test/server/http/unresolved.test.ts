// Needed modules outside the index are of Odoo core, of Odoo Enterprise, or unknown: in every
// answer, on the pages and for agents; and no load order is claimed that rests on them.
import { describe, expect, test } from "vitest";
import type { ModuleRecord } from "../../../data/module/records.js";
import { connectOverHttp } from "../mcp/mcp-client.js";
import { createRecord } from "../../support/module-records.js";
import { writeRecords } from "../../support/written-snapshot.js";
import type { RunningService } from "../../support/running-service.js";
import { serveForFile } from "../../support/shared-snapshot.js";

const VIEW = "sale.view_order_form";

/** A module that overrides a method of sale.order and inherits from a view of sale. */
function overriding(technical_name: string, ...platform: readonly string[]): ModuleRecord {
  const method = {
    name: "action_confirm",
    decorators: [],
    signature: "(self)",
    line: 2,
    docstring: null,
  };
  return createRecord({
    technical_name,
    declared_dependencies: { platform, pip: [], bin: [] },
    models: [
      {
        model_name: "sale.order",
        class_name: "SaleOrder",
        inherit_from: ["sale.order"],
        is_new_model: false,
        docstring: null,
        attrs: { kind: "Model" },
        file: "models/sale.py",
        line: 1,
        fields: [],
        methods: [method],
      },
    ],
    views: [
      {
        xml_id: "view_form",
        name: "",
        model: "sale.order",
        inherit_xml_id: VIEW,
        is_new: false,
        view_type: "form",
        file: "views/views.xml",
        line: 3,
      },
    ],
  });
}

const ADDONS = [
  overriding("a_deep", "sale_stock", "web_studio"),
  overriding("b_flat", "sale", "nowhere"),
  createRecord({
    technical_name: "c_above",
    declared_dependencies: { platform: ["b_flat"], pip: [], bin: [] },
  }),
];

const declare = (technical_name: string, ...platform: readonly string[]): ModuleRecord =>
  createRecord({ technical_name, declared_dependencies: { platform, pip: [], bin: [] } });

const PLATFORM = [
  declare("base"),
  overriding("sale", "base"),
  declare("sale_stock", "sale"),
  declare("web_studio", "base"),
  declare("nowhere", "base"),
];

/** The platform without one module, of which the others do not know. */
const PART = PLATFORM.filter(({ technical_name }) => technical_name !== "nowhere");

async function serve(records: readonly ModuleRecord[]): Promise<RunningService> {
  return serveForFile(await writeRecords(records));
}

const alone = await serve(ADDONS);
const part = await serve([...ADDONS, ...PART]);
const whole = await serve([...ADDONS, ...PLATFORM]);

async function ask(service: RunningService, path: string): Promise<unknown> {
  return (await fetch(service.base + path)).json();
}

/** A page without its markup. */
async function read(service: RunningService, path: string): Promise<string> {
  const text = await (await fetch(service.base + path)).text();
  const [, main = ""] = /<main[^>]*>([^]*)<\/main>/.exec(text) ?? [];
  return main
    .replaceAll(/<svg[^]*?<\/svg>/g, "")
    .replaceAll(/<[^>]+>/g, "")
    .replaceAll(/\s+/g, " ");
}

const METHOD = "/v1/method/sale.order/action_confirm";

describe("answers", () => {
  test("of a module name each that is not indexed, with whose it is", async () => {
    expect(await ask(alone, "/v1/module/c_above/17.0?fields=unresolved,name")).toEqual([
      {
        name: "Sale Extra",
        unresolved: [
          { technical_name: "nowhere", kind: "unknown" },
          { technical_name: "sale", kind: "core" },
        ],
      },
    ]);
    expect(await ask(alone, "/v1/module/a_deep/17.0")).toMatchObject([
      {
        unresolved_dependencies: ["sale_stock", "web_studio"],
        unresolved: [
          { technical_name: "sale_stock", kind: "core" },
          { technical_name: "web_studio", kind: "enterprise" },
        ],
      },
    ]);
    expect(await ask(whole, "/v1/module/a_deep/17.0")).toMatchObject([{ unresolved: [] }]);
  });

  test("of dependencies and dependents do the same", async () => {
    expect(await ask(alone, "/v1/module/c_above/17.0/dependencies")).toMatchObject({
      unresolved: [
        { technical_name: "nowhere", kind: "unknown", required_by: ["b_flat"] },
        { technical_name: "sale", kind: "core", required_by: ["b_flat"] },
      ],
    });
    const dependents = (name: string) => ask(alone, `/v1/module/${name}/17.0/dependents`);
    expect(await dependents("sale")).toMatchObject({ carriers: [], kind: "core" });
    expect(await dependents("web_studio")).toMatchObject({ kind: "enterprise" });
    expect(await dependents("nowhere")).toMatchObject({ kind: "unknown" });
    expect(await dependents("b_flat")).toMatchObject({ kind: null });
  });

  test("that there is no such module say that it is one of the platform", async () => {
    expect(await ask(alone, "/v1/module/sale")).toMatchObject({
      status: 404,
      kind: "core",
      detail:
        'The module "sale" is part of Odoo 17.0 itself, which is not in this index; others depend on it.',
    });
    expect(await ask(alone, "/v1/module/web_studio/12.0")).toMatchObject({
      kind: "enterprise",
      detail: expect.stringContaining("part of Odoo Enterprise 12.0, which is not in this index"),
    });
    expect(await ask(whole, "/v1/module/sale/16.0")).toMatchObject({
      code: "module_not_at_version",
      kind: "core",
      available_versions: ["17.0"],
    });
    const unknown = await ask(alone, "/v1/module/nowhere");
    expect(unknown).toMatchObject({
      detail:
        'The module "nowhere" is not in this index, but others depend on it. Add its repository to the index.',
    });
    expect(unknown).not.toHaveProperty("kind");
  });

  test("of a method claim the load order only with the platform", async () => {
    const modules = ["sale", "b_flat", "a_deep"].map((technical_name) =>
      expect.objectContaining({ technical_name }),
    );
    const load_order = { known: true, unplaced: [], missing: [], ambiguous: [], cycles: [] };
    expect(await ask(whole, METHOD)).toMatchObject({ load_order, modules });
    expect(await ask(alone, METHOD)).toMatchObject({
      load_order: {
        known: false,
        from_platform_table: true,
        unplaced: ["a_deep", "b_flat"],
        missing: [
          { technical_name: "nowhere", kind: "unknown" },
          { technical_name: "web_studio", kind: "enterprise" },
        ],
      },
    });
  });

  test("of a view say whose it is where its module is not here", async () => {
    expect(await ask(alone, `/v1/view/${VIEW}`)).toMatchObject({
      kind: "core",
      load_order: { known: false },
    });
    expect(await ask(whole, `/v1/view/${VIEW}`)).toMatchObject({
      kind: null,
      load_order: { known: true },
    });
  });
});

describe("pages", () => {
  test("name the platform, and warn of what is unknown", async () => {
    const deep = await read(alone, "/module/a_deep/17.0");
    expect(deep).toContain("Odoo core (not indexed) sale_stock");
    expect(deep).toContain("Odoo Enterprise web_studio");
    expect(deep).not.toContain("No indexed repository");
    const above = await read(alone, "/module/c_above/17.0");
    expect(above).toContain("and they are not of Odoo: nowhere (needed by b_flat)");
    const page = await (await fetch(`${alone.base}/module/b_flat/17.0`)).text();
    expect(page).toMatch(/<div class="notice">No indexed repository[^<]*<code>nowhere<\/code>/);
  });

  test("of a module of the platform say that it is one", async () => {
    expect(await read(alone, "/module/sale")).toContain(
      "The module &quot;sale&quot; is part of Odoo 17.0 itself, which is not in this index",
    );
  });

  test("name the load order only where it is known", async () => {
    const known = await read(whole, "/model/sale.order");
    expect(known).toContain("In load order.");
    expect(known).toContain("The modules of a row stand in load order.");
    expect(known).toContain("sale, b_flat, a_deep");
    const partial = await read(part, "/model/sale.order");
    expect(partial).toMatch(
      /1 module is listed last, because needed modules are not in this index \(nowhere\): b_flat/,
    );
    expect(partial).toContain("sale, a_deep, b_flat");
    const unknown = await read(alone, "/model/sale.order");
    expect(unknown).toMatch(
      /listed last, because needed modules are not in this index \(Odoo Enterprise; nowhere/,
    );
    expect(unknown).not.toContain("in load order");
    expect(unknown).toContain("a_deep, b_flat");
  });

  test("of a view do the same", async () => {
    expect(await read(alone, `/view/${VIEW}`)).toContain(
      "listed last, because needed modules are not in this index (Odoo Enterprise",
    );
    const known = await read(whole, `/view/${VIEW}`);
    expect(known).toContain("In load order.");
  });
});

test("agents get the same", async () => {
  const agent = await connectOverHttp(alone.base);
  const needs = await agent.call("get_dependencies", {
    module_name: "b_flat",
    platform_version: "17.0",
  });
  expect(needs.body).toMatchObject({
    unresolved: [
      { technical_name: "nowhere", kind: "unknown" },
      { technical_name: "sale", kind: "core" },
    ],
  });
  const where = await agent.call("where_is", {
    model_name: "sale.order",
    method_name: "action_confirm",
  });
  expect(JSON.stringify(where.body)).toContain(
    "listed last, because needed modules are not in this index (Odoo Enterprise",
  );
  const module = await agent.call("get_module", { module_name: "b_flat" });
  expect(module.body).toMatchObject({
    modules: [{ unresolved: [{ kind: "unknown" }, { kind: "core" }] }],
  });
  await agent.close();
});
