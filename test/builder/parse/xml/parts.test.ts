// Parts in data files beside views: rules, groups, access rights, scheduled jobs, menus, actions,
// assets.
import { describe, expect, it } from "vitest";
import { listDataParts } from "../../../../builder/parse/data-parts.js";
import { parseDataFile } from "../../../../builder/parse/xml/data-file.js";
import type { DataPart } from "../../../../data/module/module-parts.js";

/** The records of a part, each as its values that are not `null` and no empty list, without its line. */
function outline(part: DataPart, body: string): readonly string[] {
  const bytes = new TextEncoder().encode(`<odoo>${body}</odoo>`);
  const { value, diagnostics } = parseDataFile(bytes);
  expect(diagnostics).toEqual([]);
  return listDataParts([["data/a.xml", value.records]])[part].map(
    ({ file: _file, line: _line, ...row }) =>
      Object.values(row)
        .filter((fact) => fact !== null && !(Array.isArray(fact) && fact.length === 0))
        .join(" · "),
  );
}

function record(model: string, fields: string): string {
  return `<record id="x" model="${model}">${fields}</record>`;
}

describe("rules", () => {
  it("reads name, model, domain, groups and permissions", () => {
    const fields = `
      <field name="name">Own orders</field>
      <field name="model_id" ref="sale.model_sale_order"/>
      <field name="domain_force">['|', ('user_id','=',user.id),
          ("user_id", "=", False)]</field>
      <field name="groups" eval="[(4, ref('base.group_user')), Command.link(ref('a.b'))]"/>
      <field name="perm_read" eval="True"/>
      <field name="perm_unlink" eval="0"/>`;
    expect(outline("rules", record("ir.rule", fields))).toEqual([
      "x · Own orders · sale.model_sale_order · " +
        "['|', ('user_id', '=', user.id), ('user_id', '=', False)] · base.group_user,a.b · true · false",
    ]);
  });

  it.each([
    [`eval="[(6, 0, [ref('a'), ref('b')])]"`, "a,b"],
    [`eval="[(5,), (4, ref('a'))]"`, "a"],
    [`eval="[(3, ref('a')), Command.unlink(ref('b'))]"`, "-a,-b"],
    [`eval="[(4, ref('a')), (4, ref('a'))]"`, "a"],
    [`eval="list(groups)"`, ""],
  ])("groups by %s", (attribute, expected) => {
    const fields = `<field name="groups" ${attribute}/>`;
    expect(outline("rules", record("ir.rule", fields))).toEqual([
      ["x", expected].filter(Boolean).join(" · "),
    ]);
  });

  it("takes a domain out of eval too", () => {
    const fields = `<field name="domain_force" eval="[(1,'=',1)]"/>`;
    expect(outline("rules", record("ir.rule", fields))).toEqual(["x · [(1, '=', 1)]"]);
  });
});

it.each([
  [
    `search="[('name', '=', 'A'), ('model','=','a.b')]"`,
    "search:[('name', '=', 'A'), ('model', '=', 'a.b')]",
  ],
  [`search="[('id', '>', 1)]"`, "search:[('id', '>', 1)]"],
  [`eval="obj().browse(ref('a.b')).model_id.id"`, "a.b"],
])("what is found by %s is as it says", (attribute, expected) => {
  const fields = `<field name="model_id" ${attribute}/>`;
  expect(outline("rules", record("ir.rule", fields))).toEqual([`x · ${expected}`]);
});

describe("groups", () => {
  it("read name, application, what comes with them and their comment", () => {
    const fields = `
      <field name="name">User</field>
      <field name="category_id" ref="base.module_category_sales"/>
      <field name="implied_ids" eval="[(4, ref('base.group_user'))]"/>
      <field name="comment">Sees own orders.</field>`;
    expect(outline("groups", record("res.groups", fields))).toEqual([
      "x · User · base.module_category_sales · base.group_user · Sees own orders.",
    ]);
  });

  it("have a privilege in place of an application since 19.0", () => {
    const fields = `<field name="name">User</field><field name="privilege_id" ref="a.b"/>`;
    expect(outline("groups", record("res.groups", fields))).toEqual(["x · User · a.b"]);
  });
});

describe("access rights in XML", () => {
  it("have the keys of the CSV file", () => {
    const fields = `
      <field name="name">all</field>
      <field name="model_id" search="[('model','=','a.b')]"/>
      <field name="group_id" ref="base.group_user"/>
      <field name="perm_read">1</field>`;
    expect(outline("access", record("ir.model.access", fields))).toEqual([
      "x · all · model_a_b · base.group_user · true",
    ]);
  });
});

