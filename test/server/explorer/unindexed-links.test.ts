// Targets without a page are text: actions of menus, and models of rights, of modules outside the
// index.
import { expect, test } from "vitest";
import type { PageRequest } from "../../../server/explorer/page.js";
import { showAccess, showMenus } from "../../../server/explorer/page/registry/answers.js";
import { listAddresses } from "../http/page-markup.js";

const SYSTEM = {
  platform_version: "17.0",
  complete: false,
  not_indexed: ["product", "stock"],
  not_indexed_count: 2,
  total: 2,
};

/** Links to pages of the list of a name, of the page that shows an answer. */
async function listLinks(
  show: (request: PageRequest) => Promise<{ readonly main: { readonly text: string } }>,
  list: string,
  rows: object,
): Promise<readonly string[]> {
  // The installation has all that it is asked about: what is left out is known from the answer.
  const kind = list === "records" ? "record" : "model";
  const ask = async (path: string, { refs = "" }: { readonly refs?: string }): Promise<unknown> => {
    const references = refs.split(",").map((ref) => ({ ref, kind, exists: true }));
    const answer = { ...SYSTEM, references, ...rows };
    return {
      body: path === "/v1/{kind}" ? [{ platform_version: "17.0" }] : answer,
      address: path,
    };
  };
  const query = new URLSearchParams("platform_version=17.0&modules=sale");
  const request = { ask, query, path: {} } as unknown as PageRequest;
  const links = listAddresses((await show(request)).main.text);
  const start = `/registry/${list}/`;
  return links.flatMap(([, link]) =>
    link.startsWith(start) ? [link.slice(start.length).split("?")[0] ?? ""] : [],
  );
}

test("menus lead to actions that are indexed", async () => {
  const menus = ["sale.action", "product.action"].map((action, at) => ({
    xml_id: `sale.menu_${at}`,
    complete_name: null,
    action,
    groups: [],
    active: true,
    writers: [],
    children: [],
  }));
  expect(await listLinks(showMenus, "records", { menus })).toEqual([
    "sale.menu_0",
    "sale.action",
    "sale.menu_1",
  ]);
});

test("rights lead to models that are indexed, and to those that others extend", async () => {
  const models = ["stock.model_stock_quant", "stock.quant", "sale.model_x"].map((model) => ({
    model,
    access: [],
    rules: [],
  }));
  expect(await listLinks(showAccess, "access", { models })).toEqual([
    "stock.quant",
    "sale.model_x",
  ]);
});
