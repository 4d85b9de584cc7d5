// Fields that no class of a model defines: those it delegates, and those that the platform adds.
import { describe, expect, test } from "vitest";

import { field, type SystemOutline } from "./small-system.js";
import { getField, getModel, outlineField } from "./field-outline.js";

const PARTNER: SystemOutline = {
  partner: {
    Partner: {
      name: "res.partner",
      fields: {
        name: field("Char", { string: "Called", required: true }),
        state: field("Char"),
        code: field("Char", { copy: false, readonly: true }),
        tags: field("Properties", { definition: "a.b" }),
      },
    },
  },
};

describe("delegated fields", () => {
  const modules: SystemOutline = {
    ...PARTNER,
    employee: {
      Employee: {
        name: "hr.employee",
        inherits: { "res.partner": "partner_id" },
        fields: {
          partner_id: field("Many2one", { comodel_name: "res.partner" }),
          code: field("Char", { related: "partner_id.code", inherited: true }),
        },
      },
      Officer: { name: "hr.officer", inherits: { "hr.employee": "employee_id" } },
    },
  };
  const employee = getModel("hr.employee", modules);

  test("are related to what they are of", () => {
    expect(outlineField(employee, "name")).toBe(
      'char "Called" required copied inherited related=partner_id.name',
    );
    expect(outlineField(employee, "state")).toBe('char "State" inherited related=partner_id.state');
    expect(getField(employee, "name").modules).toEqual(["employee", "partner"]);
    expect(getField(employee, "name").definitions).toEqual([]);
  });

  test("are the model's own where it defines them", () => {
    expect(outlineField(employee, "code")).toBe(
      'char "Code" readonly inherited related=partner_id.code',
    );
    expect(outlineField(employee, "id")).toBe('integer "ID" readonly stored copied automatic');
  });

  test("need their link, which the platform adds", () => {
    expect(outlineField(employee, "partner_id")).toBe(
      'many2one "Partner" required stored copied comodel_name=res.partner',
    );
    const officer = getModel("hr.officer", modules);
    expect(outlineField(officer, "employee_id")).toBe(
      'many2one "Automatically created field to link to parent hr.employee" ' +
        "required stored copied comodel_name=hr.employee",
    );
    expect(outlineField(officer, "name")).toBe(
      'char "Called" required copied inherited related=employee_id.name',
    );
  });

  test("that are properties are computed at 17.0 and 18.0", () => {
    expect(outlineField(employee, "tags")).toBe(
      'properties "Tags" inherited compute=callable:_compute related=partner_id.tags',
    );
    expect(
      outlineField(getModel("hr.employee", modules, { platformVersion: "16.0" }), "tags"),
    ).toBe('properties "Tags" inherited related=partner_id.tags');
    expect(
      outlineField(getModel("hr.employee", modules, { platformVersion: "19.0" }), "tags"),
    ).toBe('properties "Tags" inherited related=partner_id.tags');
  });

  test("come by a field that says so itself", () => {
    const delegating: SystemOutline = {
      ...PARTNER,
      employee: {
        Employee: {
          name: "hr.employee",
          fields: {
            partner_id: field("Many2one", { comodel_name: "res.partner", delegate: true }),
          },
        },
      },
    };
    const model = getModel("hr.employee", delegating);
    expect([...model.inherits]).toEqual([["res.partner", "partner_id"]]);
    expect(outlineField(model, "partner_id")).toMatch(/ required /);
    expect(model.fieldNames).toContain("state");
  });

  test("are none of an abstract model, nor of models that delegate to each other", () => {
    const mixed: SystemOutline = {
      ...PARTNER,
      mixin: {
        Mixin: { name: "mixin", kind: "AbstractModel", inherits: { "res.partner": "partner_id" } },
        Left: { name: "left", inherits: { right: "right_id" } },
        Right: { name: "right", inherits: { left: "left_id" } },
      },
    };
    expect(getModel("mixin", mixed).fieldNames).toEqual(["partner_id"]);
    expect(getModel("left", mixed).fieldNames).toContain("left_id");
    const before = getModel("mixin", mixed, { platformVersion: "14.0" });
    expect(getField(before, "state").related).toBe("partner_id.state");
  });
});

function listNames(modules: SystemOutline, platformVersion = "17.0"): string {
  return getModel("sale", modules, { platformVersion }).fieldNames.join(" ");
}

