// Verdicts on a commit, by the files that it changes: one line each.
import { describe, expect, test } from "vitest";
import { carryVerdicts } from "../../../builder/port/candidates.js";
import { createBlobReader, judgeContents, judgePaths } from "../../../builder/port/judge-files.js";
import { toJudgement } from "../../../data/history/port-verdict.js";

type Files = Readonly<Record<string, string>>;

interface Plan {
  /** The module before and after the commit. */
  readonly before: Files;
  readonly after: Files;
  /** The module at the branch that may lack it. */
  readonly target: Files;
  /** Files at the commit's branch. Default: as the commit left them. */
  readonly source?: Files;
  /** Modules that this branch has, and the other one lacks. */
  readonly gone?: readonly string[];
  readonly isApart?: boolean;
}

/** Contents are their own ids. */
function judge({ before, after, target, source = after, gone = [], isApart }: Plan): string {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changes = paths
    .filter((path) => before[path] !== after[path])
    .map((path) => ({ path, before: before[path], after: after[path] }));
  const compared = {
    target: new Map(Object.entries(target)),
    source: new Map(Object.entries(source)),
    gone: new Set(gone),
    ...(isApart === undefined ? {} : { isApart }),
  };
  const reader = createBlobReader((id) => (id === "absent" ? undefined : id));
  const { verdict, reason, places } =
    judgePaths(changes) ?? judgeContents(changes, compared, reader);
  return [`${verdict}: ${reason}`, ...places.map(({ path, line }) => `${path}:${line}`)].join(" ");
}

const CODE = `class Order(models.Model):
    _inherit = "sale.order"

    def action_confirm(self):
        result = super().action_confirm()
        self.write_partner_name()
        return result

    def write_partner_name(self):
        self.partner_name = self.partner_id.name
`;
const FIXED = CODE.replace("self.partner_id.name", "self.partner_id.commercial_partner_id.name");
const FIX = { before: { "a.py": CODE }, after: { "a.py": FIXED } };

function field(name: string, more = ""): string {
  return `    ${name} = fields.Char(\n        related="${name}_id.name",\n${more}    )\n`;
}

function image(source: string): string {
  return `<kanban>
  <div class="o_kanban_record_bottom">
    <img t-att-src="kanban_image('res.users', '${source}')"/>
  </div>
</kanban>
`;
}

function cell(place: string, name: string): string {
  return `<xpath expr="//${place}" position="after">\n  <th name="${name}">\n    <b>${name}</b>\n  </th>\n</xpath>\n`;
}

/** A loop with a line that is the same in each. */
const sumUp = (name: string): string => `
        for line in self.find_${name}_lines():
            ${name} = line.${name}_quantity
            price = line.price_unit * line.discount
            ${name}_total += price * ${name}
`;

function method(name: string): string {
  return `\n    def ${name}(self):\n        return self.${name}_id\n`;
}

function writeRule(domain: string): string {
  return `<odoo>
  <record id="rule_company" model="ir.rule">
    <field name="domain_force">${domain}</field>
  </record>
</odoo>
`;
}

function writeManifest(...depends: readonly string[]): string {
  return `{\n    "depends": [\n${depends.map((name) => `        "${name}",\n`).join("")}    ],\n}\n`;
}

const FILTERED = 'self.filtered("start_date")';

function writeLoop(records: string, first = ""): string {
  return `class Line(models.Model):
    def _compute_next_date(self):
${first}        for record in ${records}:
            record.next_date = record.start_date
`;
}

function writeHook(cursor: string): string {
  return `def hook(x):\n    create_column(${cursor}, "volume")\n`;
}

