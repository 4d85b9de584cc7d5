// Attributes of a model beside its fields and methods.
import { describe, expect, test } from "vitest";

import { createModels } from "../../../../server/registry/model/models.js";
import {
  findModelSummary,
  toRegistryModel,
} from "../../../../server/registry/model/model-answer.js";
import {
  BASE_MODULE,
  createClassReader,
  field,
  UNKNOWN,
  type ClassOutline,
  type SystemOutline,
} from "./small-system.js";
import { finishSteps } from "../../../../data/yield.js";

function getModel(model: string, modules: SystemOutline) {
  const found = createModels(createClassReader({ ...BASE_MODULE, ...modules })).findModel(model);
  if (found === undefined) throw new Error(`no model ${model}`);
  return finishSteps(toRegistryModel(found));
}

/** A model `sale` of these classes, the first of which makes it. */
function getSale(...outlines: readonly ClassOutline[]) {
  const classes = outlines.map((outline, index) => [
    `Sale${index}`,
    index === 0 ? { name: "sale", ...outline } : { inherit: ["sale"], ...outline },
  ]);
  return getModel("sale", { sale: Object.fromEntries(classes) as SystemOutline[string] });
}

describe("attributes of a model", () => {
  test("that no class gives are the platform's", () => {
    const { kind, description, table, order, rec_name, parent_name, auto, log_access, dynamic } =
      getSale({});
    expect({ kind, description, table, order, rec_name, parent_name }).toEqual({
      kind: "Model",
      description: "sale",
      table: "sale",
      order: "id",
      rec_name: null,
      parent_name: "parent_id",
    });
    expect({ auto, log_access, dynamic }).toEqual({ auto: true, log_access: true, dynamic: [] });
  });

  test("whose maker is not known are not those of a class that extends it", () => {
    const modules = { order: { Sale: { inherit: ["sale"], attributes: { _order: "date" } } } };
    const { module, description, order, rec_name, dynamic } = getModel("sale", modules);
    expect({ module, description, order, rec_name, dynamic }).toEqual({
      module: null,
      description: null,
      order: "date",
      rec_name: null,
      dynamic: ["description", "rec_name"],
    });
  });

  test("are those of the class that comes first", () => {
    const first = { _description: "Sale", _order: "name", _table: "sale_table" };
    const { description, order, table } = getSale(
      { attributes: first },
      { attributes: { _order: "date desc" } },
    );
    expect({ description, order, table }).toEqual({
      description: "Sale",
      order: "date desc",
      table: "sale_table",
    });
  });

  test("are inherited from parents, but for description and table", () => {
    const modules = {
      mixin: {
        Mixin: {
          name: "a.mixin",
          kind: "AbstractModel",
          attributes: { _description: "Mixin", _order: "sequence", _rec_name: "code", _table: "t" },
          fields: { code: field("Char") },
        },
      },
      sale: { Sale: { name: "a.sale", inherit: ["a.mixin"] } },
    };
    const { description, order, table, rec_name, abstract } = getModel("a.sale", modules);
    expect({ description, order, table, rec_name, abstract }).toEqual({
      description: "a.sale",
      order: "sequence",
      table: "a_sale",
      rec_name: "code",
      abstract: false,
    });
  });

  test("say that records are called by `name` where there is such a field", () => {
    expect(getSale({ fields: { name: field("Char") } }).rec_name).toBe("name");
    expect(getSale({ fields: { x_name: field("Char") } }).rec_name).toBeNull();
    expect(
      getSale({ fields: { name: field("Char") }, attributes: { _rec_name: "code" } }).rec_name,
    ).toBe("code");
  });

  test("tell a parent that got `name` before a later parent that gives another", () => {
    const modules = {
      mixins: {
        Named: { name: "named", kind: "AbstractModel", fields: { name: field("Char") } },
        Coded: { name: "coded", kind: "AbstractModel", attributes: { _rec_name: "code" } },
      },
      sale: { Sale: { name: "sale", inherit: ["named", "coded"] } },
    };
    expect(getModel("sale", modules).rec_name).toBe("name");
  });

  test("log access as the class does that makes the model", () => {
    const view = { attributes: { _auto: false } };
    expect(getSale(view)).toMatchObject({ auto: false, log_access: false });
    expect(getSale({}, view)).toMatchObject({ auto: false, log_access: true });
    expect(getSale({}, { attributes: { _log_access: false } }).log_access).toBe(false);
    expect(getSale({ kind: "TransientModel" })).toMatchObject({
      transient: true,
      log_access: true,
    });
    expect(getSale({ kind: "AbstractModel" })).toMatchObject({ abstract: true, log_access: false });
  });

  test("that only running code knows are marked", () => {
    const { order, description, dynamic } = getSale({
      attributes: { _description: UNKNOWN },
      methods: ["_order", "_setup_base"],
    });
    expect({ order, description }).toEqual({ order: "property", description: null });
    expect(dynamic).toEqual(["description", "fields", "order"]);
  });
});

test("parents are what own classes name, delegation is that of all", () => {
  const modules = {
    base_more: {
      Partner: { name: "res.partner" },
      Mixin: { name: "a.mixin", kind: "AbstractModel", inherits: { "res.partner": "partner_id" } },
    },
    sale: { Sale: { name: "sale", inherit: ["a.mixin"] } },
    more: {
      More: {
        inherit: ["sale"],
        fields: { user_id: field("Many2one", { comodel_name: "res.users", delegate: true }) },
      },
    },
  };
  const { inherit_parents, ancestors, inherits, classes } = getModel("sale", modules);
  expect(inherit_parents).toEqual(["a.mixin"]);
  expect(ancestors).toEqual(["a.mixin", "base"]);
  expect(inherits).toEqual({ "res.partner": "partner_id", "res.users": "user_id" });
  expect(
    classes.map(({ module, class_name, model }) => `${module} ${class_name} ${model}`),
  ).toEqual(["more More sale", "sale Sale sale", "base_more Mixin a.mixin"]);
});

test("a summary counts what the answer has", () => {
  const models = createModels(
    createClassReader({
      ...BASE_MODULE,
      sale: { Sale: { name: "sale", methods: ["action", "write"] } },
      more: { More: { inherit: ["sale"], methods: ["action"] } },
    }),
  );
  const sale = models.findModel("sale");
  if (sale === undefined) throw new Error("no model sale");
  const answer = finishSteps(toRegistryModel(sale));
  expect(findModelSummary(models, "sale")).toEqual({
    model: "sale",
    kind: "Model",
    description: "sale",
    module: "sale",
    classes: answer.classes.length,
    fields: answer.fields.length,
    methods: answer.methods.length,
  });
  expect(answer.methods.map(({ name }) => name)).toEqual(["action", "write"]);
});
