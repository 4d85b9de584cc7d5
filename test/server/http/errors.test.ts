// Errors for missing things and wrong requests.

import { describe, expect, test } from "vitest";

import type { ProblemCode } from "../../../server/contract/problem-catalog.js";
import type { Json } from "../../support/interface-fields.js";
import { expectProblem } from "../../support/problem-body.js";
import { decodeJson, sendRequest } from "../../support/raw-http.js";
import { serveSharedSnapshot } from "../../support/shared-snapshot.js";

const service = await serveSharedSnapshot();

async function refuse(target: string, status: number, code: ProblemCode): Promise<Json> {
  const instance = target.split("?")[0] ?? "";
  return expectProblem(await sendRequest(service.port, { target }), { status, code, instance });
}

describe("what is not there", () => {
  test("an unknown module comes with names that are near", async () => {
    for (const target of ["/v1/module/rental_cor", "/v1/module/rental_cor/17.0"]) {
      const body = await refuse(target, 404, "unknown_module");
      expect(body["suggestions"]).toEqual(["rental_core"]);
      expect(body["detail"]).toBe('The module "rental_cor" is not in this index.');
    }
    const body = await refuse("/v1/module/qqqqqqqq", 404, "unknown_module");
    expect(body["suggestions"]).toEqual([]);
    expect(body["required_at_versions"]).toBeUndefined();
  });

  test("a module that others need, and nobody here carries, comes with where they do", async () => {
    for (const target of ["/v1/module/purchase", "/v1/module/purchase/16.0/dependencies"]) {
      const body = await refuse(target, 404, "unknown_module");
      const version = target.endsWith("dependencies") ? "16.0" : "19.0";
      expect(body["detail"]).toBe(
        `The module "purchase" is part of Odoo ${version} itself, which is not in this index; others depend on it.`,
      );
      expect(body["kind"]).toBe("core");
      expect(body["required_at_versions"]).toEqual(["16.0", "17.0"]);
    }
    const dependents = await sendRequest(service.port, {
      target: "/v1/module/purchase/17.0/dependents",
    });
    expect(decodeJson(dependents)).toMatchObject({
      carriers: [],
      kind: "core",
      counts: { direct: 1 },
    });
    const elsewhere = await refuse("/v1/module/purchase/8.0/dependents", 404, "unknown_module");
    expect(elsewhere["required_at_versions"]).toEqual(["16.0", "17.0"]);
  });

  test("a known module at another version comes with its versions", async () => {
    const body = await refuse("/v1/module/rental_core/8.0", 404, "module_not_at_version");
    expect(body["available_versions"]).toEqual(["16.0", "17.0", "18.0", "19.0"]);
  });

  test("a module in another repository comes with its repositories", async () => {
    const path = "/v1/module/delivery_window/16.0";
    for (const query of ["org=meadow-apps", "repo=people", "org=harbor-works&repo=finance"]) {
      const body = await refuse(`${path}?${query}`, 404, "module_not_in_repository");
      expect(body["available_repositories"]).toEqual([
        "harbor-works/retail",
        "northwind-addons/retail",
      ]);
    }
  });

  test("an unknown repository comes with names that are near", async () => {
    const body = await refuse("/v1/repo/retial", 404, "unknown_repository");
    expect(body["suggestions"]).toEqual(["retail"]);
  });

  test.each([
    "/v2/module/rental_core",
    "/V1/repo/retail",
    "/v1/module/",
    "/v1/module/rental_core/17.0/views",
    "/v1/nothing",
    "//v1/repo/retail",
    "/.env",
  ])("%s is nothing, and neither host nor query is repeated", async (path) => {
    const answer = await sendRequest(service.port, {
      target: `${path}?secret=token`,
      headers: { Host: "internal.example" },
    });
    const body = expectProblem(answer, { status: 404, code: "unknown_path", instance: path });
    expect(JSON.stringify([body, answer.headers])).not.toMatch(/secret|token|internal\.example/);
  });

  test("HEAD of nothing is 404 without a body", async () => {
    const answer = await sendRequest(service.port, { method: "HEAD", target: "/nothing" });
    expect(answer.status).toBe(404);
    expect(answer.headers["content-type"]).toBe("application/problem+json");
    expect(answer.bytes).toHaveLength(0);
  });
});

async function listFaults(target: string): Promise<readonly string[]> {
  const body = await refuse(target, 400, "invalid_parameters");
  const errors = body["errors"] as { parameter: string; detail: string }[];
  for (const { parameter, detail } of errors)
    expect(body["detail"]).toContain(`${parameter} ${detail}`);
  return errors.map((fault) => fault.parameter);
}

