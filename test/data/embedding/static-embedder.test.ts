// The static embedder: promises that hold for any text, and a small ranking as users would see it.

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Embedder, EmbeddingDocument } from "../../../data/embedding/embedder.js";
import { openStaticEmbedder } from "../../../data/embedding/static-embedder.js";
import { learnStaticModel } from "../../../data/embedding/static-model.js";

interface Described {
  readonly technicalName: string;
  readonly name: string;
  readonly summary: string;
}

const MODULES: readonly Described[] = [
  ["sale_order_type", "Sale Order Type", "Classify quotations and confirmed sale orders by type"],
  ["stock_barcode_scan", "Barcode Scanning", "Scan products and packages with a hand-held reader"],
  [
    "hr_holidays_public",
    "Public Holidays",
    "Calendar of bank holidays, considered in leave requests",
  ],
  ["account_payment_order", "Payment Orders", "Pay vendors with a bank file for the whole batch"],
  ["l10n_es_aeat_mod303", "AEAT modelo 303", "Declaración trimestral del IVA español"],
  [
    "project_timesheet_sheet",
    "Timesheet Sheet",
    "Weekly sheet of hours worked on projects and tasks",
  ],
  [
    "mrp_subcontracting",
    "Subcontracting",
    "Manufacture goods at a supplier with components you own",
  ],
  ["website_cookie_notice", "Cookie Notice", "Ask visitors for consent before any cookie is set"],
  ["partner_multi_address", "Delivery Addresses", "Several delivery addresses for one customer"],
  ["fleet_vehicle_fuel", "Vehicle Fuel Log", "Fuel receipts and mileage of company cars"],
  ["hr_请假", "请假管理", "员工请假申请与审批流程"],
  ["warehouse_ja", "倉庫管理", "在庫のロケーションと出荷を管理する"],
].map(([technicalName = "", name = "", summary = ""]) => ({ technicalName, name, summary }));

const embedder = openStaticEmbedder(learnStaticModel(MODULES.map(joinTexts)));

describe("ranking", () => {
  test.each([
    ["a typo", "barcdoe scaning", "stock_barcode_scan"],
    ["another typo", "publc holyday calender", "hr_holidays_public"],
    ["a singular", "cookie", "website_cookie_notice"],
    ["a plural", "vehicles", "fleet_vehicle_fuel"],
    ["another inflection", "timesheets for working hours", "project_timesheet_sheet"],
    ["another word order", "type of order for a sale", "sale_order_type"],
    ["a technical name", "account_payment_order", "account_payment_order"],
    ["camel case", "multiAddress", "partner_multi_address"],
    ["a compound cut open", "sub contracting", "mrp_subcontracting"],
    ["accents left out", "declaracion iva espanol", "l10n_es_aeat_mod303"],
    ["part of a Chinese name", "请假审批", "hr_请假"],
    ["part of a Japanese name", "在庫管理", "warehouse_ja"],
  ])("finds a module by %s: %s", async (_, query, technicalName) => {
    expect((await rank(embedder, query))[0]).toBe(technicalName);
  });

  test("counts a rare word more than one that every module has", async () => {
    const texts = ["odoo fuel", "odoo cookie", "odoo barcode", "odoo holiday"];
    const learned = openStaticEmbedder(learnStaticModel(texts));
    const query = await learned.embedQuery("odoo");
    const rare = await learned.embedQuery("fuel");
    const both = await learned.embedQuery("odoo fuel");
    expect(dot(both, rare)).toBeGreaterThan(dot(both, query) + 0.2);
  });

  test("counts a document's parts by their weights", async () => {
    const [first, second] = await embedder.embedDocuments([
      parts(["barcode", 3], ["cookie", 1]),
      parts(["barcode", 1], ["cookie", 3]),
    ]);
    const query = await embedder.embedQuery("barcode");
    expect(dot(query, first)).toBeGreaterThan(dot(query, second) + 0.2);
  });
});

