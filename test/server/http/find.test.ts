// What the one box finds, over a real socket: every address of every hit is answered, whatever was typed.
import { describe, expect, test } from "vitest";
import { openSnapshot } from "../../../data/snapshot/decode.js";
import type { FoundHits } from "../../../server/contract/shape/find.js";
import { listRecords } from "../../support/fixture-snapshot.js";
import { decodeJson, sendRequest } from "../../support/raw-http.js";
import { getSharedSnapshot, serveSharedSnapshot } from "../../support/shared-snapshot.js";

const service = await serveSharedSnapshot();

async function find(q: string, more: Readonly<Record<string, string>> = {}): Promise<FoundHits> {
  const query = new URLSearchParams({ q, ...more });
  const answer = await sendRequest(service.port, { target: `/v1/find?${query.toString()}` });
  expect([q, answer.status]).toEqual([q, 200]);
  return decodeJson(answer) as FoundHits;
}

test("where words were typed, near words of names are for asking again", async () => {
  const { near_words: words = [] } = await find("Mietwagen ausleihen");
  expect(words[0]).toBe("rental");
  expect((await find(words[0] ?? "")).hits.length).toBeGreaterThan(0);
  expect(await find("harbor-works/retail")).not.toHaveProperty("near_words");
});

test("a name of Odoo or Enterprise that is not indexed says whose it is", async () => {
  const { platform_module: studio } = await find("web_studio");
  expect(studio).toMatchObject({ technical_name: "web_studio", edition: "enterprise" });
  const { platform_module: mrp } = await find("mrp 17");
  expect(mrp).toEqual({ technical_name: "mrp", edition: "core", platform_version: "17.0" });
  expect(await find("rental_core")).not.toHaveProperty("platform_module");
  expect(await find("no_such_thing")).not.toHaveProperty("platform_module");
});

test("a hit tells what it is, where it is and what to ask", async () => {
  expect(await find(" rental.order  17 ", { limit: "1" })).toEqual({
    q: "rental.order  17",
    platform_version: "17.0",
    read_as: "name",
    hits: [
      {
        kind: "model",
        name: "rental.order",
        model: null,
        label: "",
        match: "typed",
        platform_versions: ["16.0", "17.0", "18.0", "19.0"],
        counts: { modules: 3 },
        path: "/v1/model/rental.order?platform_version=17.0",
        page: "/model/rental.order?platform_version=17.0",
      },
    ],
  });
  const { hits } = await find("harbor-works/retail");
  expect(hits).toMatchObject([
    {
      kind: "repository",
      label: "https://git.example.org/harbor-works/retail.git",
      path: "/v1/repo/retail",
      page: "/repo/retail",
    },
  ]);
});

test("a technical name that is still being typed is begun by what stands first", async () => {
  const [first, second] = (await find("rental_d")).hits;
  expect(first).toMatchObject({ name: "rental_deposit", match: "prefix" });
  expect(first?.score).toBeGreaterThan(second?.score ?? 1);
});

test("what finds nothing is an empty list", async () => {
  expect(await find("https://git.example.org/nobody/here")).toMatchObject({ hits: [] });
  expect(await find("module:no_such_*")).toMatchObject({ read_as: "filters", hits: [] });
});

/** What people would type of everything that the snapshot has. */
function listTexts(): readonly string[] {
  const snapshot = openSnapshot(getSharedSnapshot());
  const texts = new Set<string>();
  for (const record of listRecords(snapshot)) {
    const { technical_name: module, platform_version: version } = record;
    const { name, category, models, views, authors, repository, organization } = record;
    const place = `${organization}/${repository}`;
    for (const text of [
      module,
      module.slice(0, 5),
      name,
      category,
      `${module} ${version}`,
      `odoo-addon-${module}`,
      place,
      `https://git.example.org/${place}/tree/${version}/${module}`,
      `module:${module.slice(0, 4)}* version:${version}`,
      ...authors,
      ...authors.map((author) => `author:"${author}"`),
    ]) {
      texts.add(text);
    }
    for (const { model_name: model, fields, methods } of models) {
      texts.add(model).add(`${model} ${version}`);
      for (const field of fields) texts.add(field.name).add(`${model}.${field.name}`);
      for (const method of methods) texts.add(method.name).add(`${model}#${method.name}`);
    }
    for (const { xml_id: id } of views) texts.add(id).add(`${module}.${id}`);
  }
  snapshot.close();
  return [...texts];
}

describe("every address of every hit is answered", () => {
  test("with 200, by the interface and for people", async () => {
    const addresses = new Map<string, string>();
    const kinds = new Set<string>();
    for (const text of listTexts()) {
      for (const more of [{}, { platform_version: "16.0" }]) {
        const { hits } = await find(text, { limit: "8", ...more });
        for (const { kind, path, page } of hits) {
          kinds.add(kind);
          addresses.set(path, text).set(page, text);
        }
      }
    }
    expect(kinds.size).toBe(11);
    expect(addresses.size).toBeGreaterThan(500);
    const broken: string[] = [];
    for (const [target, text] of addresses) {
      const { status } = await sendRequest(service.port, { target });
      if (status !== 200) broken.push(`${text}: ${target} ${status}`);
    }
    expect(broken).toEqual([]);
  }, 120_000);

  test("and none of it is empty", async () => {
    for (const text of ["Harbor Works", "Sales/Rental", "meadow"]) {
      for (const hit of (await find(text)).hits) {
        if (hit.kind !== "author" && hit.kind !== "category") continue;
        const answer = await sendRequest(service.port, { target: hit.path });
        expect([hit.name, decodeJson(answer)]).not.toEqual([hit.name, []]);
      }
    }
  });
});

test("every hit has a score between 0 and 1, and none a higher one than what stands before it", async () => {
  for (const q of ["remind customers who have not paid", "rental", "rental.order"]) {
    const { hits } = await find(q, { platform_version: "17.0" });
    expect(hits.length).toBeGreaterThan(3);
    // What the text spells out has none, and stands first.
    const scores = hits.map(({ match, score = -1 }) => (match === "typed" ? 1 : score));
    expect(scores.filter((score) => score < 0 || score > 1)).toEqual([]);
    expect(scores).toEqual(scores.toSorted((left, right) => right - left));
  }
});
