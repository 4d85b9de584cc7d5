// The six routes over a real socket: exactly the fields and types of the specification, and what
// the contract adds to them.

import { describe, expect, test } from "vitest";

import {
  ADDED_TO_DETAIL,
  DETAIL,
  expectFields,
  FIELD,
  FILTERED_HIT,
  METHOD,
  MODEL,
  nameType,
  SEMANTIC_HIT,
  SUMMARY,
  VIEW,
  type Json,
} from "../../support/interface-fields.js";
import { serveSharedSnapshot } from "../../support/shared-snapshot.js";

const service = await serveSharedSnapshot();

async function get<T>(path: string): Promise<T> {
  const response = await fetch(service.base + path);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
  return (await response.json()) as T;
}

/** Every module of the snapshot at one version. */
async function listNames(version: string): Promise<readonly string[]> {
  const hits = await get<{ technical_name: string }[]>(
    `/v1/search?platform_version=${version}&limit=200`,
  );
  return [...new Set(hits.map((hit) => hit.technical_name))];
}

describe("GET /v1/module/{module_name}", () => {
  test("is one module summary", async () => {
    const summary = await get<Json>("/v1/module/rental_core");
    expectFields(summary, SUMMARY);
    expect(summary).toEqual({
      name: "Rental",
      technical_name: "rental_core",
      platform_versions: ["16.0", "17.0", "18.0", "19.0"],
      repos: ["https://git.example.org/harbor-works/retail.git"],
      installable: {
        platform_versions: ["16.0", "17.0", "18.0", "19.0"],
        repos: ["https://git.example.org/harbor-works/retail.git"],
      },
      copies: [],
    });
  });
});

describe("GET /v1/module/{module_name}/{platform_version}", () => {
  test("every module of the fixtures has the fields of the specification", async () => {
    let found = 0;
    for (const version of ["8.0", "16.0", "17.0", "18.0", "19.0"]) {
      for (const name of await listNames(version)) {
        for (const detail of await get<Json[]>(`/v1/module/${name}/${version}`)) {
          found += 1;
          expectDetail(detail);
          expect(detail).toMatchObject({ technical_name: name, platform_version: version });
        }
      }
    }
    expect(found).toBe(service.live.entry.counts.entries);
  });

  test("17 means 17.0", async () => {
    expect(await get("/v1/module/rental_core/17")).toEqual(
      await get("/v1/module/rental_core/17.0"),
    );
  });

  test("org and repo narrow the list", async () => {
    const path = "/v1/module/delivery_window/16.0";
    const ask = async (query: string): Promise<unknown[]> =>
      (await get<Json[]>(path + query)).map((row) => `${String(row["organization"])}`);
    expect(await ask("")).toEqual(["harbor-works", "northwind-addons"]);
    expect(await ask("?org=northwind-addons")).toEqual(["northwind-addons"]);
    expect(await ask("?org=HARBOR-works&repo=retail")).toEqual(["harbor-works"]);
    expect(await ask("?repo=retail")).toEqual(["harbor-works", "northwind-addons"]);
    // Forms send empty fields.
    expect(await ask("?org=&repo=")).toEqual(["harbor-works", "northwind-addons"]);
  });
});

function expectDetail(detail: Json): void {
  expectFields(detail, { ...DETAIL, ...ADDED_TO_DETAIL });
  expect(detail["update_date"]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  const dependencies = detail["dependencies"] as Json;
  expectFields(dependencies, { platform: "Object", pip: "Array[string]", bin: "Array[string]" });
  for (const [provider, names] of Object.entries(dependencies["platform"] as Json)) {
    expect(provider).toMatch(/^[^/]+\/[^/]+$/);
    expect(nameType(names)).toBe("Array[string]");
  }
  for (const view of detail["views"] as Json[]) expectFields(view, VIEW);
  for (const model of detail["models"] as Json[]) {
    expectFields(model, MODEL);
    for (const method of model["methods"] as Json[]) expectFields(method, METHOD);
    for (const field of model["fields"] as Json[]) {
      expectFields(field, FIELD);
      for (const value of Object.values((field["attrs"] ?? {}) as Json)) {
        expect(["string", "Array[string]"]).toContain(nameType(value));
      }
    }
  }
}

describe("GET /v1/repo/{repo_name}", () => {
  test("is one repository summary with whole numbers by version", async () => {
    const summary = await get<Json>("/v1/repo/retail");
    expectFields(summary, {
      name: "string",
      organizations: "Object",
      installable: "Object",
      branches: "Object",
      git: "Object",
      forge: "Object",
    });
    expect(summary["organizations"]).toEqual({
      "harbor-works": { "8.0": 3, "16.0": 8, "17.0": 12, "18.0": 2, "19.0": 3 },
      "northwind-addons": { "16.0": 6 },
    });
    expect(summary["installable"]).toEqual({
      "harbor-works": { "8.0": 3, "16.0": 7, "17.0": 11, "18.0": 2, "19.0": 3 },
      "northwind-addons": { "16.0": 6 },
    });
  });
});

describe("GET /v1/search/{module_name}", () => {
  test("is a list of name-search hits", async () => {
    const hits = await get<Json[]>("/v1/search/r");
    expect(hits.length).toBeGreaterThan(10);
    for (const hit of hits) {
      expectFields(hit, {
        technical_name: "string",
        versions: "Object",
        not_installable: "Object",
        copy_of: "Object",
      });
      for (const [provider, versions] of Object.entries(hit["versions"] as Json)) {
        expect(provider).toMatch(/^[^/]+\/[^/]+$/);
        expect(nameType(versions)).toBe("Array[string]");
      }
    }
  });

  test("no hit is an empty list", async () => {
    expect(await get("/v1/search/nothing_like_this_here")).toEqual([]);
  });
});

describe("GET /v1/search", () => {
  test("is a list of filtered-search hits", async () => {
    const hits = await get<Json[]>("/v1/search?platform_version=16.0&limit=200");
    expect(hits).toHaveLength(36);
    for (const hit of hits) expectFields(hit, FILTERED_HIT);
  });

  test("takes term, category and depends_on together", async () => {
    const query = "platform_version=16&term=rental&category=sales/rental&depends_on=rental_core";
    expect(await get(`/v1/search?${query}`)).toMatchObject([{ technical_name: "rental_deposit" }]);
    expect(await get("/v1/search?platform_version=16&term=nothinglikethis")).toEqual([]);
    // An empty field of a form does not filter.
    expect(await get("/v1/search?platform_version=16&term=&category=&depends_on=")).toHaveLength(
      36,
    );
  });
});

describe("GET /v1/semantic-search", () => {
  test("is a list of semantic-search hits, best first", async () => {
    const hits = await get<Json[]>("/v1/semantic-search?q=overdue+invoice&limit=50");
    expect(hits.length).toBeGreaterThan(3);
    for (const hit of hits) expectFields(hit, SEMANTIC_HIT);
    const scores = hits.map((hit) => Number(hit["score"]));
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  });
});
