// Unknown values are named with existing ones: filters, versions, paths; and a count leads to as
// many rows. For people on pages, for agents in the answers of tools.

import { expect, test } from "vitest";

import { decodeJson, decodeText, sendRequest } from "../../support/raw-http.js";
import { serveSharedSnapshot } from "../../support/shared-snapshot.js";

const service = await serveSharedSnapshot();

const read = async (target: string): Promise<string> =>
  decodeText(await sendRequest(service.port, { target, headers: { Accept: "text/html" } }));

const askJson = async (target: string): Promise<unknown> =>
  decodeJson(await sendRequest(service.port, { target }));

test("a filter that no module has names those that there are", async () => {
  expect(await read("/?platform_version=9.0")).toMatch(
    /No module has the version “9\.0”[\s\S]*There is[\s\S]*platform_version=17\.0"/,
  );
  expect(await read("/?platform_version=17.0&license=AGPL")).toMatch(
    /No module has the license “AGPL”[\s\S]*license=AGPL-3"[\s\S]*>AGPL-3</,
  );
  expect(await read("/?q=rental&platform_version=9.0")).toContain("No module has the version");
  expect(await read("/?q=no_such_module_at_all")).not.toContain("No module has the");
});

test("counts of the first page are those of the lists that they lead to", async () => {
  const home = await read("/");
  const rows = [
    ...home.matchAll(
      /href="([^"]*[?&](?:amp;)?category=[^"]*)"[^>]*>[^<]*<\/a><\/th><td class="number"[^>]*>(\d+)</g,
    ),
  ];
  expect(rows.length).toBeGreaterThan(3);
  for (const [, href = "", count = ""] of rows) {
    const list = await read(href.replaceAll("&amp;", "&"));
    expect(list).toMatch(new RegExp(`(?:>|of )${count} modules?<`));
  }
});

test("a model that is not at a version leads to those at which it is", async () => {
  const page = await read("/model/rental.order?platform_version=8.0");
  expect(page).toContain('href="/model/rental.order?platform_version=17.0"');
});

test.each([
  ["search?platform_version=17.0&q=rental", "q is term here"],
  ["facets?platform_version=17.0&q=rental", "q is term here"],
  ["semantic-search?term=rental", "q is required; term is q here"],
  ["find?term=rental", "q is required; term is q here"],
  ["search?platform_version=17.0&query=rental", "query is term here"],
  ["search?platform_version=17.0&module=rental", "module is term here"],
  [
    "search?platform_version=17.0&org=x&repo=y",
    "org is organization here; repo is repository here",
  ],
  ["module/rental_core/17.0?organization=x", "organization is org here"],
  ["repo/retail?organization=x", "organization is org here"],
  ["plan?platform_version=17.0&module=rental", "modules is required; module is modules here"],
  ["search/rental?q=rental", "q is module_name of the path here"],
])("/v1/%s: a name that another search has is refused with the right one", async (path, said) => {
  const problem = (await askJson(`/v1/${path}`)) as { detail: string };
  expect(problem.detail).toBe(`Wrong parameters: ${said}.`);
});

test.each(["term", "query"])("the search page takes %s for its words, too", async (name) => {
  expect(await read(`/?${name}=rental_core`)).toContain('value="rental_core"');
});

test("a repository of one organization alone", async () => {
  const named = { organizations: { "harbor-works": expect.any(Object) } };
  expect(await askJson("/v1/repo/retail?org=HARBOR-works")).toMatchObject(named);
  expect(await askJson("/v1/repo/retail?org=nobody")).toMatchObject({
    code: "unknown_repository",
    suggestions: ["harbor-works/retail", "northwind-addons/retail"],
  });
  expect(await read("/repo/harbor-works/retail")).toContain("<h1>");
});

test("a path with a part too many or too few leads to what was meant", async () => {
  expect(await askJson("/v1/repo/harbor-works/retail")).toMatchObject({
    code: "unknown_path",
    suggestions: ["/v1/repo/retail", "/v1/repo/{repo_name}", "/v1/repo/{repo_name}/coverage"],
  });
  expect(await askJson("/v1/search/")).toMatchObject({
    code: "invalid_parameters",
    suggestions: ["/v1/search/{module_name}"],
  });
  const page = await read("/repo/harbor-works/retail/x");
  expect(page).toContain('href="/repo/harbor-works/retail"');
  expect(page).not.toContain('href="/repo/harbor-works"');
});

test("views that most inherit from are suggested first", async () => {
  const { suggestions } = (await askJson("/v1/view/rental_order_view_form")) as {
    suggestions: readonly string[];
  };
  expect(suggestions[0]).toBe("rental_core.rental_order_view_form");
});

test("examples of the start can be followed", async () => {
  const { routes } = (await askJson("/v1")) as { routes: readonly { href: string }[] };
  const hrefs = routes.map(({ href }) => href);
  expect(hrefs).toContain("/v1/module/mail");
  expect(hrefs).toContain("/v1/plan?platform_version=19.0&modules=mail");
  for (const target of hrefs) {
    const { status } = await sendRequest(service.port, { target });
    expect([target, status]).toEqual([target, 200]);
  }
});
