// Differences and coverage over a socket: what is refused, and that no path hides another.

import { describe, expect, test } from "vitest";

import { expectProblem } from "../../support/problem-body.js";
import { decodeJson, sendRequest, type RawAnswer } from "../../support/raw-http.js";
import { serveSharedSnapshot } from "../../support/shared-snapshot.js";

const service = await serveSharedSnapshot();

const ask = (path: string): Promise<RawAnswer> =>
  sendRequest(service.port, { target: `/v1/${path}` });

const FIVE_HUNDRED_AND_ONE = Array.from({ length: 501 }, (_, at) => `n${at}`).join(",");

describe("what is refused", () => {
  test.each([
    ["module/nothing/diff/16/17", 404, "unknown_module"],
    ["module/gift_card/diff/16/17", 404, "module_not_at_version"],
    ["module/gift_card/diff/9/16", 404, "module_not_at_version"],
    ["module/rental_core/diff/16/17?org=meadow-apps", 404, "module_not_in_repository"],
    ["module/rental_core/diff/old/new", 400, "invalid_parameters"],
    ["module/rental_core/diff/17", 404, "unknown_path"],
    ["module/rental_core/diff", 400, "invalid_parameters"],
    ["repo/nothing/coverage?from=16&to=17", 404, "unknown_repository"],
    ["repo/retail/coverage?from=9&to=17", 404, "unknown_version"],
    ["repo/retail/coverage?from=16&to=99", 404, "unknown_version"],
    ["repo/retail/coverage", 400, "invalid_parameters"],
    ["coverage?from=16&to=17", 400, "invalid_parameters"],
    ["coverage?names=,&from=16&to=17", 400, "invalid_parameters"],
    ["coverage?names=a&from=9&to=17", 404, "unknown_version"],
    [`coverage?names=${FIVE_HUNDRED_AND_ONE}&from=16&to=17`, 400, "invalid_parameters"],
  ] as const)("%s is %i %s", async (path, status, code) => {
    expectProblem(await ask(path), { status, code, instance: `/v1/${path.split("?")[0]}` });
  });

  test("a version that nobody has, with those that there are", async () => {
    const body = decodeJson(await ask("repo/retail/coverage?from=9&to=17"));
    expect(body).toMatchObject({ available_versions: ["8.0", "16.0", "17.0", "18.0", "19.0"] });
  });
});

test("a version and itself are without differences", async () => {
  expect(decodeJson(await ask("module/rental_core/diff/17/17"))).toMatchObject({
    from: { platform_version: "17.0" },
    manifest: [],
    models: { changed: [] },
  });
});

test("a repository that is called coverage would be found", async () => {
  expectProblem(await ask("repo/coverage"), {
    status: 404,
    code: "unknown_repository",
    instance: "/v1/repo/coverage",
  });
});
