// What is named near a path at which nothing is.

import { expect, test } from "vitest";

import { listNearPaths } from "../../../server/interface/near-paths.js";

const TEMPLATES = [
  "/v1/module/{module_name}",
  "/v1/module/{module_name}/{platform_version}",
  "/v1/repo/{repo_name}",
  "/v1/repo/{repo_name}/coverage",
  "/v1/search",
  "/v1/search/{module_name}",
  "/v1/versions",
];

test.each<[string, readonly string[]]>([
  ["/v1/repo/OCA/queue", ["/v1/repo/queue", "/v1/repo/OCA", "/v1/repo/{repo_name}"]],
  ["/v1/search/", ["/v1/search/{module_name}"]],
  ["/v1/repo", ["/v1/repo/{repo_name}", "/v1/repo/{repo_name}/coverage"]],
  ["/v1/versions/17.0", ["/v1/versions"]],
  ["/v1/nothing", []],
  ["/", []],
  ["", []],
  ["/__proto__/constructor", []],
])("near %j", (path, near) => {
  expect(listNearPaths(path, TEMPLATES)).toEqual(near);
});