describe("automatic fields", () => {
  const all = "create_date create_uid display_name id write_date write_uid";

  test("are those of a model with records", () => {
    expect(listNames({ sale: { Sale: { name: "sale" } } })).toBe(all);
    expect(listNames({ sale: { Sale: { name: "sale" } } }, "16.0")).toBe(`__last_update ${all}`);
    expect(listNames({ sale: { Sale: { name: "sale", kind: "AbstractModel" } } })).toBe("");
    expect(listNames({ sale: { Sale: { name: "sale", attributes: { _auto: false } } } })).toBe(
      "display_name id",
    );
    const logged = { _auto: false, _log_access: true };
    expect(listNames({ sale: { Sale: { name: "sale", attributes: logged } } })).toBe(all);
  });

  test("have attributes of their own", () => {
    const sale = getModel(
      "sale",
      { sale: { Sale: { name: "sale" } } },
      { platformVersion: "16.0" },
    );
    expect(sale.fieldNames.map((name) => outlineField(sale, name))).toEqual([
      'datetime "Last Modified on" readonly automatic compute=_compute_concurrency_field',
      'datetime "Created on" readonly stored copied automatic',
      'many2one "Created by" readonly stored copied automatic comodel_name=res.users',
      'char "Display Name" readonly automatic compute=_compute_display_name',
      'integer "ID" readonly stored copied automatic',
      'datetime "Last Updated on" readonly stored copied automatic',
      'many2one "Last Updated by" readonly stored copied automatic comodel_name=res.users',
    ]);
    expect(getField(sale, "id")).toMatchObject({ modules: ["sale"], definitions: [] });
  });

  test("are what classes make of them", () => {
    const own = getModel("sale", {
      sale: {
        Sale: { name: "sale", fields: { create_date: field("Datetime", { string: "Own" }) } },
      },
    });
    expect(outlineField(own, "create_date")).toBe('datetime "Own" stored copied');
    const later = getModel("sale", {
      sale: { Sale: { name: "sale" } },
      more: {
        More: { inherit: ["sale"], fields: { create_date: field("Datetime", { index: true }) } },
      },
    });
    expect(outlineField(later, "create_date")).toBe(
      'datetime "Created on" readonly stored copied automatic index=btree',
    );
    expect(getField(later, "create_date").definitions).toHaveLength(1);
  });

  test("are those of every model until 14.0", () => {
    const mixin = { Mixin: { name: "sale", kind: "AbstractModel" } };
    const at = { platformVersion: "14.0" };
    expect(getModel("sale", { sale: mixin }, at).fieldNames.join(" ")).toBe(
      "__last_update display_name id",
    );
    const fields = { id: field("Char"), display_name: field("Char", { string: "Own" }) };
    const sale = getModel("sale", { sale: { Sale: { name: "sale", fields } } }, at);
    expect(["id", "display_name", "__last_update"].map((name) => outlineField(sale, name))).toEqual(
      [
        'integer "ID" readonly stored copied automatic',
        'char "Own" stored copied',
        'datetime "Last Modified on" readonly automatic compute=compute_concurrency_field_with_access',
      ],
    );
    expect(getField(sale, "create_uid").modules).toEqual([]);
  });

  test("are partly those of the platform's own base since 19.0", () => {
    const at = { platformVersion: "19.0" };
    const modules: SystemOutline = {
      sale: {
        Mixin: { name: "mixin", kind: "AbstractModel" },
        Sale: { name: "sale", fields: { display_name: field("Char", { string: "Own" }) } },
      },
      more: { Mixin: { inherit: ["mixin"], fields: { display_name: field("Char") } } },
    };
    const searched = "compute=_compute_display_name search=_search_display_name";
    const mixin = getModel("mixin", modules, at);
    expect(mixin.fieldNames).toEqual(["display_name", "id"]);
    expect(outlineField(mixin, "display_name")).toBe(
      `char "Display Name" readonly automatic ${searched}`,
    );
    expect(getField(mixin, "display_name").modules).toEqual(["more"]);
    expect(getField(mixin, "id").modules).toEqual([]);
    const sale = getModel("sale", modules, at);
    expect(outlineField(sale, "display_name")).toBe(`char "Own" readonly ${searched}`);
    expect(getField(sale, "create_uid").modules).toEqual(["sale"]);
  });
});
