// Wrong questions of agents: every tool names the fault and the remedy, over HTTP and over the
// streams of the program.

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { Json } from "../../support/interface-fields.js";
import { connectOverHttp, connectOverStreams, type Agent } from "./mcp-client.js";
import { getSharedSnapshots, serveSharedSnapshot } from "../../support/shared-snapshot.js";

const service = await serveSharedSnapshot();

describe.each(["HTTP", "streams"])("over %s", (way) => {
  let agent: Agent;

  beforeAll(async () => {
    agent = await (way === "HTTP"
      ? connectOverHttp(service.base)
      : connectOverStreams(getSharedSnapshots()));
  });

  afterAll(() => agent.close());

  test.each<readonly [string, object, Json, RegExp]>([
    [
      "get_module",
      { module_name: "rental_cor" },
      { code: "unknown_module", suggestions: ["rental_core"] },
      /^The module "rental_cor" is not in this index\. Near: rental_core\.$/,
    ],
    [
      "get_module",
      { module_name: "purchase" },
      { code: "unknown_module", kind: "core", required_at_versions: ["16.0", "17.0"] },
      /Odoo 19\.0 itself, which is not in this index; others depend on it\. It has dependents at: 16\.0, 17\.0\.$/,
    ],
    [
      "get_module",
      { module_name: "rental_core", platform_version: "8.0" },
      { code: "module_not_at_version", available_versions: ["16.0", "17.0", "18.0", "19.0"] },
      /It exists at: 16\.0, 17\.0, 18\.0, 19\.0\.$/,
    ],
    [
      "where_is",
      { model_name: "rental.order", method_name: "action_retrun" },
      { code: "unknown_method", suggestions: ["action_return"] },
      /Near: action_return\.$/,
    ],
    ["where_is", {}, { code: "invalid_parameters" }, /^Give model_name alone/],
    [
      "where_is",
      { name: "rental.order.state" },
      { code: "unknown_javascript" },
      /has the JavaScript "rental\.order\.state"\..* \(name is for JavaScript alone: of a model give model_name/,
    ],
    [
      "where_is",
      { model_name: "a", field_name: "b", method_name: "c" },
      { code: "invalid_parameters" },
      /^Give model_name alone/,
    ],
    [
      "search_modules",
      { term: "invoice", limit: 0, version: "17.0" },
      {
        errors: [{ parameter: "version" }],
      },
      /there are q, also, platform_version, term/,
    ],
    [
      "search_modules",
      { platform_version: "newest", limit: 0 },
      { errors: [{ parameter: "platform_version" }, { parameter: "limit" }] },
      /must be an Odoo version/,
    ],
    [
      "get_module",
      { module_name: ["a"], parts: ["everything"] },
      { errors: [{ parameter: "module_name" }, { parameter: "parts" }] },
      /is not a list of description,/,
    ],
    ["find_module", { module_name: "x".repeat(2_001) }, { code: "invalid_parameters" }, /at most/],
    [
      "search_modules",
      { term: "invoice" },
      { code: "invalid_parameters" },
      /platform_version is req/,
    ],
    ["find_module", { q: "a", module_name: "b" }, { code: "invalid_parameters" }, /q alone/],
    [
      "search_modules",
      { q: "a", platform_version: "17.0", depends_on: "b" },
      { code: "invalid_parameters" },
      /leave depends_on out/,
    ],
    [
      "get_dependencies",
      { module_name: "rental_core", platform_version: "17.0", direction: "up" },
      { code: "invalid_parameters" },
      /one of needs, needed_by/,
    ],
    [
      "inspect_system",
      { platform_version: "17", modules: ["base"], model: "rental.order" },
      { code: "not_in_system" },
      /It is in rental_core: add that to the modules\./,
    ],
    [
      "inspect_system",
      { platform_version: "17", modules: ["rental_core"], model: "rental.order", member: "stat" },
      { suggestions: expect.arrayContaining(["state"]) },
      /no field or method "rental\.order\.stat"/,
    ],
    [
      "list_repositories",
      { from: "16.0" },
      { code: "invalid_parameters" },
      /repo_name with from and to/,
    ],
    [
      "list_repositories",
      { repo_name: "retial" },
      { code: "unknown_repository", suggestions: ["retail"] },
      /Near: retail\.$/,
    ],
    ["find_module", { __proto__x: 1 }, { code: "invalid_parameters" }, /is unknown here/],
  ])("%s of %j is an error that says what helps", async (name, given, expected, said) => {
    const { body, text, isError } = await agent.call(name, given);
    expect(isError).toBe(true);
    expect(body).toMatchObject(expected);
    expect(text).toMatch(said);
    expect(text).not.toMatch(/\/tmp|\.js\b/);
  });

  test("a tool that is not there is an error of the protocol, which names those that are", async () => {
    await expect(agent.call("drop_tables", {})).rejects.toThrow(
      /"drop_tables"; there are find_mod/,
    );
  });
});