describe("contents", () => {
  test.each([
    ["is missing", { "a.py": CODE }, "port: missing a.py:10"],
    ["is there", { "a.py": `# New here\n${FIXED}` }, "present: same_lines a.py:11"],
    [
      "is there, broken into other lines",
      { "a.py": FIXED.replace("= self.partner_id", "= \\\n  self.partner_id") },
      "present: same_lines a.py:10",
    ],
    [
      "is there in a folder of another name",
      { "models/a.py": FIXED },
      "present: same_lines models/a.py:10",
    ],
    ["changes a file that is not there", { "b.py": "x = 1\n" }, "obsolete: file_gone"],
    ["changes what is not there", { "a.py": "x = 1\n" }, "obsolete: place_gone"],
    ["cannot be read there", { "a.py": "absent" }, "port: unread"],
  ])("a commit that %s", (_, target, said) => {
    expect(judge({ ...FIX, target })).toBe(said);
  });

  test("two changes at the ends of a long file are two changes", () => {
    const lines = Array.from({ length: 900 }, (_, at) => `line_${at} = compute_value(${at})\n`);
    const write = (...changed: readonly number[]): string =>
      lines
        .map((line, at) => (changed.includes(at) ? line.replace("compute", "look_up") : line))
        .join("");
    const change = { before: { "a.py": write() }, after: { "a.py": write(3, 890) } };
    expect(judge({ ...change, target: { "a.py": write() } })).toBe("port: missing a.py:4 a.py:891");
    expect(judge({ ...change, target: { "a.py": write(3) } })).toBe("partly: missing a.py:891");
  });

  test("what only replaces lines that the branch has in other words is there in other words", () => {
    const change = { before: { "a.xml": image("small") }, after: { "a.xml": image("image_128") } };
    expect(judge({ ...change, target: { "a.xml": image("avatar_128") } })).toBe(
      "present: rewritten",
    );
    expect(judge({ ...change, target: { "a.xml": image("small") } })).toMatch(/^port: missing/);
  });

  test("what the branch of the commit has no more is not to be ported", () => {
    expect(judge({ ...FIX, target: { "a.py": CODE }, source: { "a.py": CODE } })).toBe(
      "reverted: replaced",
    );
  });

  test("of several pieces some may be there", () => {
    const both = FIXED.replace(
      "return result",
      "self.message_post_confirmation()\n        return result",
    );
    const halfway = CODE.replace(
      "return result",
      "self.message_post_confirmation()\n        return result",
    );
    const plan = { before: FIX.before, after: { "a.py": both } };
    expect(judge({ ...plan, target: { "a.py": halfway } })).toBe("partly: missing a.py:11");
  });

  test("what is so short that it stands everywhere counts with what stands beside it", () => {
    const stored = "        store=True,\n";
    const plan = {
      before: { "a.py": field("first") + field("second", stored) },
      after: { "a.py": field("first", stored) + field("second", stored) },
    };
    expect(judge({ ...plan, target: plan.before })).toBe("port: missing a.py:3");
    expect(judge({ ...plan, target: plan.after })).toBe("present: same_lines a.py:3");
  });

  test("what was taken away is done where it is not", () => {
    const plan = {
      before: { "a.py": FIXED },
      after: { "a.py": FIXED.slice(0, FIXED.indexOf("    def write")) },
    };
    expect(judge({ ...plan, target: plan.after })).toBe("present: same_lines");
    expect(judge({ ...plan, target: plan.before })).toBe("port: missing a.py:7");
  });

  test("of what was taken away lines that stand elsewhere too are not left of it", () => {
    const block =
      "    def old(self):\n        self.forget_what_was_computed()\n        return True\n";
    const plan = { before: { "a.py": CODE + block }, after: { "a.py": CODE } };
    const other = block.replace("old", "other").replace("forget_what_was", "keep_all_that_was");
    expect(judge({ ...plan, target: { "a.py": CODE + other } })).toBe("present: same_lines");
    expect(judge({ ...plan, target: plan.before })).toMatch(/^port: missing/);
  });

  test("what replaces the beginning of a block that the branch does not have has no place", () => {
    const first = cell("th[@name='th_quantity']", "th_quantity_reserved");
    const before = first + cell("th[@name='th_price']", "th_elaboration");
    const after = first + cell("table[@name='table_of_moves']/thead/tr/th", "th_elaboration");
    const plan = { before: { "a.xml": before }, after: { "a.xml": after } };
    expect(judge({ ...plan, target: { "a.xml": first } })).toBe("obsolete: place_gone");
    expect(judge({ ...plan, target: plan.before })).toMatch(/^port: missing/);
  });

  test("what replaces lines none of which is there has no place, whatever stands beside them", () => {
    const before = `${CODE}\n    def show(self):\n        return self.open_dialog("form")\n`;
    const after = `import json\n${before.replace('open_dialog("form")', 'open_window("tree", json, with_all_options=True, even_others=True)')}`;
    const plan = { before: { "a.py": before }, after: { "a.py": after } };
    const rewritten = before.replace('self.open_dialog("form")', "ACTION.with_all_options()");
    expect(judge({ ...plan, target: { "a.py": rewritten } })).toBe("obsolete: place_gone");
    // A line that begins like the replaced one is that line in other words.
    const reworded = before.replace('"form"', "'form', size=2");
    expect(judge({ ...plan, target: { "a.py": reworded } })).toMatch(/^port: missing/);
  });

  test("lines that are added with one that is replaced have a place if what stands beside them is there", () => {
    const end = "        self.credit = confirmed_total + drafted_total\n";
    const before = `${CODE}${sumUp("confirmed")}${sumUp("drafted")}${end}`;
    const more = `        everywhere = self.env["res.company"].search([])\n        total = sum(self.with_company(one).credit_taken for one in everywhere)\n`;
    const after = before.replace(end, `${more}        self.credit = total + drafted_total\n`);
    const plan = { before: { "a.py": before }, after: { "a.py": after } };
    const own = "        self.update_what_is_taken(drafted_total)\n";
    const target = `${CODE}${sumUp("drafted")}${own}`;
    expect(judge({ ...plan, target: { "a.py": target } })).toMatch(/^port: missing/);
    expect(judge({ ...plan, target: { "a.py": CODE + own } })).toBe("obsolete: place_gone");
  });

  test("a line that the file has more than once tells no place", () => {
    const before = `${CODE}${sumUp("confirmed")}${sumUp("drafted")}`;
    const place = "confirmed = line.confirmed_quantity\n";
    const after = before.replace(place, `${place}            confirmed -= line.returned_of_it\n`);
    const plan = { before: { "a.py": before }, after: { "a.py": after } };
    const target = { "a.py": CODE + sumUp("drafted") };
    expect(judge({ ...plan, target })).toBe("obsolete: place_gone");
    expect(judge({ ...plan, target: plan.before })).toMatch(/^port: missing/);
  });

  test("of a commit that changes a file that is gone, and another one, the other counts", () => {
    const more = `${CODE}\n    def show(self):\n        return self.open_dialog("form")\n`;
    const before = { "a.py": CODE, "b.py": CODE };
    const after = { "a.py": FIXED, "b.py": more };
    expect(judge({ before, after, target: { "a.py": CODE } })).toBe("port: missing a.py:10");
    expect(judge({ before, after, target: { "a.py": FIXED } })).toBe("present: same_lines a.py:10");
  });

  test("imports beside other code follow from it", () => {
    const after = `from odoo.tools import float_compare_in_currency\n${FIXED}`;
    const plan = { before: { "a.py": CODE }, after: { "a.py": after } };
    expect(judge({ ...plan, target: { "a.py": FIXED } })).toMatch(/^present: same_lines/);
    const only = { before: { "a.py": FIXED }, after: { "a.py": after } };
    expect(judge({ ...only, target: only.before })).toMatch(/^port: missing/);
  });

  test("a manifest under another name, and demo data, change nothing", () => {
    const manifest = '{\n    "name": "A",\n    "depends": ["sale_without_stock"],\n}\n';
    const renamed = {
      before: { "__openerp__.py": manifest },
      after: { "__manifest__.py": manifest },
    };
    const target = { "__manifest__.py": '{"name": "A", "depends": ["sale"]}\n' };
    expect(judge({ ...renamed, target })).toBe("trivial: formatting");
    const demo = {
      before: {},
      after: { "demo/orders.xml": "<odoo/>", "data/order_demo.xml": "<odoo/>" },
    };
    expect(judge({ ...demo, target })).toBe("trivial: tests");
  });

  test("a definition has its place in a class, whatever stands beside it", () => {
    const head = 'class Order(models.Model):\n    _inherit = "sale.order"\n';
    const before = head + method("compute_margin");
    const plan = { before: { "a.py": before }, after: { "a.py": before + method("find_parent") } };
    expect(judge({ ...plan, target: { "a.py": head } })).toBe("port: missing a.py:7");
    const other = head.replace("Order", "Line").replace("sale.order", "sale.line");
    expect(judge({ ...plan, target: { "a.py": other } })).toBe("obsolete: place_gone");
  });

  test("what is there but for a few words was written there in other words", () => {
    const added = field("first") + field("second");
    const plan = { before: { "a.py": CODE }, after: { "a.py": CODE + added } };
    const target = CODE + added.replace("second_id.name", "partner_id.code");
    expect(judge({ ...plan, target: { "a.py": target } })).toBe("present: rewritten a.py:11");
    // The replaced text still exists, so nobody wrote the new one there.
    const old = '    day = fields.Date(compute="_compute_day")\n';
    const now = old.replace('_day")', '_day",\n        store=True, index=True)');
    const replaced = { before: { "a.py": CODE + old }, after: { "a.py": CODE + now } };
    expect(judge({ ...replaced, target: replaced.before })).toMatch(/^partly: missing/);
  });

  test("a script that became a module is compared with it", () => {
    const before =
      "odoo.define('a.form', function () {\n  var result = this._super.call(this, arguments);\n});\n";
    const plan = {
      before: { "a.js": before },
      after: { "a.js": before.replace("call", "apply") },
    };
    const script = before.split("\n")[1] ?? "";
    expect(judge({ ...plan, target: { "a.esm.js": script } })).toBe("port: missing a.js:2");
    expect(judge({ ...plan, target: { "b.esm.js": script } })).toBe("obsolete: file_gone");
  });

  test.each([
    [["same_lines", "missing"], "same_lines between"],
    [["missing", "file_gone"], "missing file_gone"],
    [["tests", "missing", "missing"], "tests between between"],
    [["missing", "same_lines", "missing"], "missing same_lines between"],
    [["missing", "missing"], "missing missing"],
  ] as const)("what versions say one after the other: %s", (reasons, said) => {
    const rows = reasons.map((reason, branch) => {
      return { change: 1, unit: 1, branch, commit: -1, ...toJudgement(reason) };
    });
    expect(
      carryVerdicts(rows)
        .map(({ reason }) => reason)
        .join(" "),
    ).toBe(said);
    const apart = rows.map((row) => ({ ...row, change: row.branch }));
    expect(carryVerdicts(apart)).toEqual(apart);
  });

  test("a commit that makes the module is no work where the module is", () => {
    const made = { "__manifest__.py": "{}", "a.py": CODE };
    expect(judge({ before: {}, after: made, target: { "b.py": "x = 1\n" } })).toBe(
      "obsolete: migration",
    );
    const before = { "__openerp__.py": "{}", "a.py": CODE };
    const after = { "__manifest__.py": "{}", "a.py": FIXED };
    expect(judge({ before, after, target: before })).toMatch(/^port: missing/);
  });

  test("hooks get a cursor or an environment, by version", () => {
    const fixed = writeHook("cr").replace("volume", "volume_of_all");
    const change = { before: { "a.py": writeHook("cr") }, after: { "a.py": fixed } };
    expect(judge({ ...change, target: { "a.py": writeHook("env.cr") } })).toMatch(/^port: missing/);
    const there = { "a.py": fixed.replace("cr,", "self.env.cr,") };
    expect(judge({ ...change, target: there })).toMatch(/^present: same_lines/);
  });

  test("entries of a manifest are found wherever they stand, and not in others", () => {
    const plan = {
      before: { "__manifest__.py": writeManifest("base", "stock") },
      after: { "__manifest__.py": writeManifest("base", "sale", "stock") },
    };
    const there = { "__manifest__.py": '{"depends": ["sale", "base"]}' };
    expect(judge({ ...plan, target: there })).toMatch(/^present: same_lines/);
    const other = { "__manifest__.py": writeManifest("base", "sale_stock", "stock") };
    expect(judge({ ...plan, target: other })).toBe("port: missing __manifest__.py:4");
  });

  test("what a commit brings by name is there where something of that name is", () => {
    const rule = writeRule("[('company_id', 'child_of', user.company_id.ids)]");
    const plan = { before: { "a.xml": "<odoo>\n</odoo>\n" }, after: { "a.xml": rule } };
    const there = { "a.xml": writeRule("[('company_id', 'in', company_ids)]") };
    expect(judge({ ...plan, target: there })).toMatch(/^present: rewritten/);
    const other = { "a.xml": rule.replace("rule_company", "rule_user").replace("child_of", "in") };
    expect(judge({ ...plan, target: other })).toMatch(/missing/);
    // A name that the file had before says nothing.
    const added = `${CODE}\n    def action_confirm(self):\n        self.confirm_all_of_them()\n`;
    const again = { before: { "a.py": CODE }, after: { "a.py": added }, target: { "a.py": CODE } };
    expect(judge(again)).toBe("port: missing a.py:12");
  });

  test("where the place was changed, what brings no name that is not there is there in other words", () => {
    const change = (first: string) => ({
      before: { "a.py": writeLoop(FILTERED) },
      after: { "a.py": writeLoop(FILTERED, first) },
    });
    const all = { "a.py": writeLoop("self") };
    const reset = change("        self.next_date = self.start_date\n");
    expect(judge({ ...reset, target: all })).toBe("present: rewritten");
    expect(judge({ ...reset, target: reset.before })).toBe("port: missing a.py:3");
    const locked = change("        self.flush_pending_lines()\n");
    expect(judge({ ...locked, target: all })).toBe("port: missing a.py:3");
  });

  test("what came along with a history that the branch does not have only counts where lines of it stand", () => {
    const added = { before: { "a.py": CODE }, after: { "a.py": CODE + method("partner") } };
    const target = { "a.py": CODE };
    expect(judge({ ...added, target })).toBe("port: missing a.py:12");
    expect(judge({ ...added, target, isApart: true })).toBe("obsolete: place_gone");
    expect(judge({ ...FIX, target, isApart: true })).toBe("port: missing a.py:10");
  });

  test("a short line is there if the file did not have it before, whatever stands beside it", () => {
    const before = field("first") + field("second");
    const line = "        tracking=True,\n";
    const plan = { before: { "a.py": before }, after: { "a.py": field("first", line) } };
    const after = { "a.py": field("first", line) + field("second") };
    const target = { "a.py": `${field("third", line)}${field("second")}` };
    expect(judge({ ...plan, after, target })).toMatch(/^present: same_lines/);
  });

  test("where some of the replaced lines are gone and the others are reworded, the place is gone", () => {
    const before = `${CODE}\n    def show(self, copies=1):\n        self.ensure_one()\n        if copies == self.count_all_copies():\n            self.print_them(copies)\n`;
    const after = before
      .replace("copies=1", "copies=None")
      .replace(
        "copies == self.count_all_copies()",
        "copies is None or self.is_none_printed() or self.all_are_elsewhere()",
      );
    const plan = { before: { "a.py": before }, after: { "a.py": after } };
    const target = `${CODE}\n    def show(self, **options):\n        self.print_all(options)\n`;
    expect(judge({ ...plan, target: { "a.py": target } })).toBe("obsolete: place_gone");
    expect(judge({ ...plan, target: plan.before })).toMatch(/^port: missing/);
  });

  test("a file that the own branch has lost is not to be ported", () => {
    const change = { before: {}, after: { "old.py": CODE }, target: {} };
    expect(judge(change)).toMatch(/^port: missing/);
    expect(judge({ ...change, source: { "new.py": CODE } })).toBe("obsolete: file_gone");
  });

  test("a manifest follows from the code; alone it loads files and modules that must be there", () => {
    const [before, after] = [writeManifest("base"), writeManifest("base", "sale_old")];
    const code = { before: { "b.py": CODE }, after: { "b.py": FIXED } };
    const both = {
      before: { "__manifest__.py": before, ...code.before },
      after: { "__manifest__.py": after, ...code.after },
    };
    expect(judge({ ...both, target: { "__manifest__.py": before } })).toBe("obsolete: file_gone");
    const alone = { before: { "__manifest__.py": before }, after: { "__manifest__.py": after } };
    expect(judge({ ...alone, target: alone.before })).toMatch(/^port: missing/);
    expect(judge({ ...alone, target: alone.before, gone: ["sale_old"] })).toBe(
      "obsolete: place_gone",
    );
    const loading = { "__manifest__.py": '{\n    "data": ["views/sale.xml"],\n}\n' };
    const plan = { before: { "__manifest__.py": "{}" }, after: loading };
    const target = { "__manifest__.py": "{}" };
    expect(judge({ ...plan, target })).toBe("obsolete: place_gone");
    expect(judge({ ...plan, target: { ...target, "views/sale.xml": "" } })).toMatch(/^port/);
  });

  test("a commit that takes the module away is none", () => {
    const module = { "__openerp__.py": '{"name": "A"}', "a.py": CODE };
    expect(judge({ before: module, after: {}, target: module })).toBe("obsolete: migration");
  });

  test("a file that is deleted needs nothing where it is not", () => {
    const plan = { before: { "a.py": CODE, "old.py": "x = 1" }, after: { "a.py": FIXED } };
    expect(judge({ ...plan, target: { "a.py": FIXED } })).toBe("present: same_lines a.py:10");
  });
});

