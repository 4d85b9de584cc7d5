// GET /v1/modules over a socket: parts, lists of names, and what is refused.

import { describe, expect, test } from "vitest";

import type { Json } from "../../support/interface-fields.js";
import { expectProblem } from "../../support/problem-body.js";
import { decodeJson, decodeText, sendRequest, type RawAnswer } from "../../support/raw-http.js";
import { serveSharedSnapshot } from "../../support/shared-snapshot.js";

const service = await serveSharedSnapshot();

const ask = (target: string): Promise<RawAnswer> => sendRequest(service.port, { target });

async function readRows(target: string): Promise<readonly Json[]> {
  return decodeJson(await ask(target)) as readonly Json[];
}

test("the CSV of a module is one row with its columns, whether it has copies or not", async () => {
  const names = new Set(
    (await readRows("/v1/modules?limit=500")).map((row) => row["technical_name"]),
  );
  const copies: unknown[] = [];
  for (const name of names) {
    const target = `/v1/module/${String(name)}`;
    copies.push(...((decodeJson(await ask(target)) as Json)["copies"] as readonly unknown[]));
    const [head, row, ...others] = decodeText(await ask(`${target}?format=csv`)).split("\r\n");
    expect(head).toBe(
      "name,technical_name,platform_versions,repos,installable.platform_versions,installable.repos,copies",
    );
    expect(row).toContain(name);
    expect(others).toEqual([""]);
  }
  expect(copies).not.toEqual([]);
});

test("the CSV of facets has a row for each value, however many facets there are", async () => {
  for (const term of ["rental_core", "rental", "nosuch"]) {
    const target = `/v1/facets?platform_version=17.0&term=${term}`;
    const facets = await readRows(target);
    const values = facets.flatMap((facet) => facet["values"] as readonly unknown[]);
    const [head, ...rows] = decodeText(await ask(`${target}&format=csv`)).split("\r\n");
    expect(head).toBe("parameter,value,count,organization");
    expect(rows).toHaveLength(values.length + 1);
  }
});

describe("GET /v1/modules", () => {
  test("leads through all entries by its links", async () => {
    const names: unknown[] = [];
    let target = "/v1/modules?limit=20";
    for (;;) {
      const answer = await ask(target);
      expect(answer.headers["x-total-count"]).toBe("96");
      names.push(...(decodeJson(answer) as readonly Json[]).map((row) => row["technical_name"]));
      const next = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link))?.[1];
      if (next === undefined) break;
      target = next;
    }
    expect(names).toHaveLength(96);
    expect(names).toEqual(names.toSorted());
  });

  test("a version that nobody has gives an empty list", async () => {
    expect(await readRows("/v1/modules?platform_version=99.0")).toEqual([]);
  });

  /** Names of average length, escaped as most clients do. */
  const names = Array.from({ length: 500 }, (_, at) => `module_of_usual_length_${at}`);
  const manyNames = new URLSearchParams({ names: names.join(",") }).toString();

  test("takes 500 names, each once, and all of them without a limit", async () => {
    const rows = await readRows(`/v1/modules?${manyNames},${names[0]},,${names[1]}`);
    expect(rows.map((row) => row["technical_name"])).toEqual(names);
    expect(rows.every((row) => row["found"] === false)).toBe(true);
  });

  test("has no links that are too long for a header, and those that fit", async () => {
    const { headers } = await ask(`/v1/modules?${manyNames}&limit=100&offset=100`);
    expect(headers["x-total-count"]).toBe("500");
    expect(headers.link).toBeUndefined();
    const few = new URLSearchParams({ names: names.slice(0, 60).join(",") }).toString();
    const fitting = await ask(`/v1/modules?${few}&limit=10&offset=10`);
    expect(fitting.headers.link).toMatch(/^<[^<>]+offset=20>; rel="next"$/);
  });

  test("an empty list of names is no list", async () => {
    expect(await readRows("/v1/modules?names=,&limit=1")).toHaveLength(1);
  });

  test.each([
    ["names", Array.from({ length: 501 }, (_, at) => `n${at}`).join(","), "at most 500 values"],
    ["names", "x".repeat(2_001), "at most 2000"],
    ["platform_version", "newest", "must be an Odoo version"],
    ["limit", "0", "≥ 1"],
    ["offset", "-1", "≥ 0"],
  ])("400 for %s", async (name, value, detail) => {
    const answer = await ask(`/v1/modules?${name}=${value}`);
    const body = expectProblem(answer, {
      status: 400,
      code: "invalid_parameters",
      instance: "/v1/modules",
    });
    expect(body["detail"]).toContain(detail);
  });
});
