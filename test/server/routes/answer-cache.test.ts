// Cached answers of slow routes: equal questions share an answer, for any asker and order of names;
// texts are made of the cached answer.
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Asker } from "../../../data/semaphore.js";
import type { JsonResource, Resource } from "../../../server/contract/resource.js";
import { UNWATCHED_STATE } from "../../../server/live/service-state.js";
import { openLookup, type Lookup } from "../../../server/lookup/lookup.js";
import { AskerGone, answerLong, takeLongSteps } from "../../../server/lookup/limits.js";
import type { Steps } from "../../../data/yield.js";
import { answerQuestion } from "../../../server/routes/ask.js";
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
  asker?: Asker,
): Promise<Resource> | Resource {
  const findAsker = (): Asker | undefined => asker;
  const request = { lookup, state: UNWATCHED_STATE, accept, routes: ROUTES, findAsker };
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
  const busy = Array.from({ length: 9 }, () => answerLong(() => open, undefined));
  try {
    await expect(ask("/v1/migration", question)).rejects.toMatchObject({ code: "too_busy" });
  } finally {
    held.abort();
    await Promise.all(busy);
  }
  expect(await askJson("/v1/migration", question)).toHaveProperty("body.from", "16.0");
});

test("what nobody waits for any more is no longer made, and what somebody waits for is", async () => {
  const held = new AbortController();
  const open = once(held.signal, "abort");
  const busy = answerLong(() => open, undefined);
  const question = { ...MIGRATION, modules: "rental_deposit" };
  const askers = ["one", "two", "three"].map((name) => ({ name, leave: new AbortController() }));
  const [first, second, third] = askers.map(({ name, leave }) =>
    ask("/v1/migration", question, undefined, { name, signal: leave.signal }),
  );
  // The two who asked first go; the third has the answer.
  for (const { leave } of askers.slice(0, 2)) leave.abort();
  const other = { ...question, modules: "invoice_reminder" };
  const alone = new AbortController();
  const forgotten = ask("/v1/migration", other, undefined, { name: "one", signal: alone.signal });
  alone.abort();
  await expect(forgotten).rejects.toMatchObject({ code: "too_busy" });
  held.abort();
  await busy;
  expect(await third).toEqual(await first);
  expect(await second).toEqual(await third);
  // Nothing of one that was given up is kept: it is made again.
  expect(await askJson("/v1/migration", other)).toHaveProperty("body.from", "16.0");
});

test("work ends where it yields once its asker has gone", async () => {
  const leave = new AbortController();
  let steps = 0;
  function* count(): Steps<number> {
    for (; steps < 1_000_000_000; steps++) {
      if (steps === 100) leave.abort(new AskerGone());
      yield;
    }
    return steps;
  }
  const asker = { name: "one", signal: leave.signal };
  await expect(answerLong(() => takeLongSteps(count()), asker)).rejects.toBeInstanceOf(AskerGone);
  expect(steps).toBeLessThan(1_000_000_000);
});