describe("what changes nothing that a module does", () => {
  test.each([
    ["formatting", { "a.py": `x = {'a': 1}\n` }, { "a.py": `x = {\n    "a": 1,\n}\n` }],
    [
      "manifest",
      { "__manifest__.py": '{"version": "1"}' },
      { "__manifest__.py": '{"version": "2"}' },
    ],
    ["tests", {}, { "tests/test_a.py": "x = 1", "README.rst": "A" }],
    ["readme", {}, { "readme/DESCRIPTION.md": "A" }],
    ["translations", {}, { "i18n/fr.po": "" }],
    ["tests", {}, { "static/src/js/a_shop_tour.js": "x", "static/src/js/tour_a.js": "x" }],
    [
      "manifest",
      { "__manifest__.py": "{}" },
      {
        "__manifest__.py":
          '{\n    "vesion": "1",\n    "data": [\n        "views/a_demo.xml",\n    ],\n}',
      },
    ],
    ["pictures", {}, { "static/img/a.png": "" }],
  ] as const)("%s", (rule, before, after) => {
    expect(judge({ before, after, target: before })).toBe(`trivial: ${rule}`);
  });

  test("code that is moved to another file", () => {
    const before = { "a.py": CODE, "__init__.py": "from . import a\n" };
    const after = {
      "b.py": `from odoo import models\n\n${CODE}`,
      "__init__.py": "from . import b\n",
    };
    expect(judge({ before, after, target: before })).toBe("trivial: formatting");
    const imports = [
      "import base64\nimport logging\n\nx = 1\n",
      "import logging\n\nx = 1\nimport base64\n",
    ];
    const [first = "", second = ""] = imports;
    const order = {
      before: { "a.py": first },
      after: { "a.py": second },
      target: { "a.py": first },
    };
    expect(judge(order)).toBe("trivial: formatting");
    const changed = { ...after, "b.py": FIXED.repeat(2) };
    expect(judge({ before, after: changed, target: before })).toMatch(/^p(?:ort|artly): missing/);
  });

  test("scripts bring data to a version that the branch has behind it", () => {
    const after = { "migrations/16.0.1.0.0/post-migration.py": "x = 1" };
    expect(judge({ before: {}, after, target: {} })).toBe("obsolete: migration_script");
  });
});
