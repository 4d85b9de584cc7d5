// Modules outside the index that could define a thing missing from the whole index.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Snapshot } from "../../../../data/snapshot/decode.js";
import { toMissingProblem } from "../../../../server/contract/problem.js";
import type { DefinitionQuery } from "../../../../server/lookup/definition/definition-chain.js";
import * as ofModels from "../../../../server/lookup/definition/where-model.js";
import { finishing } from "../../../support/finish-steps.js";
import { openParsedModules } from "../../../support/world.js";
import { makeTemporaryFolder } from "../../../support/temporary-folder.js";

const findModel = finishing(ofModels.findModel);
const findField = finishing(ofModels.findField);
const out = makeTemporaryFolder();
let snapshot: Snapshot;

const write = (depends: string, name: string, inherit: string) => ({
  "__manifest__.py": `{'name': 'X', 'depends': [${depends}]}`,
  "__init__.py": `from odoo import fields, models\nclass A(models.Model):\n    ${name}\n    ${inherit}\n    note = fields.Char()\n`,
});

/** `sale` and `base` are Odoo's; `other` belongs to nobody here, and `former` is not at 17.0. */
beforeAll(async () => {
  const extension = write("'sale', 'rental'", "", '_inherit = "sale.order"');
  snapshot = await openParsedModules(out, {
    sale_rental: extension,
    rental: write("'base'", '_name = "rental.lease"', ""),
    needy: write("'other', 'former'", '_name = "needy.thing"', ""),
    "sale_new 18.0": write("'sale_management'", "", '_inherit = "sale.order"'),
    "former 16.0": write("'base'", '_name = "former.thing"', ""),
  });
});

afterAll(() => snapshot.close());

const query = (platform_version?: string): DefinitionQuery => ({
  platform_version,
  org: undefined,
  repo: undefined,
  offset: 0,
  limit: 50,
});

function tellModel(model: string): unknown {
  const outcome = findModel(snapshot, model, query("17.0"));
  return outcome.found ? outcome.value.body.not_indexed : outcome.reason;
}

/** The problem, and what could have it. */
function tellField(model: string, field: string): string {
  const outcome = findField(snapshot, { model, member: field }, query("17.0"));
  if (outcome.found) return "found";
  const { code, extension } = toMissingProblem(outcome, model);
  return [code, ...(extension.not_indexed ?? [])].join(" ");
}

test("a model of Odoo that is not indexed has its maker out of the built-in table", () => {
  const found = ["sale.order", "rental.lease"].map((model) => findModel(snapshot, model, query()));
  const makers = found.map((one) => one.found && one.value.body.platform_makers);
  expect(makers).toEqual([["sale"], []]);
});

test("a model of Odoo that no indexed module changes is told by the built-in table alone", () => {
  const outcome = findModel(snapshot, "res.currency", query());
  expect(outcome).toMatchObject({
    found: true,
    value: {
      total: 0,
      body: {
        platform_version: "17.0",
        complete: false,
        not_indexed: ["base"],
        platform_makers: ["base"],
        modules: [],
      },
    },
  });
  const elsewhere = findModel(snapshot, "res.currency", { ...query(), org: "other" });
  expect(elsewhere).toMatchObject({ reason: "unknown_model" });
  expect(findModel(snapshot, "no.model", query())).toMatchObject({ reason: "unknown_model" });
});

test("what others make Odoo does not change, what needs a module that one neither", () => {
  expect(tellModel("rental.lease")).toEqual(["other"]);
  expect(tellModel("needy.thing")).toEqual([]);
  expect(tellModel("sale.order")).toEqual(["base", "sale"]);
});

const isNeeded = (model: string): boolean => {
  const outcome = findModel(snapshot, model, query("17.0"));
  return outcome.found && outcome.value.body.not_indexed_needed;
};

test("modules outside the index count where a module that makes or changes the model needs one", () => {
  expect(isNeeded("sale.order")).toBe(true);
  expect(isNeeded("rental.lease")).toBe(false);
});

test("a model opens at the main version where its maker is not indexed, and names that as missing", () => {
  const outcome = findModel(snapshot, "sale.order", query());
  const body = outcome.found ? outcome.value.body : undefined;
  expect(body).toMatchObject({ platform_version: "17.0", not_indexed: ["base", "sale"] });
  const alone = findModel(snapshot, "sale.order", query("18.0"));
  expect(alone.found && alone.value.body).toMatchObject({
    not_indexed: ["sale", "sale_management"],
    platform_makers: ["sale"],
  });
});

test("what is not found may be of a module that is not indexed; without Odoo it cannot be judged", () => {
  expect(tellField("needy.thing", "title")).toBe("unknown_field");
  expect(tellField("rental.lease", "title")).toBe("not_indexed other");
  expect(tellField("sale.order", "title")).toBe("not_indexed base sale");
  expect(tellField("no.model", "title")).toBe("not_indexed base other sale");
  expect(tellField("former.thing", "title")).toBe("not_indexed former other");
});
