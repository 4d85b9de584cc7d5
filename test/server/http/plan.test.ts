// Plans over a socket: the files of other tools, and what an update changes.

import { describe, expect, test } from "vitest";
import { parse } from "yaml";

import type { Plan } from "../../../server/contract/shape/system/plan.js";
import { expectProblem } from "../../support/problem-body.js";
import { decodeJson, decodeText, sendRequest, type RawAnswer } from "../../support/raw-http.js";
import { serveSharedSnapshot } from "../../support/shared-snapshot.js";

const service = await serveSharedSnapshot();

const ask = (query: string, accept = "*/*"): Promise<RawAnswer> =>
  sendRequest(service.port, {
    target: `/v1/plan?platform_version=17.0&modules=rental_deposit,fleet_logbook${query}`,
    headers: { Accept: accept },
  });

const LOCK = "application/vnd.module-lookup.lock+json";
const REFUSED = { status: 400, code: "invalid_parameters", instance: "/v1/plan" } as const;

describe("output format", () => {
  test.each([
    ["", "*/*", "application/json", '{"platform_version"'],
    ["", "text/html,*/*;q=0.8", "application/json", '{"platform_version"'],
    ["", "text/plain", "text/plain", "odoo-addon-"],
    ["", "application/json, text/plain, */*", "application/json", '{"platform_version"'],
    ["", "application/yaml", "application/yaml", "./"],
    ["&format=json", "text/plain", "application/json", '{"platform_version"'],
    ["&format=lock", "*/*", LOCK, '{\n  "format": 1,\n'],
    ["", LOCK, LOCK, '{\n  "format": 1,\n'],
    ["&format=repos.yaml", "*/*", "application/yaml", "./"],
    ["&format=ADDONS.yaml", "*/*", "application/yaml", ""],
    ["&format=addons.yaml", "application/json", "application/yaml", ""],
    ["&format=requirements.txt", "*/*", "text/plain", "odoo-addon-"],
  ])("%s with Accept: %s is %s", async (query, accept, mediaType, start) => {
    const answer = await ask(query, accept);
    expect(answer.status).toBe(200);
    expect(answer.headers["content-type"]).toBe(`${mediaType}; charset=utf-8`);
    expect(answer.headers.vary).toBe("Accept, Accept-Encoding");
    expect(decodeText(answer).startsWith(start)).toBe(true);
  });

  test("the repositories to clone are those of the plan", async () => {
    const plan = decodeJson(await ask("")) as Plan;
    const repos = parse(decodeText(await ask("&format=repos.yaml"))) as Readonly<
      Record<string, { readonly merges: readonly string[] }>
    >;
    const commits = plan.repositories.map(({ commit }) => `origin ${commit}`);
    expect(Object.values(repos).flatMap(({ merges }) => merges)).toEqual(commits);
  });

  test("another is refused", async () => {
    expectProblem(await ask("&format=toml"), REFUSED);
  });
});

describe("an update", () => {
  test("is said of a lock in the address", async () => {
    const plan = decodeJson(await ask("")) as Plan;
    const words = plan.repositories.map(
      ({ organization, repository, commit }) => `${organization}/${repository}@${commit}`,
    );
    const same = decodeJson(await ask(`&lock=${words.join(",")}`)) as Plan;
    expect(same.update).toEqual({ removed_known: false, modules: [], repositories: [] });
    expect({ ...same, update: undefined }).toEqual(plan);
    const [first = "", ...others] = words;
    const lock = [first.replace(/@.*/, "@0000000"), ...others].join(",");
    const { update } = decodeJson(await ask(`&lock=${lock}`)) as Plan;
    expect(update?.repositories).toMatchObject([{ from: "0000000", to: first.split("@")[1] }]);
    expect(update?.modules.length).toBeGreaterThan(0);
  });

  test.each(["rental_core", "harbor-works/retail@main", "a/b/c/d@0000000"])(
    "of %s is refused",
    async (word) => {
      const answer = await ask(`&lock=${word}`);
      expectProblem(answer, REFUSED);
    },
  );
});
