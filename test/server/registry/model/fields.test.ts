// Merged definitions of a field.
import { describe, expect, test } from "vitest";

import type { LoadedField } from "../../../../data/module/loaded-module.js";
import { field, UNKNOWN, type SystemOutline } from "./small-system.js";
import { getField, getModel, outlineField } from "./field-outline.js";

type Given = Parameters<typeof field>[1];

const BOUND = { constants: { LABEL: "Bound" } };

/** One field `name` of a model with one class each for these definitions, the last of which overrides. */
function outline(name: string, ...definitions: readonly LoadedField[]): string {
  const classes = definitions.map((definition, index) => [
    `Sale${index}`,
    { ...(index === 0 ? { name: "sale" } : { inherit: ["sale"] }), fields: { [name]: definition } },
  ]);
  const modules = { sale: Object.fromEntries(classes) as SystemOutline[string] };
  return outlineField(getModel("sale", modules, BOUND), name);
}

const char = (given: Given = {}) => field("Char", given);
const imported = (name: string) => ({ imported: { from: "odoo.addons.sale", name } });

describe("a field by itself", () => {
  test("is stored and copied", () => {
    expect(outline("name", char())).toBe('char "Name" stored copied');
  });

  test("has a label of its name", () => {
    expect(outline("partner_id", char())).toMatch(/^char "Partner" /);
    expect(outline("order_line_ids", char())).toMatch(/^char "Order Line" /);
    expect(outline("x_2nd_vat", char({ string: "" }))).toMatch(/^char "X 2Nd Vat" /);
    expect(outline("a", char({ string: "Label" }))).toMatch(/^char "Label" /);
  });

  test("that is computed is not stored, not copied, and readonly", () => {
    const compute = "_compute";
    expect(outline("a", char({ compute }))).toBe('char "A" readonly compute=_compute');
    expect(outline("a", char({ compute, store: true }))).toBe(
      'char "A" readonly stored compute=_compute',
    );
    expect(outline("a", char({ compute, store: true, readonly: false }))).toBe(
      'char "A" stored copied compute=_compute',
    );
    expect(outline("a", char({ compute, inverse: "_set", search: "_find" }))).toBe(
      'char "A" compute=_compute inverse=_set search=_find',
    );
  });

  test("of state is not copied", () => {
    expect(outline("state", char())).toBe('char "State" stored');
    expect(outline("state", char({ copy: true }))).toBe('char "State" stored copied');
  });

  test("that depends on the company, or is sparse, is kept elsewhere", () => {
    expect(outline("a", char({ company_dependent: true }))).toBe(
      'char "A" company_dependent compute=callable:_compute_company_dependent ' +
        "inverse=callable:_inverse_company_dependent search=callable:_search_company_dependent",
    );
    expect(outline("a", char({ sparse: "data", readonly: true }))).toBe(
      'char "A" readonly compute=callable:_compute_sparse',
    );
  });

  test("of some types begins with other values", () => {
    const lines = field("One2many", { comodel_name: "res.users", inverse_name: "sale_id" });
    expect(outline("line_ids", lines)).toBe(
      'one2many "Line" stored comodel_name=res.users inverse_name=sale_id',
    );
    const properties = field("Properties", { definition: "parent_id.definition" });
    expect(outline("a", properties)).toBe('properties "A" stored compute=callable:_compute');
  });

  test("has the ORM's name of its type", () => {
    const types = ["Image", "Many2oneReference", "PropertiesDefinition", "Html", "Serialized"];
    expect(types.map((type) => outline("a", field(type)).split(" ")[0])).toEqual([
      "binary",
      "many2one_reference",
      "properties_definition",
      "html",
      "serialized",
    ]);
    expect(outline("a", field("JobSerialized"))).toBe(
      'job_serialized "A" stored copied dynamic: type',
    );
    expect(outline("a", field("FSFile"))).toMatch(/^fs_file /);
  });

  test("says of an index what it is", () => {
    const indexes = [true, 1, "trigram", false].map((index) => outline("a", char({ index })));
    expect(indexes.map((text) => /index=(\w+)/.exec(text)?.[1])).toEqual([
      "btree",
      "btree",
      "trigram",
      undefined,
    ]);
  });

  test("links to a model that the system has", () => {
    expect(outline("a", field("Many2one", { comodel_name: "res.users" }))).toMatch(/=res\.users$/);
    expect(outline("a", field("Many2one", { comodel_name: "res.none" }))).toMatch(/=_unknown$/);
  });

  test("marks what only running code knows", () => {
    expect(outline("a", char({ compute: UNKNOWN, string: UNKNOWN, required: UNKNOWN }))).toBe(
      "char null readonly dynamic: compute required string",
    );
    expect(outline("a", char({ "**": UNKNOWN }))).toBe('char "A" stored copied dynamic: **');
    expect(outline("a", char({ string: imported("LABEL") }))).toBe('char "Bound" stored copied');
    expect(outline("a", char({ groups: imported("NONE") }))).toBe(
      'char "A" stored copied dynamic: groups',
    );
    expect(outline("a", char({ translate: UNKNOWN }))).toBe(
      'char "A" stored copied dynamic: translate',
    );
  });

  test("says which function translates it in parts", () => {
    const translations = [
      char({ translate: true }),
      char({ translate: "callable:xml_translate" }),
      field("Html", { translate: true }),
      field("Html", { translate: true, sanitize: false }),
      field("Html", { translate: true, sanitize: "email_outgoing" }),
    ].map((one) => {
      const sale = getModel("sale", { sale: { Sale: { name: "sale", fields: { a: one } } } });
      return getField(sale, "a").translate;
    });
    const [xml, html] = ["callable:xml_translate", "callable:html_translate"];
    expect(translations).toEqual([true, xml, html, true, true]);
  });

  test("has values that names of other files are part of", () => {
    const items = [{ items: [imported("LABEL").imported, "Label"] }];
    const sum = { imported: { parts: [{ items }, [["b", "B"]]] } };
    const lost = { imported: { items: [imported("NONE").imported] } };
    const selections = [sum, lost].map((selection) => {
      const fields = { a: field("Selection", { selection }) };
      const sale = getModel("sale", { sale: { Sale: { name: "sale", fields } } }, BOUND);
      return getField(sale, "a").selection;
    });
    expect(selections).toEqual([
      [
        ["Bound", "Label"],
        ["b", "B"],
      ],
      null,
    ]);
  });
});

