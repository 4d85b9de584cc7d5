// Pages of fields and methods over a real socket: every override in load order, and what is near to a name
// that is none.
import { expect, test } from "vitest";
import { decodeText, sendRequest } from "../../support/raw-http.js";
import { serveSharedSnapshot } from "../../support/shared-snapshot.js";

const service = await serveSharedSnapshot();

async function open(target: string) {
  const answer = await sendRequest(service.port, { target, headers: { Accept: "text/html" } });
  return { status: answer.status, text: decodeText(answer) };
}

/** Modules whose headings a page has, in its order. */
function listModules(text: string): readonly string[] {
  return [...text.matchAll(/<th scope="row"><a href="\/module\/(\w+)\//g)].map(
    ([, name = ""]) => name,
  );
}

test("a field of a model is shown with every module that changes it, in load order", async () => {
  const { status, text } = await open("/field/bank.import.transaction/state?platform_version=17.0");
  expect(status).toBe(200);
  expect(listModules(text)).toEqual(["bank_import_core", "bank_reconcile_rules"]);
  for (const part of [
    "In load order.",
    'href="/model/bank.import.transaction?platform_version=17.0"',
    "selection_add",
    'href="/field/bank.import.transaction/state?platform_version=16.0"',
    'href="/v1/field/bank.import.transaction/state?platform_version=17.0&amp;limit=200&amp;offset=0"',
  ]) {
    expect(text).toContain(part);
  }
});

test("a method of a model is shown with signatures and where super() leads", async () => {
  const { text } = await open("/method/rental.order/action_return");
  expect(listModules(text)).toEqual(["rental_core"]);
  expect(text).toMatch(/<code>\(self[^<]*\)[^<]*<\/code>/);
  expect(text.match(/<h1>/g)).toHaveLength(1);
  expect(text).toContain('href="/method/action_return"');
  expect(text).not.toContain("super()");
});

test("a name of whatever model is shown with the models that have it", async () => {
  const { text } = await open("/field/partner_id?platform_version=17.0");
  expect(text).toContain('Models <span class="number">4</span>');
  for (const model of ["rental.order", "res.users", "subscription.contract"]) {
    expect(text).toContain(`href="/field/${model}/partner_id"`);
  }
  expect(text).toContain('href="/module/rental_core/');
});

test.each([
  ["/field/rental.order/stat", 'href="/field/rental.order/state"'],
  ["/method/rental.order/action_retur", 'href="/method/rental.order/action_return"'],
  ["/method/action_retur", 'href="/method/action_return"'],
  ["/field/partner_i", 'href="/field/partner_id"'],
  ["/field/rental.orde/state", 'href="/model/rental.order"'],
  [
    "/field/rental.order/state?platform_version=8.0",
    'href="/field/rental.order/state?platform_version=17.0"',
  ],
  [
    "/method/action_return?platform_version=8.0",
    'href="/method/action_return?platform_version=17.0"',
  ],
])("%s is not there, and leads on", async (target, link) => {
  const { status, text } = await open(target);
  expect(status).toBe(404);
  expect(text).toContain(link);
});
