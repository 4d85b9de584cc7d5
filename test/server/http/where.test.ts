// Definitions of models, fields, methods and views over a socket: parts with their headers, and
// refusals.

import { describe, expect, test } from "vitest";

import { expectProblem } from "../../support/problem-body.js";
import { decodeJson, sendRequest, type RawAnswer } from "../../support/raw-http.js";
import { serveSharedSnapshot } from "../../support/shared-snapshot.js";

const service = await serveSharedSnapshot();

const ask = (path: string): Promise<RawAnswer> =>
  sendRequest(service.port, { target: `/v1/${path}` });

test("a model is given in parts, each with the way to the next", async () => {
  const answer = await ask("model/res.partner?platform_version=17&limit=2");
  expect(answer.headers["x-total-count"]).toBe("4");
  expect(answer.headers.link).toBe(
    '</v1/model/res.partner?platform_version=17&limit=2&offset=2>; rel="next"',
  );
  expect(decodeJson(answer)).toMatchObject({
    model_name: "res.partner",
    platform_version: "17.0",
    platform_makers: [],
    counts: { defining: 1, extending: 3 },
    modules: [
      { technical_name: "base", role: "defines", after: [] },
      { technical_name: "vat_check", role: "extends", after: ["base"] },
    ],
  });
  const beyond = await ask("model/res.partner?platform_version=17&offset=9");
  expect(decodeJson(beyond)).toMatchObject({ modules: [] });
  expect(beyond.headers["x-total-count"]).toBe("4");
});

test("a limit above the highest is the highest", async () => {
  const answer = await ask("model/res.partner?limit=100000&offset=1");
  expect(answer.headers.link).toBe('</v1/model/res.partner?limit=200&offset=0>; rel="prev"');
});

test("a field that a mixin or a parent gives is that of its model", async () => {
  expect(decodeJson(await ask("field/rental.order/message_ids"))).toMatchObject({
    model_name: "rental.order",
    inherited_from: "mail.thread",
    platform_version: "19.0",
    modules: [{ technical_name: "mail" }],
  });
  const delegated = await ask("field/res.users/email?platform_version=17&org=northwind-addons");
  expect(decodeJson(delegated)).toMatchObject({ inherited_from: "res.partner" });
  const method = await ask("method/rental.order/message_post?platform_version=17");
  expect(decodeJson(method)).toMatchObject({ inherited_from: "mail.thread" });
  expect((await ask("field/res.users/email?org=meadow-apps")).status).toBe(404);
});

test("a field that Odoo itself gives every model is declared by none", async () => {
  const body = expectProblem(await ask("field/rental.order/create_uid"), {
    status: 404,
    code: "unknown_field",
    instance: "/v1/field/rental.order/create_uid",
  });
  expect(body["detail"]).toBe('Odoo itself gives every model "create_uid"; no module declares it.');
});

test("names in a path are encoded as any", async () => {
  const view = await ask("view/base%2Eview_partner_form?org=MEADOW-apps&platform_version=17.0");
  expect(decodeJson(view)).toMatchObject({
    xml_id: "base.view_partner_form",
    modules: [
      { technical_name: "invoice_reminder", role: "inherits" },
      { technical_name: "credit_limit", role: "inherits" },
    ],
  });
});

test("what a script has and what it patches is found by its name", async () => {
  const place = { technical_name: "pos_loyalty_stamp", repository: "retail" };
  const file = "static/src/stamps.js";
  expect(decodeJson(await ask("javascript/PaymentScreen"))).toMatchObject({
    name: "PaymentScreen",
    platform_version: "17.0",
    modules: [
      {
        ...place,
        role: "patches",
        classes: [],
        patches: [{ target: "PaymentScreen.prototype", methods: ["validateOrder"], file }],
      },
    ],
  });
  expect(decodeJson(await ask("javascript/pos.StampCard"))).toMatchObject({
    modules: [{ ...place, role: "defines", classes: [{ name: "StampCard", services: ["orm"] }] }],
  });
  const key = { category: "pos_screens", key: "StampCard", module_id: "@pos_loyalty_stamp/stamps" };
  expect(decodeJson(await ask("javascript/pos_screens%2FStampCard"))).toMatchObject({
    modules: [{ role: "defines", registry: [key], classes: [] }],
  });
  expect(decodeJson(await ask("javascript/countStamps"))).toMatchObject({
    modules: [{ role: "defines", functions: [{ name: "countStamps", file }] }],
  });
  expect(decodeJson(await ask("find?q=paymentscreen&limit=1"))).toMatchObject({
    hits: [{ kind: "javascript", name: "PaymentScreen", path: "/v1/javascript/PaymentScreen" }],
  });
});

