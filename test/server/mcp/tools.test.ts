// The tools, asked by the SDK's own client over HTTP and over the streams of the program: what routes
// answer, made to fit.

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { PART_NAMES } from "../../../data/module/module-parts.js";
import { MOST_CHARS } from "../../../server/mcp/arguments.js";
import type { Json } from "../../support/interface-fields.js";
import { connectOverHttp, connectOverStreams, type Agent } from "./mcp-client.js";
import { ODD_QUESTIONS } from "../../support/odd-questions.js";
import { getSharedSnapshots, serveSharedSnapshot } from "../../support/shared-snapshot.js";
import { sampleCases } from "../../support/properties.js";

const service = await serveSharedSnapshot();

const QUESTIONS: readonly (readonly [tool: string, given: object, expected: object])[] = [
  [
    "find_module",
    { module_name: "rental", limit: 1, installable: true },
    { offset: 0, next_offset: 1, rows: [{}] },
  ],
  [
    "find_module",
    { module_name: "mrp" },
    { platform_module: { technical_name: "mrp", edition: "core" } },
  ],
  [
    "find_module",
    { q: "rental.order#action_return", limit: 1 },
    { read_as: "name", hits: [{ kind: "method", name: "rental.order.action_return" }] },
  ],
  [
    "search_modules",
    {
      q: "people who owe us",
      also: ["overdue invoices, payment reminders", "dunning"],
      limit: 1,
    },
    { rows: [{ technical_name: "invoice_reminder" }] },
  ],
  [
    "search_modules",
    { platform_version: 17, depends_on: "rental_core" },
    { total: 1, rows: [{ technical_name: "rental_deposit" }] },
  ],
  [
    "search_modules",
    { platform_version: "17.0", term: "rental", limit: 1 },
    {
      rows: [
        {
          technical_name: "rental_core",
          summary: expect.stringMatching(/\w/),
          from: "harbor-works/retail",
        },
      ],
    },
  ],
  [
    "search_modules",
    { q: "barcode label", platform_version: "17.0", limit: 1 },
    { rows: [{ platform_version: "17.0", score: expect.any(Number) }] },
  ],
  [
    "search_modules",
    { q: "rental_core", limit: 2 },
    {
      next_offset: 2,
      rows: [
        {
          technical_name: "rental_core",
          summary: expect.stringMatching(/\w/),
          platform_versions: ["16.0", "17.0", "18.0", "19.0"],
        },
        { technical_name: expect.not.stringMatching(/^rental_core$/) },
      ],
    },
  ],
  [
    "search_modules",
    { platform_version: "17.0", term: "rental nonsense" },
    { total: 0, next: expect.stringMatching(/ask with q/) },
  ],
  [
    "find_module",
    { module_name: "zzzzzzzzzz" },
    { total: 0, next: expect.stringMatching(/search_modules with q/) },
  ],
  [
    "find_module",
    { q: "zzzzzz.qqqqqq" },
    { hits: [], next: expect.stringMatching(/search_modules with q/) },
  ],
  [
    "list_repositories",
    { limit: 1 },
    {
      total: expect.any(Number),
      next_offset: 1,
      rows: [{ from: "harbor-works/retail", platform_versions: { "17.0": 12 } }],
    },
  ],
  [
    "list_repositories",
    { repo_name: "retail" },
    {
      organizations: {
        "harbor-works": { "8.0": 3, "16.0": 8, "17.0": 12, "18.0": 2, "19.0": 3 },
        "northwind-addons": { "16.0": 6 },
      },
    },
  ],
  [
    "list_repositories",
    { repo_name: "retail", from: "16", to: "17" },
    {
      missing: expect.any(Number),
      modules: expect.arrayContaining([
        expect.objectContaining({ technical_name: "rental_core", status: "present" }),
      ]),
    },
  ],
  [
    "search_modules",
    { platform_version: "17.0", license: "AGPL" },
    { total: 0, unknown_values: [{ parameter: "license", known: ["AGPL-3"] }] },
  ],
  [
    "find_module",
    { module_name: "rental", platform_version: "9.0" },
    { total: 0, unknown_values: [{ known: ["8.0", "16.0", "17.0", "18.0", "19.0"] }] },
  ],
  [
    "get_module",
    { module_name: "delivery_window" },
    {
      platform_versions: ["16.0", "17.0"],
      installable_at: ["16.0"],
      modules: [{ platform_version: "16.0" }, { platform_version: "16.0" }],
    },
  ],
  [
    "get_dependencies",
    { module_name: "delivery_route", platform_version: "17.0" },
    { not_installable: [{ technical_name: "delivery_window" }] },
  ],
  [
    "get_module",
    { module_name: "rental_deposit" },
    {
      platform_versions: ["16.0", "17.0", "18.0", "19.0"],
      modules: [
        {
          platform_version: "19.0",
          declared_dependencies: { platform: ["rental_core"] },
          models: [{ model_name: "rental.order", fields: 2, methods: 1 }],
        },
      ],
    },
  ],
  [
    "get_dependencies",
    { module_name: "approval_purchase", platform_version: "16.0" },
    { unresolved: [{ technical_name: "purchase", kind: "core" }] },
  ],
  [
    "get_dependencies",
    {
      module_name: "rental_core",
      platform_version: "17.0",
      direction: "needed_by",
      direct: true,
    },
    { counts: { direct: 1, all: 2 }, total: 1, modules: [{ technical_name: "rental_deposit" }] },
  ],
  [
    "diff_module",
    { module_name: "invoice_reminder", from: "8.0", to: "17.0" },
    {
      changes: expect.arrayContaining([
        expect.objectContaining({ part: "models", change: "extended", name: "res.partner" }),
        expect.objectContaining({
          part: "models",
          change: "no_longer_extended",
          name: "account.invoice",
        }),
      ]),
    },
  ],
  [
    "diff_module",
    { module_name: "rental_core", from: "16.0", to: "17.0", model: "rental.order" },
    {
      changes: expect.arrayContaining([
        expect.objectContaining({ model: "rental.order", change: "added", name: "signature" }),
      ]),
    },
  ],
  [
    "diff_module",
    { module_name: "rental_core", from: "16.0", to: "17.0", model: "res.users" },
    { note: "rental_core has no model res.users, or nothing of it changes." },
  ],
  [
    "diff_module",
    { from: "18.0", to: "19.0", model: "rental.order" },
    {
      total: expect.any(Number),
      changes: expect.arrayContaining([expect.objectContaining({ kind: "field" })]),
    },
  ],
  [
    "report_migration",
    { from: "16", to: "17", modules: ["rental_core", "no_such_module"], database: true },
    {
      missing: expect.arrayContaining([
        expect.objectContaining({ technical_name: "no_such_module", reason: "unknown_name" }),
      ]),
    },
  ],
  [
    "report_migration",
    { from: "16", to: "17", modules: ["rental_core", "no_such_module"] },
    {
      verdict: expect.stringContaining("From 16.0 to 17.0: "),
      requested: 2,
      unknown: 1,
      modules: [
        { technical_name: "no_such_module", state: "unknown" },
        {
          technical_name: "rental_core",
          state: "ported",
          targets: ["harbor-works/retail"],
        },
      ],
      read: [
        {
          provider: "harbor-works/retail",
          to: expect.stringMatching(/^17\.0 as of [\d: -]+$/),
        },
      ],
    },
  ],
  [
    "plan_system",
    { platform_version: "17", modules: ["rental_deposit", "fleet_logbook"], prefer: ["x"] },
    {
      counts: { requested: 2, auto_install: 1 },
      modules: expect.arrayContaining([
        expect.objectContaining({ technical_name: "rental_fleet", from: "harbor-works/retail" }),
      ]),
    },
  ],
  [
    "plan_system",
    { platform_version: "17", modules: "rental_deposit, fleet_logbook", prefer: ["x"] },
    { counts: { requested: 2, auto_install: 1 } },
  ],
  [
    "plan_system",
    { platform_version: "17", modules: '["rental_deposit", "fleet_logbook"]', prefer: ["x"] },
    { counts: { requested: 2, auto_install: 1 } },
  ],
  [
    "plan_system",
    { platform_version: "17", modules: ["rental_deposit,fleet_logbook"], prefer: ["x"] },
    { counts: { requested: 2, auto_install: 1 } },
  ],
  [
    "plan_system",
    { platform_version: "17", modules: ["rental_deposit"] },
    { modules_platform: expect.arrayContaining(["base"]) },
  ],
  [
    "plan_system",
    { platform_version: "17", modules: ["rental_deposit"], all: true },
    { modules: expect.arrayContaining([expect.objectContaining({ technical_name: "base" })]) },
  ],
  ["get_module", { module_name: "rental_core", repo: "harbor-works/retail" }, { modules: [{}] }],
  ["list_repositories", { repo_name: "harbor-works/retail" }, { name: "retail" }],
  [
    "inspect_system",
    { platform_version: "17", modules: ["rental_deposit"], model: "rental.order" },
    { model: "rental.order", made_by: "rental_core", kind: "Model" },
  ],
  [
    "inspect_system",
    { platform_version: "17", modules: ["invoice_reminder"], xml_id: "base.view_partner_form" },
    {
      views: [
        { xml_id: "base.view_partner_form" },
        { xml_id: "invoice_reminder.view_partner_form_reminder" },
      ],
      type: "form",
    },
  ],
  [
    "inspect_system",
    {
      platform_version: "17",
      modules: ["invoice_reminder"],
      xml_id: "base.view_partner_form",
      member: "no_reminder",
    },
    {
      shown: [
        expect.stringMatching(
          /^<field name="no_reminder".*> by invoice_reminder\.view_partner_form_reminder \(invoice_reminder\/views\/.*:\d+\)$/,
        ),
      ],
    },
  ],
  [
    "inspect_system",
    { platform_version: "17", modules: ["attendance_kiosk"], xml_id: "base.menu_contacts" },
    {
      model: "ir.ui.menu",
      values: expect.arrayContaining([{ field: "name", value: "Contacts" }]),
      writers: [{ module: "base" }],
    },
  ],
  [
    "inspect_system",
    {
      platform_version: "17",
      modules: ["attendance_kiosk"],
      model: "attendance.entry",
      groups: ["base.group_user"],
    },
    {
      allowed: "read, write, create",
      because: expect.arrayContaining(["read: attendance_kiosk.access_attendance_entry_user"]),
    },
  ],
  [
    "inspect_system",
    { platform_version: "17", modules: ["rental_core"], refs: ["rental.order", "rental.ordr"] },
    {
      references: [
        { exists: "exists", kind: "model" },
        { exists: "missing", near: ["rental.order"] },
      ],
    },
  ],
  [
    "where_is",
    { model_name: "rental.order" },
    {
      platform_version: "19.0",
      total: 3,
      modules: [
        { role: "defines" },
        { role: "extends", after: ["rental_core"] },
        { role: "extends", after: ["rental_core"] },
      ],
    },
  ],
  [
    "where_is",
    { model_name: "bank.import.transaction", field_name: "state", platform_version: "16" },
    { modules: [{ technical_name: "bank_import_core" }, { after: ["bank_import_core"] }] },
  ],
  [
    "where_is",
    { model_name: "rental.order", method_name: "action_return" },
    { modules: [{ signature: "(self, condition=None, *args, **kwargs)" }] },
  ],
  [
    "where_is",
    { xml_id: "base.view_partner_form", platform_version: "17.0", limit: 1, offset: 1 },
    { total: 3, next_offset: 2, modules: [{ technical_name: "invoice_reminder" }] },
  ],
];

