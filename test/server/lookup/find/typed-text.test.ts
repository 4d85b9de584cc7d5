// Typed texts, read by their form alone: one line for each way of writing.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createPattern, readFilters } from "../../../../server/lookup/find/typed-filters.js";
import type { ErrorText, Place } from "../../../../server/lookup/find/typed-error.js";
import { readTypedText, type TypedForm } from "../../../../server/lookup/find/typed-text.js";
import { anyCharacter, countCases } from "../../../support/properties.js";

/** In short: `form what`, and `@ version`. */
function outline(text: string): string {
  const { words, version, filters, form } = readTypedText(text);
  const said = [
    ...filters.map(({ key, value }) => `${key}=${value}`),
    form === undefined ? `words ${words}`.trim() : outlineForm(form),
    ...(version === undefined ? [] : [`@ ${version}`]),
  ];
  return said.join(" ");
}

function outlineForm(form: TypedForm): string {
  switch (form.form) {
    case "place":
      return `place ${[form.host ?? "-", ...form.path].join(" ")}`;
    case "error":
      return outlineError(form.error);
    case "distribution":
      return `distribution ${form.module}`;
    case "collection":
      return `collection ${form.name}`;
    case "member":
      return `member ${form.model} ${form.member}`;
    case "pattern":
      return `pattern ${form.pattern}`;
    case "dotted":
    case "name":
      return `${form.form} ${form.name}`;
  }
}

function outlinePlaces(what: string, places: readonly Place[]): readonly string[] {
  return places.map(({ path, line }) => `${what} ${path.join(" ")} ${line}`);
}

function outlineError({ views, files, scripts, frames }: ErrorText): string {
  const places = [
    ...outlinePlaces("file", files),
    ...outlinePlaces("script", scripts),
    ...outlinePlaces("frame", frames),
  ];
  return ["error", [...views.map((id) => `view ${id}`), ...places].join(", ")].join(" ");
}

