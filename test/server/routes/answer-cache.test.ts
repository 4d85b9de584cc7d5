// Answers of the routes that take long: the same question has the same answer, whoever asks it and in whatever order
// names stand in it; texts are made of the answer that is cached.
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonResource, Resource } from "../../../server/contract/resource.js";
import { UNWATCHED_STATE } from "../../../server/live/service-state.js";
import { openLookup, type Lookup } from "../../../server/lookup/lookup.js";
import { LONG_QUESTIONS } from "../../../server/lookup/limits.js";
import { answerQuestion } from "../../../server/routes/answer-question.js";
import { ROUTES } from "../../../server/routes/routes.js";
import { getSharedSnapshot } from "../../support/shared-snapshot.js";

let lookup: Lookup;

beforeAll(async () => {
  lookup = await openLookup(getSharedSnapshot(), { embedder: {} });
});

afterAll(() => lookup.close());

function ask(
  path: string,
  question: Readonly<Record<string, string>>,
  accept?: string,
): Promise<Resource> | Resource {
  const request = { lookup, state: UNWATCHED_STATE, accept, routes: ROUTES };
  return answerQuestion(request, path, question, 1_000);
}

async function askJson(
  path: string,
  question: Readonly<Record<string, string>>,
): Promise<JsonResource> {
  const resource = await ask(path, question);
  if (!("body" in resource)) throw new Error(`${path} answers no JSON`);
  return resource;
}

const PLAN = { platform_version: "17.0", modules: "rental_core,leave_calendar", exclude: "a,b" };
const MIGRATION = { from: "16.0", to: "17.0", modules: "rental_core,leave_calendar" };
const SYSTEM = { platform_version: "17.0", modules: "rental_core" };

test.each([
  ["/v1/plan", PLAN, { modules: "leave_calendar,rental_core", exclude: "b,a" }],
  ["/v1/plan", { ...PLAN, lock: "rental_core@1.0.0" }, { format: "json" }],
  ["/v1/migration", MIGRATION, { modules: "leave_calendar,rental_core" }],
  ["/v1/registry/models/{model}", { ...SYSTEM, model: "rental.order" }, {}],
])("%s answers the same question once", async (path, question, otherwise) => {
  const first = await askJson(path, question);
  expect(JSON.parse(first.json ?? "")).toEqual(first.body);
  expect((await askJson(path, { ...question, ...otherwise })).body).toBe(first.body);
});

test("another question has another answer", async () => {
  const { body } = await askJson("/v1/plan", PLAN);
  for (const other of [{ prefer: "acme" }, { auto_install: "false" }, { min_status: "mature" }]) {
    expect((await askJson("/v1/plan", { ...PLAN, ...other })).body).not.toBe(body);
  }
});

test("the order of what is preferred means something", async () => {
  const { body } = await askJson("/v1/plan", { ...PLAN, prefer: "acme,zeta" });
  expect((await askJson("/v1/plan", { ...PLAN, prefer: "zeta,acme" })).body).not.toBe(body);
});

test("who asks while the answer is being made waits for that one", async () => {
  const question = { ...MIGRATION, modules: "rental_core" };
  const both = await Promise.all([1, 2].map(() => askJson("/v1/migration", question)));
  expect(both[0]?.body).toBe(both[1]?.body);
});

test("texts are made of it, as the parameter or else the header says", async () => {
  const { body } = await askJson("/v1/migration", MIGRATION);
  const asked = await ask("/v1/migration", { ...MIGRATION, format: "csv" }, "text/markdown");
  expect(asked).toMatchObject({ contentType: "text/csv; charset=utf-8", variesByAccept: true });
  expect(await ask("/v1/migration", MIGRATION, "text/markdown")).toMatchObject({
    contentType: "text/markdown; charset=utf-8",
  });
  expect(await ask("/v1/migration", { ...MIGRATION, format: "json" }, "text/csv")).toHaveProperty(
    "body",
    body,
  );
});

test("a failure is not cached", async () => {
  const question = { ...MIGRATION, modules: "fleet_logbook" };
  const held = new AbortController();
  const open = once(held.signal, "abort");
  const busy = Array.from({ length: 9 }, () => LONG_QUESTIONS.run(() => open));
  try {
    await expect(ask("/v1/migration", question)).rejects.toMatchObject({ code: "too_busy" });
  } finally {
    held.abort();
    await Promise.all(busy);
  }
  expect(await askJson("/v1/migration", question)).toHaveProperty("body.from", "16.0");
});