/** One field of a model at a version. */
function at(platformVersion: string, given: Given): string {
  const modules = { sale: { Sale: { name: "sale", fields: { a: char(given) } } } };
  return outlineField(getModel("sale", modules, { platformVersion }), "a");
}

/** Whether a definition of one type has what one of the other was given. */
function isMerged(platformVersion: string, first: string, second: string): boolean {
  const modules = {
    sale: {
      Sale: { name: "sale", fields: { a: field(first, { required: true }) } },
      More: { inherit: ["sale"], fields: { a: field(second) } },
    },
  };
  return getField(getModel("sale", modules, { platformVersion }), "a").required === true;
}

function listFieldTypes(platformVersion: string): readonly string[] {
  const fields = { ttype: field("Selection", { selection: UNKNOWN }) };
  const added = { ttype: field("Selection", { selection_add: [["serialized", "Serialized"]] }) };
  const modules = {
    model: { Fields: { name: "ir.model.fields", fields } },
    sparse: { Fields: { inherit: ["ir.model.fields"], fields: added } },
  };
  const model = getModel("ir.model.fields", modules, { platformVersion });
  return (getField(model, "ttype").selection ?? []).map(([value = ""]) => value);
}

describe("at other versions", () => {
  test("one that depends on the company is a column since 18.0", () => {
    expect(at("18.0", { company_dependent: true })).toBe(
      'char "A" stored company_dependent index=btree_not_null',
    );
    expect(at("18.0", { company_dependent: true, copy: true, index: true })).toBe(
      'char "A" stored copied company_dependent index=btree',
    );
  });

  test("one that is computed, stored and edited is copied since 14.0", () => {
    const given = { compute: "_compute", store: true, readonly: false };
    expect(at("14.0", given)).toBe('char "A" stored copied compute=_compute');
    expect(at("13.0", given)).toBe('char "A" stored compute=_compute');
  });

  test("a state is not copied since 14.0", () => {
    const modules = { sale: { Sale: { name: "sale", fields: { state: char() } } } };
    const isCopied = (platformVersion: string) =>
      getField(getModel("sale", modules, { platformVersion }), "state").copy;
    expect(["13.0", "14.0"].map(isCopied)).toEqual([true, false]);
  });

  test("a related one takes over what it gives as nothing itself until 14.0", () => {
    const fields = {
      link_id: field("Many2one", { comodel_name: "sale" }),
      a: char({ string: "Label", groups: "base.user" }),
      b: char({ related: "link_id.a", groups: false }),
    };
    const modules = { sale: { Sale: { name: "sale", fields } } };
    const findGroups = (platformVersion: string) =>
      getField(getModel("sale", modules, { platformVersion }), "b").groups;
    expect(["14.0", "15.0"].map(findGroups)).toEqual(["base.user", null]);
  });

  test("a definition takes over from a type that derives from its own until 14.0", () => {
    expect(isMerged("15.0", "Binary", "Image")).toBe(true);
    expect(isMerged("15.0", "Image", "Binary")).toBe(false);
    expect(isMerged("14.0", "Binary", "Image")).toBe(false);
    expect(isMerged("14.0", "Image", "Binary")).toBe(true);
  });

  test("the types of fields are those of the platform, with what modules add", () => {
    expect(listFieldTypes("12.0")).toHaveLength(16);
    expect(listFieldTypes("15.0")).toHaveLength(17);
    expect(listFieldTypes("19.0")).toHaveLength(20);
    expect(listFieldTypes("12.0").slice(-3)).toEqual(["selection", "text", "serialized"]);
  });
});

