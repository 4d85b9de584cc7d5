// The page of a search: every link beside the results gives as many modules as it says, without a script.
import { expect, test } from "vitest";
import { decodeText, sendRequest } from "../../support/raw-http.js";
import { serveSharedSnapshot } from "../../support/shared-snapshot.js";
import { sampleCases } from "../../support/properties.js";

const service = await serveSharedSnapshot();

async function read(target: string): Promise<string> {
  const answer = await sendRequest(service.port, { target, headers: { Accept: "text/html" } });
  expect(answer.status).toBe(200);
  return decodeText(answer);
}

/** The links beside the results, each with its count. */
function listFacetLinks(page: string): readonly (readonly [string, number])[] {
  const [, facets = ""] = /<div class="facets">([\s\S]*?)<\/nav>/.exec(page) ?? [];
  const links = facets.matchAll(/<li>\s*<a href="([^"]*)"[\s\S]*?<span class="number">([\d,]+)</g);
  return [...links].map(([, href = "", count = ""]) => [
    href.replaceAll("&amp;", "&"),
    Number(count.replaceAll(",", "")),
  ]);
}

/** Total on a page. */
function readTotal(page: string): number {
  const [, said = ""] = /data-status>([^<]*)</.exec(page) ?? [];
  const [, total = ""] = /^(?:\d+ of )?(\d+) modules?$/.exec(said) ?? [];
  return Number(total);
}

test.each(
  sampleCases([
    ["with everything found", "/?q=rental"],
    ["at another version", "/?q=rental&platform_version=16.0"],
    ["narrowed by a licence", "/?q=invoice&platform_version=17.0&license=AGPL-3"],
    ["with modules alone", "/?q=invoice&platform_version=17.0&kind=module"],
    ["of one repository", "/?q=rental&platform_version=17.0&repository=harbor-works%2Fretail"],
    ["without words", "/?platform_version=17.0"],
    ["of what cannot be installed", "/?platform_version=17.0&installable=no"],
  ]),
)("%s the links lead to as many modules as they say", async (_, target) => {
  const links = listFacetLinks(await read(target));
  expect(links.length).toBeGreaterThan(3);
  const followed: (readonly [string, number])[] = [];
  for (const [href] of links) followed.push([href, readTotal(await read(href))]);
  expect(followed).toEqual(links);
});

test("results are sorted, shown as far as asked for, and exported as a whole", async () => {
  const lines = async (target: string) => (await read(target)).trimEnd().split("\r\n");
  const [head = "", ...files] = await lines("/?q=rental&sort=name&table=results&as=csv");
  expect(head).toMatch(/^kind,technical_name,/);
  const names = files.map((line) => line.split(",")[1] ?? "");
  expect(names.length).toBeGreaterThan(20);
  expect(names).toEqual(names.toSorted((left, right) => left.localeCompare(right, "en")));
  const all = "/?platform_version=17.0&sort=most+used";
  expect(await read(all)).toMatch(/<option selected>most used<\/option>/);
  const total = readTotal(await read(all));
  expect(total).toBeGreaterThan(30);
  expect(await read(`${all}&show=30`)).toContain(`data-status>30 of ${total} modules<`);
  const rows = JSON.parse(await read(`${all}&table=results&as=json`)) as readonly {
    readonly dependents: number;
  }[];
  expect(rows).toHaveLength(total);
  const uses = rows.map(({ dependents }) => dependents);
  expect(uses).toEqual(uses.toSorted((left, right) => right - left));
});

test("what was chosen is marked among the links", async () => {
  const page = await read("/?q=rental&platform_version=17.0&license=AGPL-3");
  const current = [...page.matchAll(/data-state aria-current="true">([^<]*)</g)];
  expect(current.map(([, text]) => text)).toEqual(["AGPL-3"]);
});

test("what is beside the list counts the list: near in meaning or with the words, all of it narrowed", async () => {
  const asked = "/?q=remind+customers+who+have+not+paid";
  const links = listFacetLinks(await read(asked));
  expect(links).toContainEqual([`${asked}&repository=meadow-apps%2Ffinance`, expect.any(Number)]);
  const narrowed = await read(`${asked}&repository=meadow-apps%2Ffinance`);
  expect(narrowed.includes("/module/invoice_reminder")).toBe(true);
  expect(narrowed).toMatch(/>All modules with these words at \d+\.0<\/a>/);
  // Filters on facts outside the rows count all modules with the words.
  const byAuthor = listFacetLinks(await read("/?q=rental&author=harbor"));
  expect(byAuthor.map(([address]) => address).join()).toContain("platform_version=17.0");
});

test("a filter that leaves nothing of the list is searched for among all modules", async () => {
  const page = await read("/?q=rental&platform_version=17.0&license=Other+proprietary");
  expect(page.includes("Nothing found")).toBe(true);
});

test("where nothing is asked or found there are no links", async () => {
  expect(listFacetLinks(await read("/"))).toEqual([]);
  expect(listFacetLinks(await read("/?q=zzzzzzzz"))).toEqual([]);
});