describe("scheduled work", () => {
  it("reads code", () => {
    const fields = `
      <field name="name">Remind</field>
      <field name="model_id" ref="model_a"/>
      <field name="state">code</field>
      <field name="code">
        for a in model.search([]):
            a.remind()
      </field>
      <field name="interval_number">2</field>
      <field name="interval_type">hours</field>
      <field name="active" eval="False"/>`;
    expect(outline("crons", record("ir.cron", fields))).toEqual([
      "x · Remind · model_a · 2 · hours · for a in model.search([]):\n    a.remind() · false",
    ]);
  });

  it("reads model and function as they were written up to 10.0", () => {
    const fields = `
      <field name="model" eval="'mail.mail'"/>
      <field name="function">process_queue</field>
      <field name="interval_number" eval="1"/>`;
    expect(outline("crons", record("ir.cron", fields))).toEqual([
      "x · mail.mail · 1 · process_queue",
    ]);
  });
});

describe("menus", () => {
  it("reads tags, those in others too", () => {
    const body = `
      <menuitem id="root" name="Sales" sequence="5" groups="a.b, -c.d">
        <menuitem id="inner" action="act" parent="ignored"/>
      </menuitem>
      <menuitem id="late" parent="root"/>
      <menuitem name="without id"/>`;
    expect(outline("menus", body)).toEqual([
      "root · Sales · 5 · a.b,-c.d",
      "inner · root · act",
      "late · root",
    ]);
  });

  it.each(["groups_id", "group_ids"])("reads records, their groups in %s", (name) => {
    const fields = `
      <field name="name">Sales</field>
      <field name="parent_id" ref="root"/>
      <field name="action" eval="'ir.actions.act_window,%d' % ref('act')"/>
      <field name="sequence" eval="7"/>
      <field name="${name}" eval="[(4, ref('a'))]"/>`;
    expect(outline("menus", record("ir.ui.menu", fields))).toEqual([
      "x · Sales · root · act · 7 · a",
    ]);
  });
});

describe("actions", () => {
  it.each([
    ["ir.actions.act_window", `<field name="res_model">a.b</field>`, "a.b"],
    ["ir.actions.server", `<field name="model_id" ref="model_a"/>`, "model_a"],
    ["ir.actions.report", `<field name="model">a.b</field>`, "a.b"],
    ["ir.actions.act_url", `<field name="url">/a</field>`, undefined],
    ["ir.actions.client", `<field name="tag">a</field>`, undefined],
  ])("reads %s", (model, fields, expected) => {
    const lines = outline("actions", record(model, `<field name="name">A</field>${fields}`));
    expect(lines).toEqual([["x", "A", model, expected].filter(Boolean).join(" · ")]);
  });

  it("reads the view mode", () => {
    const fields = `<field name="view_mode">list,form</field>`;
    expect(outline("actions", record("ir.actions.act_window", fields))).toEqual([
      "x · ir.actions.act_window · list,form",
    ]);
  });

  it("reads the tags that stand for actions", () => {
    const body = `
      <act_window id="a" name="A" res_model="m" view_mode="form"/>
      <report id="b" string="B" name="m.b" model="m" report_type="qweb-pdf"/>
      <url id="c" name="C" url="/c"/>
      <wizard id="d" string="D" model="m" name="m.d"/>`;
    expect(outline("actions", body)).toEqual([
      "a · A · ir.actions.act_window · m · form",
      "b · B · ir.actions.report · m",
      "c · C · ir.actions.act_url",
      "d · D · ir.actions.wizard · m",
    ]);
  });

  it.each(["ir.actions.act_window.view", "ir.actions.todo"])("passes over %s", (model) => {
    expect(outline("actions", record(model, ""))).toEqual([]);
  });
});

describe("assets", () => {
  it("reads records and tags", () => {
    const body = `
      ${record("ir.asset", `<field name="bundle">web.a</field><field name="path">m/a.js</field>`)}
      <asset id="y" name="Y">
        <bundle directive="after">web.b</bundle>
        <path>m/b.js</path>
        <field name="target">web/c.js</field>
      </asset>
      ${record("ir.asset", `<field name="active" eval="False"/>`)}`;
    expect(outline("assets", body)).toEqual([
      "web.a · append · m/a.js · x",
      "web.b · after · m/b.js · web/c.js · y",
    ]);
  });
});
