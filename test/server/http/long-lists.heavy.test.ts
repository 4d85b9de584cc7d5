// A module with 200,000 access rights, 30,000 fields and a text of 10 MB: each page is as short as others, no answer is longer than
// one may be, and the service answers in between.
import { expect, test } from "vitest";
import { publishSnapshot } from "../../../builder/assemble/publish.js";
import { NO_PARTS } from "../../support/module-parts.js";
import { createContents, createRecord } from "../../support/module-records.js";
import { decodeText, sendRequest } from "../../support/raw-http.js";
import { serveForFile } from "../../support/shared-snapshot.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";

const LONG_TEXT = "long ".repeat(2_000_000);

const list = <Row>(length: number, toRow: (at: number) => Row): Row[] =>
  Array.from({ length }, (_, at) => toRow(at));

const record = createRecord({
  technical_name: "long_lists",
  models: [
    {
      model_name: "long.model",
      class_name: "LongModel",
      inherit_from: [],
      is_new_model: true,
      docstring: LONG_TEXT,
      attrs: { kind: "Model", description: LONG_TEXT },
      file: "models/long.py",
      line: 1,
      fields: list(30_000, (at) => ({
        name: `field_${at}`,
        field_type: "Char",
        relation: null,
        line: at + 2,
        attrs: null,
      })),
      methods: [],
    },
  ],
});

const parts = {
  ...NO_PARTS,
  access: list(200_000, (at) => ({
    xml_id: `access_${at}`,
    name: `right ${at}`,
    model: "model_long_model",
    group: "base.group_user",
    perm_read: true,
    perm_write: null,
    perm_create: null,
    perm_unlink: false,
    file: "security/ir.model.access.csv",
    line: at + 2,
  })),
};

const out = makeTemporaryFolder();
/** Modules of one more repository. */
const many = list(900, (at) =>
  createRecord({ technical_name: `many_${String(at).padStart(3, "0")}`, repository: "many" }),
);
await publishSnapshot(
  createContents([record, ...many], { parts: [parts, ...many.map(() => NO_PARTS)] }),
  { out, program: "0.0.0-test" },
);
const service = await serveForFile(out);

const open = (target: string) =>
  sendRequest(service.port, { target, headers: { Accept: "text/html" } });

test.each([
  ["/module/long_lists/17.0", /200,?000/],
  ["/module/long_lists/17.0?table=access&first=199990", /access_(?:<wbr \/>)?199999/],
  ["/module/long_lists/17.0?table=access&with=access_123456", /1 to 1 of 1|access_123456/],
  ["/module/long_lists/17.0?table=fields&by=-name", /field_29999</],
  ["/model/long.model", /30,?000/],
  ["/model/long.model?table=fields&first=29999", /field_9999<[^]*href="\?table=fields#/],
  ["/field/field_7", /long\.model/],
  ["/field/long.model/field_7", /long_lists/],
  ["/repo/many", /1 to \d+ of 900/],
  ["/repo/many?table=modules-acme&first=899", /many_(?:<wbr \/>)?899/],
])("%s is short, and others are answered meanwhile", async (target, part) => {
  const asked = open(target);
  const health = await open("/healthz");
  expect(health.status).toBe(200);
  const answer = await asked;
  expect(answer.status).toBe(200);
  expect(answer.bytes.length).toBeLessThanOrEqual(300_000);
  expect(decodeText(answer)).toMatch(part);
});

const ALL = "/v1/module/long_lists/17.0?include=access";

test.each([
  ALL,
  `${ALL}&format=csv`,
  `${ALL}&format=xlsx`,
  "/v1/model/long.model",
  "/v1/model/long.model?format=csv",
  "/v1/export/modules",
  "/v1/export/modules?format=csv",
])("%s has an end, and others are answered meanwhile", async (target) => {
  const asked = sendRequest(service.port, { target });
  const health = await open("/healthz");
  expect(health.status).toBe(200);
  const answer = await asked;
  expect(answer.status).toBe(200);
  expect(answer.bytes.length).toBeLessThan(4_200_000);
});

test.each(["text", "markdown"])(
  "nobody reads more than two million characters of %s",
  async (form) => {
    const answer = await sendRequest(service.port, { target: `${ALL}&format=${form}` });
    expect(answer.status).toBe(200);
    expect(answer.bytes.length).toBeLessThan(2_100_000);
    expect(decodeText(answer)).toMatch(/The answer is cut; ask for the rest:[^]*rest=access/);
  },
);

test("what was cut goes on where it says", async () => {
  const rights: string[] = [];
  let text = "";
  const starts = new Map([
    ["access", 180_000],
    ["models.docstring", LONG_TEXT.length - 150_000],
  ]);
  for (let going: readonly string[] = [...starts.keys()]; going.length > 0;) {
    const rest = encodeURIComponent([...starts].map((one) => one.join(":")).join(","));
    const answer = await sendRequest(service.port, { target: `${ALL}&rest=${rest}` });
    const [module] = JSON.parse(decodeText(answer)) as [AnsweredModule];
    if (going.includes("access")) rights.push(...module.access.map(({ xml_id: id }) => id));
    if (going.includes("models.docstring")) text += module.models[0].docstring.replace(/…$/, "");
    const cut = new Map(module.truncated?.map(({ name, to }) => [name, to]));
    going = going.filter((name) => cut.has(name));
    for (const name of going) starts.set(name, cut.get(name) ?? 0);
    expect(answer.headers["link"]).toMatch(/rest=.*rel="next"/);
  }
  expect(rights).toEqual(parts.access.slice(180_000).map(({ xml_id: id }) => id));
  expect(text).toBe(LONG_TEXT.slice(-150_000));
});

test("an address that is too long is in no Link", async () => {
  const answer = await sendRequest(service.port, { target: `${ALL}&unknown=${"x".repeat(3_000)}` });
  expect(answer.status).toBe(200);
  expect(answer.headers["link"]).toBeUndefined();
});

interface AnsweredModule {
  readonly access: readonly { readonly xml_id: string }[];
  readonly models: readonly [{ readonly docstring: string }];
  readonly truncated?: readonly { readonly name: string; readonly to: number }[];
}

test.each(["models", "models:x", "%ff:1", ":"])("the rest %s is refused", async (rest) => {
  const target = `${ALL}&rest=${encodeURIComponent(rest)}`;
  const answer = await sendRequest(service.port, { target });
  expect(answer.status).toBe(400);
  expect(JSON.parse(decodeText(answer))).toMatchObject({ errors: [{ parameter: "rest" }] });
});