test("a template of the browser is found by its name and by what is pasted", async () => {
  const file = "static/src/layout.xml";
  expect(decodeJson(await ask("javascript/base.Layout"))).toMatchObject({
    name: "base.Layout",
    modules: [
      {
        technical_name: "base",
        role: "defines",
        templates: [
          { name: "base.Layout", inherit: null, file, line: 3 },
          { name: null, inherit: "base.Layout", mode: "extension", file, line: 13 },
        ],
      },
    ],
  });
  const path = "/v1/javascript/base.Layout";
  for (const q of ["base.Layout", '<t t-inherit="base.Layout">', "layout template"]) {
    expect(decodeJson(await ask(`find?limit=1&q=${encodeURIComponent(q)}`))).toMatchObject({
      hits: [{ kind: "template", name: "base.Layout", module: "base", path }],
    });
  }
});

test("what pasted code of the browser names is found", async () => {
  const pasted = 'registry.category("pos_screens").add("StampCard", StampCard);';
  expect(decodeJson(await ask(`find?limit=1&q=${encodeURIComponent(pasted)}`))).toMatchObject({
    hits: [{ kind: "javascript", name: "pos_screens/StampCard", match: "typed" }],
  });
  const patched = "patch(PaymentScreen.prototype, {";
  expect(decodeJson(await ask(`find?limit=1&q=${encodeURIComponent(patched)}`))).toMatchObject({
    hits: [{ kind: "javascript", name: "PaymentScreen" }],
  });
});

describe("what is refused", () => {
  test.each([
    ["model/rental.ordr", 404, "unknown_model"],
    ["model/rental.order?platform_version=8", 404, "not_at_version"],
    ["model/rental.order?org=meadow-apps", 404, "not_in_repository"],
    ["model/rental.order?platform_version=newest", 400, "invalid_parameters"],
    ["model/rental.order?limit=0", 400, "invalid_parameters"],
    ["model/rental.order?limit=1&limit=2", 400, "invalid_parameters"],
    ["model/%20", 400, "invalid_parameters"],
    [`model/${"x".repeat(2_001)}`, 400, "invalid_parameters"],
    ["model/__proto__", 404, "unknown_model"],
    ["field/rental.order/constructor", 404, "unknown_field"],
    ["field/rental.order/deposit?platform_version=8.0", 404, "not_at_version"],
    ["field/rental.order", 404, "unknown_path"],
    ["method/rental.order/deposit", 404, "unknown_method"],
    ["method/no.such.model/write", 404, "unknown_model"],
    ["view/rental_order_view_form", 404, "unknown_view"],
    ["view/rental_core.rental_order_view_form?repo=people", 404, "not_in_repository"],
    ["view/%00", 404, "unknown_view"],
    ["javascript/StampCar", 404, "unknown_javascript"],
    ["javascript/StampCard?platform_version=16", 404, "not_at_version"],
  ] as const)("%s is %i %s", async (path, status, code) => {
    const instance = `/v1/${path.split("?")[0]}`;
    expectProblem(await ask(path), { status, code, instance });
  });

  test("says what is near", async () => {
    const instance = "/v1/field/rental.order/depositt";
    const body = expectProblem(await ask("field/rental.order/depositt"), {
      status: 404,
      code: "unknown_field",
      instance,
    });
    expect(body["detail"]).toBe('There is no field "rental.order.depositt".');
    expect(body["suggestions"]).toContain("deposit");
  });
});