describe("readTypedText", () => {
  test.each([
    ["action_confirm", "name action_confirm"],
    ["action_confirm()", "name action_confirm"],
    ["action_confirm(self, force=False):", "name action_confirm"],
    ["`queue_job`", "name queue_job"],
    [' "sale.order" ', "dotted sale.order"],
    ["sale.order", "dotted sale.order"],
    ["sale.view_order_form", "dotted sale.view_order_form"],
    ["sale.order.amount_total", "dotted sale.order.amount_total"],
    ["sale.order.action_confirm()", "dotted sale.order.action_confirm"],
    ["sale.order#action_confirm", "member sale.order action_confirm"],
    ["base#write", "member base write"],
    ["Job Queue", "words Job Queue"],
    ["remind customers who have not paid", "words remind customers who have not paid"],
    ["mail_*", "pattern mail_*"],
    ["def action_confirm(self):", "name action_confirm"],
    ["self.env['sale.order']", "dotted sale.order"],
    ["self.env['sale.order'].search([])", "member sale.order search"],
    ['_inherit = ["sale.order", "mail.thread"]', "dotted sale.order"],
    ["access_a,a,sale.model_sale_order,base.group_user,1,1,1,0", "name sale_order"],
    ['<record id="sale.view_order_form" model="ir.ui.view">', "dotted sale.view_order_form"],
    ['<field name="inherit_id" ref="sale.view_order_form"/>', "dotted sale.view_order_form"],
    ['<t t-call="web.external_layout">', "dotted web.external_layout"],
    ["External ID not found in the system: sale.view_order_form", "dotted sale.view_order_form"],
    ['<t t-name="point_of_sale.PaymentScreen" owl="1">', "dotted point_of_sale.PaymentScreen"],
    ['static template = "web.FormView";', "dotted web.FormView"],
    ["odoo.define('pos.screen', function (require) {", "dotted pos.screen"],
    ['Missing template: "pos.Screen" (for component "Screen")', "dotted pos.Screen"],
    ['Cannot find key "badge" in the "fields" registry', "place - fields badge"],
    ["sale.model_sale_order", "name sale_order"],
    ["Missing dependencies: @web/legacy/js/core", "place - web legacy js core"],
    ["Could not get content for /web/static/src/x.scss", "place - web static src x.scss"],
    ['registry.category("actions").add("queue", QueueAction);', "place - actions queue"],
    ['const notification = useService("notification");', "place - services notification"],
    ["Service notification is not available", "place - services notification"],
    ["patch(PaymentScreen.prototype, {", "name PaymentScreen"],
    ['patch(PaymentScreen.prototype, "pos_x.PaymentScreen", {', "name PaymentScreen"],
    ["utils.patch(models.Order, 'x', {", "name Order"],
    ["publicWidget.registry.WebsiteSale.include({", "name WebsiteSale"],
    ['import { PaymentScreen, Other } from "@pos/screen";', "name PaymentScreen"],
    ["AttributeError: 'sale.order' object has no attribute 'type_id'", "member sale.order type_id"],
    ['Field "type_id" does not exist in model "sale.order"', "member sale.order type_id"],
    ["KeyError: 'sale.blanket.order'", "dotted sale.blanket.order"],
    ["from odoo.addons.queue_job.job import Job", "dotted odoo.addons.queue_job"],
    [
      "ModuleNotFoundError: No module named 'odoo.addons.queue_job'",
      "dotted odoo.addons.queue_job",
    ],
    ["pip install odoo-addon-queue_job", "distribution queue_job"],
    ["git clone https://github.com/OCA/queue.git -b 16.0", "place github.com OCA queue"],
    ["./odoo-bin -d test -u sale_exception", "name sale_exception"],
    [
      "id,name,model_id:id,group_id:id,perm_read,perm_write,perm_create,perm_unlink\naccess_a,a,model_sale_order,,1,1,1,0",
      "name sale_order",
    ],
    ['"access_a","a","model_sale_order","base.group_user",1,1,1,0', "name sale_order"],
    [
      'File "/a/b/c.py", line 3, in d File "e/f.py", line 4, in g',
      "error frame e f.py 4, frame a b c.py 3",
    ],
    ["", "words"],
  ])("%j is %s", (text, expected) => expect(outline(text)).toBe(expected));

  test.each([
    ["OCA/queue", "place - OCA queue"],
    ["OCA/queue/queue_job", "place - OCA queue queue_job"],
    ["OCA/queue@16.0", "place - OCA queue 16.0"],
    ["OCA/queue 16.0", "place - OCA queue @ 16.0"],
    ["./addons/sale/models/sale_order.py", "place - addons sale models sale_order.py"],
    ["https://github.com/OCA/queue", "place github.com OCA queue"],
    ["https://github.com/OCA/queue.git", "place github.com OCA queue"],
    ["git@github.com:OCA/queue.git", "place github.com OCA queue"],
    ["ssh://git@GitHub.com:22/OCA/queue.git", "place github.com OCA queue"],
    ["github.com/OCA/queue", "place github.com OCA queue"],
    ["https://github.com/OCA/queue/tree/16.0", "place github.com OCA queue tree 16.0"],
    [
      "https://github.com/OCA/queue/blob/16.0/queue_job/job.py#L10-L20",
      "place github.com OCA queue blob 16.0 queue_job job.py",
    ],
    ["https://github.com/OCA/queue/pulls?q=is%3Aopen", "place github.com OCA queue pulls"],
    ["https://gitlab.com/a/b/c/-/tree/17.0", "place gitlab.com a b c - tree 17.0"],
    ["git+https://github.com/OCA/queue@16.0", "place github.com OCA queue 16.0"],
    ["https://github.com/a%20b/c%", "place github.com a b c%"],
    ["https://github.com/", "name https://github.com/"],
    ["https://pypi.org/project/odoo-addon-queue-job/", "distribution queue_job"],
    ["https://apps.odoo.com/apps/modules/16.0/queue_job/", "name queue_job @ 16.0"],
    ["https://pypi.org/help/", "name https://pypi.org/help/"],
  ])("%j is %s", (text, expected) => expect(outline(text)).toBe(expected));

  test.each([
    ["odoo-addon-queue_job", "distribution queue_job"],
    ["odoo14-addon-queue-job", "distribution queue_job @ 14.0"],
    ["odoo-addon-queue_job>=16.0dev,<16.1dev", "distribution queue_job @ 16.0"],
    ["odoo-addon-queue-job == 16.0.2.1.0", "distribution queue_job @ 16.0"],
    [
      "git+https://github.com/OCA/queue@14.0#subdirectory=setup/queue_job",
      "distribution queue_job @ 14.0",
    ],
    ["odoo.addons.queue_job.models", "dotted odoo.addons.queue_job.models"],
    ["odoo-addons-oca-queue", "collection oca-queue"],
    ["odoo14-addons-oca-server-tools", "collection oca-server-tools @ 14.0"],
  ])("%j is %s", (text, expected) => expect(outline(text)).toBe(expected));

  test.each([
    ["queue_job 16.0", "name queue_job @ 16.0"],
    ["queue_job 16", "name queue_job @ 16.0"],
    ["queue_job v16", "name queue_job @ 16.0"],
    ["queue_job@16.0", "name queue_job @ 16.0"],
    ["16.0 queue_job", "name queue_job @ 16.0"],
    ["job queue 16.0", "words job queue @ 16.0"],
    ["stock saas-17.4", "name stock @ saas-17.4"],
    ["10 best reports", "words 10 best reports"],
    ["report 99", "words report 99"],
    ["sale.order 17.0", "dotted sale.order @ 17.0"],
    ["16.0", "words @ 16.0"],
  ])("%j is %s", (text, expected) => expect(outline(text)).toBe(expected));

  test.each([
    ["module:mail_* version:17", "module=mail_* words @ 17.0"],
    ['author:"Jane Doe" stock', "author=Jane Doe words stock"],
    ["Repo:queue org:OCA", "repository=queue organization=OCA words"],
    ["depends:stock license:agpl-3 16.0", "depends_on=stock license=agpl-3 words @ 16.0"],
    ["version:16.0 queue_job", "name queue_job @ 16.0"],
    ["version:newest queue_job", "name queue_job"],
    ["error: cannot import", "words error: cannot import"],
    ["module: mail", "words module: mail"],
    ['category:""', 'name category:""'],
    ["__proto__:x constructor:y", "words __proto__:x constructor:y"],
  ])("%j is %s", (text, expected) => expect(outline(text)).toBe(expected));

  test("is total, and filters and words together are no longer than what was typed", () => {
    const pieces = fc.constantFrom(
      "/",
      ".",
      "@",
      ":",
      "#",
      "*",
      '"',
      " ",
      "%",
      "git+https://",
      "odoo-addon-",
      "version:",
      "16.0",
      "sale",
    );
    const typed = fc.array(fc.oneof(pieces, fc.string({ unit: anyCharacter })), { maxLength: 30 });
    fc.assert(
      fc.property(typed, (parts) => {
        const text = parts.join("");
        const { words, filters } = readTypedText(text);
        const length = filters.reduce((sum, { value }) => sum + value.length, words.length);
        expect(length).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: countCases(2_000) },
    );
  });
});

describe("readFilters", () => {
  test("keeps the order of filters, and other words with colons", () => {
    expect(readFilters("a model:x b view:y.z http:c")).toEqual({
      filters: [
        { key: "model", value: "x" },
        { key: "view", value: "y.z" },
      ],
      rest: "a b http:c",
    });
  });
});

describe("createPattern", () => {
  test.each([
    ["mail_*", "mail_tracking", true],
    ["mail_*", "Mail_Tracking", true],
    ["mail_*", "email_template", false],
    ["*_mail", "web_mail", true],
    ["*sale*order*", "sale_order_line", true],
    ["*sale*order*", "order_sale", false],
    ["sale", "sale", true],
    ["sale", "sales", false],
    ["a*a", "a", false],
    ["a*a", "aa", true],
    ["*", "", true],
  ])("%s and %s: %s", (pattern, name, expected) =>
    expect(createPattern(pattern)(name)).toBe(expected),
  );

  test("is as a regular expression says", () => {
    const letters = fc.string({ unit: fc.constantFrom("a", "b", "*"), maxLength: 8 });
    const names = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 12 });
    fc.assert(
      fc.property(letters, names, (pattern, name) => {
        fc.pre(pattern.split("*").length <= 6);
        const expected = new RegExp(`^${pattern.replaceAll("*", ".*")}$`).test(name);
        expect(createPattern(pattern)(name)).toBe(expected);
      }),
    );
  });
});
