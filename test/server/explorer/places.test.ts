// An answer that comes in parts is read whole, and programs are led to its beginning.
import { expect, test } from "vitest";
import type { PageContent, PageRequest } from "../../../server/explorer/page.js";
import { showDefinition } from "../../../server/explorer/page/definition-page.js";

const AT = { file: "static/src/one.js", line: 1 };

const ROWS = {
  views: [
    { ...AT, xml_id: "sale.form", name: "", view_type: "form", model: "", inherit_xml_id: null },
  ],
  classes: [],
  functions: [{ ...AT, name: "one" }],
  registry: [],
  patches: [],
  templates: [],
};

test.each<[string, (request: PageRequest) => Promise<PageContent>]>([
  ["a view", showDefinition("view")],
  ["JavaScript", showDefinition("javascript")],
])("the page of %s shows more modules than one answer has", async (_, show) => {
  const all = Array.from({ length: 401 }, (_one, at) => ({
    technical_name: `module_${at}`,
    organization: "OCA",
    repository: "web",
    role: "defines",
    installable: true,
    after: [],
    ...ROWS,
  }));
  const asked: number[] = [];
  const ask = async (path: string, { limit = 0, offset = 0 }: Record<string, number>) => {
    asked.push(offset);
    return {
      body: {
        xml_id: "sale.form",
        kind: null,
        complete: true,
        not_indexed: [],
        not_indexed_count: 0,
        platform_version: "17.0",
        platform_versions: ["17.0"],
        load_order: { known: true, unplaced: [] },
        modules: all.slice(offset, offset + limit),
      },
      total: all.length,
      address: `${path}?offset=${offset}`,
    };
  };
  const last = new URLSearchParams("table=modules&with=module_400");
  const request = { ask, path: { name: "sale.form" }, query: last };
  const { main } = await show(request as unknown as PageRequest);
  expect(main.text).toContain("<code>module_400</code>");
  expect(main.text).toContain("offset=0");
  expect(asked).toEqual([0, 200, 400]);
});