describe("definitions of several classes", () => {
  test("override single arguments", () => {
    const first = field("Char", { string: "First", required: true, index: true });
    expect(outline("a", first, field("Char", { string: "Second", required: false }))).toBe(
      'char "Second" stored copied index=btree',
    );
    expect(outline("a", first, field("Char", { compute: UNKNOWN }))).toBe(
      'char "First" required readonly index=btree dynamic: compute',
    );
  });

  test("of another type leave nothing of those before", () => {
    const first = field("Char", { string: "First", required: true });
    expect(outline("a", first, field("Text"))).toBe('text "A" stored copied');
    expect(outline("a", field("Binary", { required: true }), field("Image"))).toBe(
      'binary "A" required stored copied',
    );
  });

  test("are named in method resolution order, with the modules that count", () => {
    const modules = {
      mixin: {
        Mixin: {
          name: "a.mixin",
          kind: "AbstractModel",
          fields: { a: field("Char", { size: 3 }) },
        },
      },
      sale: { Sale: { name: "sale", inherit: ["a.mixin"], fields: { a: field("Char") } } },
      more: { More: { inherit: ["sale"], fields: { a: field("Char", { required: true }) } } },
    };
    const { definitions, modules: counted } = getField(getModel("sale", modules), "a");
    expect(definitions.map(({ node }) => node.source.definition.class_name)).toEqual([
      "More",
      "Sale",
      "Mixin",
    ]);
    expect(counted).toEqual(["mixin", "more", "sale"]);
  });
});

describe("a related field", () => {
  const modules: SystemOutline = {
    sale: {
      Partner: {
        name: "res.partner",
        fields: {
          ref: field("Char", {
            string: "Reference",
            required: true,
            groups: "a.b",
            translate: true,
          }),
          user_id: field("Many2one", { comodel_name: "res.users" }),
          kind: field("Selection", { selection: [["a", "A"]] }),
          back: field("Char", { related: "back" }),
        },
      },
      Sale: {
        name: "sale",
        fields: {
          partner_id: field("Many2one", { comodel_name: "res.partner" }),
          ref: field("Char", { related: "partner_id.ref" }),
          own_ref: field("Char", {
            related: "partner_id.ref",
            string: "Own",
            store: true,
            readonly: false,
          }),
          user_id: field("Many2one", { related: "partner_id.user_id" }),
          kind: field("Selection", { related: "partner_id.kind" }),
          back: field("Char", { related: "partner_id.back" }),
          lost: field("Char", { related: "partner_id.nothing" }),
          unknown: field("Char", { related: UNKNOWN }),
        },
      },
    },
  };
  const sale = getModel("sale", modules);

  test("takes over what it does not give", () => {
    expect(outlineField(sale, "ref")).toBe(
      'char "Reference" readonly translated related=partner_id.ref groups=a.b',
    );
    expect(outlineField(sale, "own_ref")).toBe(
      'char "Own" stored translated related=partner_id.ref groups=a.b',
    );
    expect(outlineField(sale, "user_id")).toBe(
      'many2one "User" readonly comodel_name=res.users related=partner_id.user_id',
    );
    expect(getField(sale, "kind").selection).toEqual([["a", "A"]]);
  });

  test("whose end is not there is marked", () => {
    expect(outlineField(sale, "lost")).toBe(
      "char null readonly related=partner_id.nothing dynamic: groups string translate",
    );
    expect(outlineField(sale, "unknown")).toBe(
      "char null readonly dynamic: groups related string translate",
    );
    expect(outlineField(sale, "back")).toMatch(
      /^char null readonly related=partner_id\.back dynamic/,
    );
  });
});
