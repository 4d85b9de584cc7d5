// Dependencies and dependents over a socket: as JSON, and what is refused.

import { describe, expect, test } from "vitest";

import { expectProblem } from "../../support/problem-body.js";
import { decodeJson, decodeText, sendRequest, type RawAnswer } from "../../support/raw-http.js";
import { serveSharedSnapshot } from "../../support/shared-snapshot.js";

const service = await serveSharedSnapshot();

const ask = (path: string, accept = "*/*"): Promise<RawAnswer> =>
  sendRequest(service.port, { target: `/v1/module/${path}`, headers: { Accept: accept } });

test.each([
  ["", "text/html,*/*;q=0.8", "application/json", '{"technical_name":"mail"'],
  ["", "image/png", "application/json", '{"technical_name":"mail"'],
])("%s with Accept: %s is %s", async (query, accept, mediaType, start) => {
  for (const kind of ["dependencies", "dependents"]) {
    const answer = await ask(`mail/17.0/${kind}${query}`, accept);
    expect(answer.headers["content-type"]).toBe(`${mediaType}; charset=utf-8`);
    expect(answer.headers.vary).toBe("Accept-Encoding");
    expect(decodeText(answer).startsWith(start)).toBe(true);
  }
});

describe("what is refused", () => {
  test.each([
    ["nothing/17.0/dependencies", 404, "unknown_module"],
    ["nothing/17.0/dependents", 404, "unknown_module"],
    ["rental_core/8.0/dependencies", 404, "module_not_at_version"],
    ["rental_core/9.0/dependents", 404, "module_not_at_version"],
    ["delivery_window/16.0/dependencies?org=meadow-apps", 404, "module_not_in_repository"],
    ["rental_core/dependencies/dependents", 400, "invalid_parameters"],
    ["rental_core/17.0/dependencies?format=svg", 400, "invalid_parameters"],
    ["rental_core/17.0/dependents?direct=perhaps", 400, "invalid_parameters"],
    ["rental_core/17.0/everything", 404, "unknown_path"],
    ["rental_core/dependencies", 400, "invalid_parameters"],
  ] as const)("%s is %i %s", async (path, status, code) => {
    const instance = `/v1/module/${path.split("?")[0]}`;
    expectProblem(await ask(path), { status, code, instance });
  });
});

test("org and repo choose where to start", async () => {
  const answer = await ask("delivery_window/16/dependencies?org=northwind-addons&repo=RETAIL");
  expect(decodeJson(answer)).toMatchObject({ organization: "northwind-addons" });
});
