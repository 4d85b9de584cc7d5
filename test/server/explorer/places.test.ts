// An answer that comes in parts is read whole, and programs are led to its beginning.
import { expect, test } from "vitest";
import type { PageContent, PageRequest } from "../../../server/explorer/page.js";
import { showInJavaScript } from "../../../server/explorer/page/javascript-page.js";
import { readAllModules } from "../../../server/explorer/page/places.js";
import { showView } from "../../../server/explorer/page/view-page.js";

test("all modules of an answer are read, a part after the other", async () => {
  const all = Array.from({ length: 401 }, (_, at) => `module_${at}`);
  const asked: number[] = [];
  const whole = await readAllModules(async ({ limit, offset = 0 }) => {
    asked.push(offset);
    const modules = all.slice(offset, offset + limit);
    return { body: { modules, first: offset === 0 }, total: all.length, address: `/at/${offset}` };
  });
  expect(whole).toEqual({ body: { modules: all, first: true }, total: 401, address: "/at/0" });
  expect(asked).toEqual([0, 200, 400]);
});

const ROWS = { views: [], classes: [], functions: [], registry: [], patches: [], templates: [] };

test.each<[string, (request: PageRequest) => Promise<PageContent>]>([
  ["a view", showView],
  ["JavaScript", showInJavaScript],
])("the page of %s shows more modules than one answer has", async (_, show) => {
  const all = Array.from({ length: 201 }, (_one, at) => ({
    technical_name: `module_${at}`,
    role: "extends",
    after: [],
    ...ROWS,
  }));
  const ask = async (path: string, { limit = 0, offset = 0 }: Record<string, number>) => ({
    body: {
      xml_id: "sale.form",
      kind: null,
      complete: true,
      platform_version: "17.0",
      platform_versions: ["17.0"],
      load_order: { known: true },
      modules: all.slice(offset, offset + limit),
    },
    total: all.length,
    address: path,
  });
  const request = { ask, path: { name: "sale.form" }, query: new URLSearchParams() };
  const { main } = await show(request as unknown as PageRequest);
  expect(main.text).toContain(">module_0</a>");
  expect(main.text).toContain(">module_200</a>");
});
