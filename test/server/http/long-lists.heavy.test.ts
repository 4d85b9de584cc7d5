// Pages of a module with 200,000 access rights, 30,000 fields and a text of 10 MB: each is as short as others, and the service
// answers in between.
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
await publishSnapshot(createContents([record], { parts: [parts] }), { out, program: "0.0.0-test" });
const service = await serveForFile(out);

const open = (target: string) =>
  sendRequest(service.port, { target, headers: { Accept: "text/html" } });

test.each([
  ["/module/long_lists/17.0", /200,?000/],
  ["/module/long_lists/17.0?table=access&first=199990", /access_199999/],
  ["/module/long_lists/17.0?table=access&with=access_123456", /1 to 1 of 1|access_123456/],
  ["/module/long_lists/17.0?table=fields&by=-name", /field_29999</],
  ["/model/long.model", /30,?000/],
  ["/model/long.model?table=fields&first=29999", /field_9999<[^]*href="\?table=fields#/],
  ["/field/field_7", /long\.model/],
  ["/field/long.model/field_7", /long_lists/],
])("%s is short, and others are answered meanwhile", async (target, part) => {
  const asked = open(target);
  const health = await open("/healthz");
  expect(health.status).toBe(200);
  const answer = await asked;
  expect(answer.status).toBe(200);
  expect(answer.bytes.length).toBeLessThanOrEqual(300_000);
  expect(decodeText(answer)).toMatch(part);
});