async function countRows(target: string): Promise<number> {
  const answer = await sendRequest(service.port, { target });
  expect(answer.status).toBe(200);
  return (decodeJson(answer) as unknown[]).length;
}

async function searchByFlag(flag: string): Promise<unknown> {
  const target = `/v1/search/credit_limit?installable=${flag}`;
  const answer = await sendRequest(service.port, { target });
  expect(answer.status).toBe(200);
  return decodeJson(answer);
}

describe("wrong parameters", () => {
  test.each([
    ["/v1/search", ["platform_version"]],
    ["/v1/search?platform_version=", ["platform_version"]],
    ["/v1/search?platform_version=seventeen", ["platform_version"]],
    ["/v1/search?platform_version=17.0&limit=0", ["limit"]],
    ["/v1/search?platform_version=17.0&limit=-1", ["limit"]],
    ["/v1/search?platform_version=17.0&limit=abc", ["limit"]],
    ["/v1/search?platform_version=17.0&limit=1e9", ["limit"]],
    ["/v1/search?platform_version=17.0&limit=1.5", ["limit"]],
    ["/v1/search?platform_version=17.0&limit=", ["limit"]],
    ["/v1/search?platform_version=17.0&limit=0x10", ["limit"]],
    ["/v1/search?platform_version=17.0&offset=-1", ["offset"]],
    ["/v1/search?platform_version=17.0&platform_version=17.0", ["platform_version"]],
    ["/v1/search?platform_version=17.0&term=a&term=b", ["term"]],
    ["/v1/search?limit=x&offset=y&term=a&term=b", ["platform_version", "term", "limit", "offset"]],
    ["/v1/search/rental?installable=maybe", ["installable"]],
    ["/v1/search/rental?installable=", ["installable"]],
    ["/v1/search/rental?installable=2&platform_version=x", ["platform_version", "installable"]],
    ["/v1/search/%20", ["module_name"]],
    ["/v1/semantic-search", ["q"]],
    ["/v1/semantic-search?q=", ["q"]],
    ["/v1/semantic-search?q=%20%09", ["q"]],
    ["/v1/semantic-search?q=a&q=b", ["q"]],
    ["/v1/semantic-search?limit=none&platform_version=!", ["q", "platform_version", "limit"]],
    ["/v1/module/rental_core/latest", ["platform_version"]],
    ["/v1/module/rental_core/17.0?org=a&org=b", ["org"]],
    [`/v1/module/${"a".repeat(2_001)}`, ["module_name"]],
    [`/v1/semantic-search?q=${"a".repeat(2_001)}`, ["q"]],
    [`/v1/search?platform_version=17.0&term=${"a".repeat(2_001)}`, ["term"]],
  ])("%s", async (target, parameters) => {
    expect(await listFaults(target)).toEqual(parameters);
  });

  test("a limit above the maximum is the maximum", async () => {
    expect(await countRows("/v1/search?platform_version=16.0&limit=1000000000")).toBe(36);
    expect(
      await countRows(
        "/v1/semantic-search?q=invoice+rental+delivery+website+bank+employee&limit=51",
      ),
    ).toBe(50);
    expect(
      await countRows("/v1/semantic-search?q=invoice+rental+delivery+website+bank+employee"),
    ).toBe(20);
    expect(await countRows("/v1/search?platform_version=16.0&limit=1")).toBe(1);
  });

  test("every spelling of a truth value", async () => {
    const provider = "meadow-apps/finance";
    for (const flag of ["true", "1", "yes", "TRUE", "Yes"]) {
      expect(await searchByFlag(flag)).toMatchObject([
        { versions: { [provider]: ["16.0", "17.0"] } },
      ]);
    }
    for (const flag of ["false", "0", "no", "FALSE", "No"]) {
      expect(await searchByFlag(flag)).toMatchObject([{ versions: { [provider]: ["8.0"] } }]);
    }
  });

  test("unknown parameters are ignored, also when they are repeated", async () => {
    const plain = await sendRequest(service.port, { target: "/v1/search/rental" });
    const odd = await sendRequest(service.port, { target: "/v1/search/rental?x=1&x=2&sort=0" });
    expect(odd.status).toBe(200);
    expect(decodeJson(odd)).toEqual(decodeJson(plain));
  });

  test("17 means 17.0 in every place", async () => {
    for (const path of ["/v1/search?", "/v1/search/rental?", "/v1/semantic-search?q=rental&"]) {
      const [short, long] = await Promise.all(
        ["17", "17.0"].map((version) =>
          sendRequest(service.port, { target: `${path}platform_version=${version}` }),
        ),
      );
      expect(short?.status).toBe(200);
      expect(short?.bytes).toEqual(long?.bytes);
    }
  });
});