describe("vectors", () => {
  const anyText = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
    fc
      .array(fc.constantFrom("sale", "order", "barcode", "请假", "cookies"))
      .map((w) => w.join(" ")),
  );
  const anyDocument = fc.array(fc.record({ text: anyText, weight: fc.double() }), { maxLength: 5 });

  test("have unit length or are zero, and are finite, for any text and document", async () => {
    await fc.assert(
      fc.asyncProperty(anyText, anyDocument, async (text, document) => {
        const documents = await embedder.embedDocuments([document, []]);
        expect(documents).toHaveLength(2);
        for (const vector of [await embedder.embedQuery(text), ...documents]) {
          expect(vector).toHaveLength(embedder.spec.dimensions);
          const length = Math.sqrt(dot(vector, vector));
          if (vector.some((value) => value !== 0)) expect(length).toBeCloseTo(1, 5);
          else expect(length).toBe(0);
        }
      }),
    );
  });

  test("are the same bits each time, in any company, for a model learned in any order", async () => {
    const texts = MODULES.map(joinTexts);
    const again = openStaticEmbedder(learnStaticModel(texts.toReversed()));
    expect(again.spec).toEqual(embedder.spec);
    await fc.assert(
      fc.asyncProperty(anyText, anyDocument, async (text, document) => {
        expect(await again.embedQuery(text)).toEqual(await embedder.embedQuery(text));
        const [alone] = await embedder.embedDocuments([document]);
        const [, among] = await again.embedDocuments([[], document]);
        expect(among).toEqual(alone);
      }),
    );
  });

  test("have unit length even where only a part of next to no weight is known", async () => {
    const [vector] = await embedder.embedDocuments([parts(["…", 1], ["barcode", 1e-170])]);
    expect(dot(vector ?? new Float32Array(), vector)).toBeCloseTo(1, 5);
    expect(dot(await embedder.embedQuery("barcode"), vector)).toBeCloseTo(1, 5);
  });

  test("are zero where nothing is known", async () => {
    const knowsNothing = openStaticEmbedder(learnStaticModel([]));
    for (const vector of [
      await embedder.embedQuery(""),
      await embedder.embedQuery("…!"),
      await embedder.embedQuery("ъъъъъ"),
      await knowsNothing.embedQuery("sale order"),
    ]) {
      expect(vector.every((value) => value === 0)).toBe(true);
    }
  });

  test("tell apart even what was learned from a single text", async () => {
    const single = openStaticEmbedder(learnStaticModel(["sale order"]));
    const query = await single.embedQuery("sale");
    expect(dot(query, query)).toBeCloseTo(1, 5);
    expect(dot(query, await single.embedQuery("order"))).toBeLessThan(0.5);
  });

  test("stay as they are: a snapshot's vectors are compared with a later program's", async () => {
    const vector = await embedder.embedQuery("sale order 请假");
    const largest = [...vector.entries()].toSorted((a, b) => Math.abs(b[1]) - Math.abs(a[1]));
    expect(embedder.spec).toMatchObject({ kind: "static", dimensions: 256, revision: 1 });
    expect(largest.slice(0, 4).map(([at, value]) => [at, value.toFixed(6)])).toEqual([
      [69, "0.468712"],
      [191, "-0.251182"],
      [222, "-0.251182"],
      [74, "0.217530"],
    ]);
  });
});

function joinTexts({ technicalName, name, summary }: Described): string {
  return [technicalName, name, summary].join("\n");
}

function parts(...pairs: readonly (readonly [string, number])[]): EmbeddingDocument {
  return pairs.map(([text, weight]) => ({ text, weight }));
}

async function rank(by: Embedder, query: string): Promise<string[]> {
  const asked = await by.embedQuery(query);
  const vectors = await by.embedDocuments(
    MODULES.map(({ technicalName, name, summary }) =>
      parts([name, 1], [technicalName, 1], [summary, 0.6]),
    ),
  );
  return MODULES.map(({ technicalName }, at) => ({ technicalName, score: dot(asked, vectors[at]) }))
    .toSorted((a, b) => b.score - a.score)
    .map(({ technicalName }) => technicalName);
}

function dot(a: Float32Array, b: Float32Array | undefined): number {
  return a.reduce((sum, value, at) => sum + value * (b?.[at] ?? 0), 0);
}
