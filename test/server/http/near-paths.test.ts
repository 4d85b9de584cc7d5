// Suggestions near a path without a resource: existing ones only.

import { expect, test } from "vitest";

import { choosePaths, listNearPaths } from "../../../server/http/near-paths.js";

const TEMPLATES = [
  "/v1/module/{module_name}",
  "/v1/module/{module_name}/{platform_version}",
  "/v1/repo/{repo_name}",
  "/v1/repo/{repo_name}/coverage",
  "/v1/search",
  "/v1/search/{module_name}",
  "/v1/versions",
  "/migrate",
];

test.each<[string, readonly string[]]>([
  ["/v1/repo/OCA/queue", ["/v1/repo/queue", "/v1/repo/OCA", "/v1/repo/{repo_name}"]],
  ["/v1/search/", ["/v1/search/{module_name}"]],
  ["/v1/repo", ["/v1/repo/{repo_name}", "/v1/repo/{repo_name}/coverage"]],
  ["/v1/versions/17.0", ["/v1/versions"]],
  ["/migration", ["/migrate"]],
  ["/v1/nothing", []],
  ["/", []],
  ["", []],
  ["/__proto__/constructor", []],
])("near %j", (path, near) => {
  const found = listNearPaths(path, TEMPLATES).map((one) => one.path);
  expect(found.slice(0, 3)).toEqual(near);
});

test("values are read out of the path, decoded where they can be", () => {
  expect(listNearPaths("/v1/module/a/b%20c/%zz", TEMPLATES).slice(0, 3)).toEqual([
    {
      path: "/v1/module/b%20c/%zz",
      template: "/v1/module/{module_name}/{platform_version}",
      values: { module_name: "b c", platform_version: "%zz" },
    },
    {
      path: "/v1/module/a/%zz",
      template: "/v1/module/{module_name}/{platform_version}",
      values: { module_name: "a", platform_version: "%zz" },
    },
    {
      path: "/v1/module/a/b%20c",
      template: "/v1/module/{module_name}/{platform_version}",
      values: { module_name: "a", platform_version: "b c" },
    },
  ]);
});

test("a path in which a value stands is asked first, a template is not", async () => {
  const asked: string[] = [];
  const near = listNearPaths("/v1/repo/OCA/queue", TEMPLATES);
  const chosen = await choosePaths(near, async ({ path }) => {
    asked.push(path);
    return path === "/v1/repo/queue";
  });
  expect(chosen).toEqual([
    "/v1/repo/queue",
    "/v1/repo/{repo_name}",
    "/v1/repo/{repo_name}/coverage",
  ]);
  expect(asked).toEqual(["/v1/repo/queue", "/v1/repo/OCA"]);
});
