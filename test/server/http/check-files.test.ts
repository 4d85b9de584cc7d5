// POST /v1/check: files of modules, sent by any program.

import { expect, test } from "vitest";

import { takeSteps, type Steps } from "../../../data/yield.js";
import { createSteps, spendEach } from "../../../server/lookup/limits.js";
import { openInterface } from "../../contract/described-interface.js";
import { decodeJson, decodeText, sendRequest } from "../../support/raw-http.js";
import { serveSharedSnapshot } from "../../support/shared-snapshot.js";

const service = await serveSharedSnapshot();
const described = openInterface(
  decodeText(await sendRequest(service.port, { target: "/openapi.json" })),
);

const MANIFEST = "{'name': 'Own', 'version': '19.0.1.0.0', 'depends': ['rental_core', 'rentals']}";

const OWN = {
  technical_name: "own",
  files: {
    "__manifest__.py": MANIFEST,
    "__init__.py": "from . import models",
    "models.py": `from odoo import models
class Order(models.Model):
    _inherit = "rental.ordr"
`,
  },
};

async function post(body: unknown) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const answer = await sendRequest(service.port, {
    method: "POST",
    target: "/v1/check",
    headers: { "Content-Type": "application/json", "Content-Length": `${Buffer.byteLength(text)}` },
    body: text,
  });
  const [operation] = described.posted;
  if (operation === undefined) throw new Error("nothing is asked with POST");
  described.expectDescribed(operation, answer);
  return { status: answer.status, headers: answer.headers, body: decodeJson(answer) };
}

test("findings come with their places, at the version of the manifest", async () => {
  const { status, headers, body } = await post({ written: [OWN] });
  expect(status).toBe(200);
  expect(headers["cache-control"]).toBe("no-store");
  expect(body).toMatchObject({
    platform_version: "19.0",
    findings: [{ rule: "unknown-module", file: "__manifest__.py", line: 1, name: "rentals" }],
  });
});

test("only files that are asked about are reported", async () => {
  const asked = { ...OWN, asked: ["models.py"] };
  expect((await post({ written: [asked] })).body).toMatchObject({ findings: [] });
});

test.each([
  ["not json", 400, "malformed_request"],
  [{}, 400, "invalid_parameters"],
  [[1], 400, "invalid_parameters"],
  [{ written: [{ technical_name: "own" }] }, 400, "invalid_parameters"],
  [
    { written: [{ technical_name: "own", files: { "__init__.py": 1 } }] },
    400,
    "invalid_parameters",
  ],
  [{ written: [OWN, OWN] }, 400, "invalid_parameters"],
  [{ written: [{ ...OWN, encoded: { "models.py": "" } }] }, 400, "invalid_parameters"],
  [
    {
      written: Array.from({ length: 1_001 }, (_, at) => ({ ...OWN, technical_name: `own_${at}` })),
    },
    400,
    "invalid_parameters",
  ],
  [{ written: [OWN], ignore: ["nothing"] }, 400, "invalid_parameters"],
  [{ written: [OWN], platform_version: "x" }, 400, "invalid_parameters"],
  // Such an object has no text of its own.
  [{ written: [OWN], modules: { toString: 1 } }, 400, "invalid_parameters"],
  [{ written: [OWN], exclude: [["sale"]] }, 400, "invalid_parameters"],
  [{ written: [OWN], platform_version: "5.0" }, 404, "unknown_version"],
  [{ written: [{ ...OWN, files: { "models.py": "" } }] }, 400, "invalid_parameters"],
])("what is wrong is refused: %#", async (sent, status, code) => {
  const answer = await post(sent);
  expect([answer.status, (answer.body as { readonly code: string }).code]).toEqual([status, code]);
});

test("steps end with their budget", async () => {
  const { findings } = (await post({ written: [OWN] })).body as { readonly findings: unknown[] };
  const count = function* (): Steps<string> {
    for (const _ of findings) yield;
    return "done";
  };
  const take = (left: number) => takeSteps(spendEach(count(), createSteps(left, "It takes")));
  expect(await take(findings.length)).toBe("done");
  await expect(take(findings.length - 1)).rejects.toThrow("It takes more than 0 steps.");
});

test("names that are keys of every object are files like others", async () => {
  const text = `{"written":[{"technical_name":"__proto__","files":{"__proto__":"x","__manifest__.py":"{}","constructor.py":"import ("}}],"platform_version":"19.0"}`;
  expect((await post(text)).status).toBe(200);
});

test("a body without a length, or with a larger one than allowed, is not read", async () => {
  const answer = await sendRequest(service.port, {
    method: "POST",
    target: "/v1/check",
    headers: { "Content-Length": `${17 * 1024 * 1024}` },
    agent: false,
  });
  expect(answer.status).toBe(413);
});

test("other addresses take no POST", async () => {
  const answer = await sendRequest(service.port, {
    method: "POST",
    target: "/v1/plan",
    headers: { "Content-Length": "2" },
    body: "{}",
  });
  expect(answer.status).toBe(405);
});