/** A stream carries what HTTP does: there each tool is asked once. */
const firstOfEach = QUESTIONS.filter(
  ([tool], at) => QUESTIONS.findIndex(([other]) => other === tool) === at,
);

describe.each(["HTTP", "streams"])("over %s", (way) => {
  let agent: Agent;

  beforeAll(async () => {
    agent = await (way === "HTTP"
      ? connectOverHttp(service.base)
      : connectOverStreams(getSharedSnapshots()));
  });

  afterAll(() => agent.close());

  test("an agent is told what is here", () => {
    expect(agent.client.getServerVersion()).toMatchObject({ name: "module-lookup" });
    expect(agent.client.getInstructions()).toMatch(/17\.0 \(\d+\)[^]*may still exist elsewhere/);
  });

  test("every tool only reads, and says what it takes", async () => {
    const { tools } = await agent.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "find_module",
      "search_modules",
      "get_module",
      "get_dependencies",
      "diff_module",
      "plan_system",
      "report_migration",
      "inspect_system",
      "where_is",
      "list_repositories",
    ]);
    for (const { annotations, description, inputSchema, title } of tools) {
      expect(annotations).toEqual({ readOnlyHint: true });
      expect(description?.length).toBeGreaterThan(100);
      expect(title).toBeTruthy();
      expect(inputSchema.type).toBe("object");
      for (const schema of Object.values(inputSchema.properties ?? {})) {
        expect(schema).toMatchObject({ description: expect.any(String) });
      }
    }
  });

  test("all tools together are short: an agent reads them before it asks anything", async () => {
    const { tools } = await agent.client.listTools();
    expect(tools.length).toBeLessThanOrEqual(10);
    expect(Buffer.byteLength(JSON.stringify(tools))).toBeLessThanOrEqual(12_000);
    const limits = tools.flatMap(({ inputSchema }) => inputSchema.properties?.["limit"] ?? []);
    expect(limits).toHaveLength(7);
    for (const limit of limits) {
      expect(limit).toEqual({
        type: "integer",
        description: expect.stringMatching(/^Rows; default \d+(?:, at most \d+)?\.$/),
      });
    }
  });

  test.each(way === "HTTP" ? QUESTIONS : firstOfEach)("%s of %j", async (name, given, expected) => {
    const { body, text, isError } = await agent.call(name, given);
    expect(isError).toBe(false);
    expect(body).toMatchObject(expected);
    expect(text.length).toBeGreaterThan(20);
    expect(text.length).toBeLessThan(JSON.stringify(body).length);
  });
});

describe("what agents may ask", () => {
  let agent: Agent;

  beforeAll(async () => {
    agent = await connectOverHttp(service.base);
  });

  afterAll(() => agent.close());

  test.each(sampleCases(ODD_QUESTIONS))("%s", async (_, text) => {
    const names = ["find_module", "get_module"].map(
      (name) => [name, { module_name: text }] as const,
    );
    const questions = [
      ...names,
      ["search_modules", { q: text }],
      ["where_is", { model_name: text, field_name: text }],
      ["where_is", { xml_id: text }],
    ] as const;
    for (const [name, given] of questions) {
      const { body, isError } = await agent.call(name, given);
      if (isError) expect(body).toMatchObject({ code: expect.any(String) });
      expect(JSON.stringify(body).length).toBeLessThan(MOST_CHARS + 2_000);
    }
    expect(service.log).toEqual([]);
  });

  async function ask(parts: readonly string[]): Promise<Json> {
    const { body } = await agent.call("get_module", { module_name: "vat_check", parts });
    return (body["modules"] as readonly Json[])[0] ?? {};
  }

  test("of several repositories with a module the copies are told", async () => {
    const given = { module_name: "delivery_window", platform_version: "16.0", parts: [] };
    const { body } = await agent.call("get_module", given);
    const [original, copy] = body["modules"] as readonly Json[];
    expect(original).not.toHaveProperty("copy_of");
    expect(copy).toMatchObject({ copy_of: { from: "harbor-works/retail" } });
  });

  test("parts of a module that were not asked for are left out", async () => {
    const without = Object.keys(await ask([]));
    expect(without).not.toContain("models");
    expect(await ask(["people"])).toMatchObject({ authors: expect.any(Array) });
    for (const part of PART_NAMES) {
      expect(without).not.toContain(part);
      expect(await ask([part])).toMatchObject({ [part]: expect.anything() });
    }
    const [model] = (await ask(["fields", "views"]))["models"] as readonly Json[];
    expect(Object.keys(model ?? {})).toContain("fields");
    expect(model).toMatchObject({ methods: expect.any(Number) });
  });

  test("one method of a model is short, and the rest is given on request", async () => {
    const asked = { platform_version: "17.0", modules: ["rental_deposit"], model: "rental.order" };
    const member = { ...asked, member: "action_return" };
    const { text, body } = await agent.call("inspect_system", member);
    expect(text.length / 4).toBeLessThan(400);
    expect(body).toMatchObject({ methods: [{ name: "action_return", module: "rental_core" }] });
    const whole = await agent.call("inspect_system", { ...asked, chars: 500 });
    expect(whole.body["cut"]).toEqual(
      expect.arrayContaining([expect.stringMatching(/chars: 40000/)]),
    );
    expect(JSON.stringify(whole.body).length).toBeLessThan(2_500);
    const everywhere = { model_name: "rental.order", method_name: "action_return" };
    const places = await agent.call("where_is", everywhere);
    expect(places.text.length / 4).toBeLessThan(400);
  });

  test("next_offset leads through all rows, each once", async () => {
    const names: string[] = [];
    for (let offset: unknown = 0; offset !== undefined;) {
      const given = { platform_version: "17.0", limit: 7, offset };
      const { body } = await agent.call("search_modules", given);
      names.push(...(body["rows"] as readonly Json[]).map((row) => String(row["technical_name"])));
      offset = body["next_offset"];
      if (offset === undefined) expect(names).toHaveLength(Number(body["total"]));
    }
    expect(names.length).toBeGreaterThan(20);
  });
});
