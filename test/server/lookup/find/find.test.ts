// The box over the fixtures: each way of typing, the order, and existing things only.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AUTOMATIC_FIELDS } from "../../../../data/platform/automatic-fields.js";
import { findAll } from "../../../../server/lookup/find/find.js";
import { prepareLookup } from "../../../../server/lookup/lookup.js";
import { checkReference } from "../../../../server/registry/check/check-reference.js";
import { resolveName, getWorldRegistry } from "../../../../server/registry/references/world.js";
import { anyCharacter, countCases, sampleCases } from "../../../support/properties.js";
import { openSharedLookup } from "../../../support/shared-snapshot.js";

const lookup = await openSharedLookup();
await prepareLookup(lookup);

/** `kind name` of each hit, with the model before a field or method of one, and the version. */
async function find(q: string, { version, limit = 20 }: Partial<Asked> = {}): Promise<string[]> {
  const query = { q, platform_version: version, limit };
  const { hits } = await findAll(lookup, query, resolveName);
  return hits.map((hit) =>
    [
      hit.kind,
      hit.model === null ? hit.name : `${hit.model}#${hit.name}`,
      ...(hit.version === undefined ? [] : [hit.version]),
    ].join(" "),
  );
}

interface Asked {
  readonly version: string;
  readonly limit: number;
}

test("a name leads to something where a system of all modules has it, and to nothing else", async () => {
  const version = "19.0";
  const registry = getWorldRegistry(lookup.snapshot, version);
  const { models } = lookup.snapshot.definitions;
  const names = Array.from({ length: models.length }, (_, at) => models.get(at));
  for (const model of sampleCases(names)) {
    const fields = [...(registry.models.findModel(model)?.fieldNames ?? [])];
    for (const name of [...fields, "no_such_name_at_all"]) {
      const ref = `${model}.${name}`;
      const { exists } = checkReference(registry, ref);
      const hits = await find(ref, { version });
      const isFound = hits.some((hit) => {
        const [kind, found = ""] = hit.split(" ");
        const isOfModel = kind === "model" && found === model && AUTOMATIC_FIELDS.has(name);
        return found.endsWith(`#${name}`) || isOfModel;
      });
      expect([ref, isFound]).toEqual([ref, exists]);
    }
  }
});

describe("what the text spells out comes first", () => {
  test.each([
    ["rental.order", "model rental.order"],
    ["`rental.order`", "model rental.order"],
    ["rental.order.state", "field rental.order#state"],
    ["rental.order.action_return()", "method rental.order#action_return"],
    ["rental.order#action_return", "method rental.order#action_return"],
    ["rental.order#no_such_method", "model rental.order"],
    ["rental.order.message_ids", "field mail.thread#message_ids"],
    ["rental.order.partner_id.name", "field res.partner#name"],
    ["rental.order.partner_id.nmae", "field res.partner#name"],
    ["rental.order#message_post", "method mail.thread#message_post"],
    ["rental.order.message_post()", "method mail.thread#message_post"],
    ["rental_core.rental_order_view_form", "view rental_core.rental_order_view_form"],
    ["base.view_partner_form", "view base.view_partner_form"],
    ["base.menu_contacts", "menu base.menu_contacts"],
    ["onboarding_plan.plan_office", "record onboarding_plan.plan_office"],
    ["group_user", "group base.group_user"],
    ["RentalOrder", "model rental.order"],
    ["class RentalOrder(models.Model):", "model rental.order"],
    ["model_rental_order", "model rental.order"],
    ["rental_order.state", "field rental.order#state"],
    ["Settings > Users → Contacts", "menu base.menu_contacts"],
    ["which modules depend on rental_core?", "module rental_deposit"],
    ["who depends on rental_core", "module rental_deposit"],
    ["dependents of rental_core", "module rental_deposit"],
    ["who depends on rental_core 17.0", "module rental_deposit 17.0"],
    ["maintained by rental_core", "module rental_core"],
    ["odoo.addons.rental_core.models", "module rental_core"],
    ["harbor-works/retail", "repository harbor-works/retail"],
    ["HARBOR-works/Retail", "repository harbor-works/retail"],
    ["https://git.example.org/harbor-works/retail.git", "repository harbor-works/retail"],
    ["git@git.example.org:harbor-works/retail.git", "repository harbor-works/retail"],
    ["git.example.org/harbor-works/retail/issues/7", "repository harbor-works/retail"],
    ["harbor-works/retail/tree/17.0/rental_core", "module rental_core 17.0"],
    ["harbor-works/retail/blob/17.0-fix/rental_core/models/order.py", "module rental_core 17.0"],
    ["https://git.example.org/harbor-works/retail@16.0", "repository harbor-works/retail 16.0"],
    ["rental_core/models/rental_order.py", "module rental_core"],
    ["odoo-addon-rental-core", "module rental_core"],
    ["def action_return(self, force=False):", "method rental.order#action_return"],
    ["orders = self.env['rental.order']", "model rental.order"],
    ['self.env["rental.order"].action_return()', "method rental.order#action_return"],
    [
      'self.env.ref("rental_core.rental_order_view_form")',
      "view rental_core.rental_order_view_form",
    ],
    ["_inherit = 'rental.order'", "model rental.order"],
    ['order_id = fields.Many2one("rental.order", required=True)', "model rental.order"],
    [
      "access_rental_user,rental user,model_rental_order,base.group_user,1,1,1,0",
      "model rental.order",
    ],
    ["odoo-addon-rental_core>=16.0,<16.1", "module rental_core 16.0"],
    ["odoo-addons-harbor-works-retail", "repository harbor-works/retail"],
  ])("%s: %s", async (q, first) => {
    expect((await find(q))[0]).toBe(first);
  });

  test.each([
    ["where is action_return called?", ["method rental.order#action_return"]],
    ["who overrides `action_return()`", ["method rental.order#action_return"]],
    ["what inherits rental.order", ["model rental.order"]],
    [
      "where is the field state of rental.order set",
      ["field rental.order#state", "model rental.order"],
    ],
    [
      "which method of rental.order calls action_return",
      ["method rental.order#action_return", "model rental.order"],
    ],
    ["which module adds x_studio_colour to rental.order?", ["model rental.order"]],
  ])("%s: names within a sentence are looked up as such, and nothing else", async (q, expected) => {
    expect(await find(q)).toEqual(expected);
  });

  test("what begins with a text with a dot goes before labels that have its words", async () => {
    const kinds = (await find("rental.ord")).map((hit) => hit.split(" ")[0] ?? "");
    expect(kinds[0]).toBe("model");
    const firstLabel = kinds.findIndex((kind) => ["menu", "action", "report"].includes(kind));
    expect(firstLabel < 0 || firstLabel > kinds.lastIndexOf("model")).toBe(true);
  });

  test("the other words of a sentence are looked for", async () => {
    const [first, ...others] = await find("how do I change rental.order for deposit");
    expect(first).toBe("model rental.order");
    expect(others).toContain("module rental_deposit");
    expect(await find("rental_core deposit")).toEqual(await find("deposit rental_core"));
    expect((await find("deposit rental_core"))[0]).toBe("module rental_deposit");
  });

  test("of a traceback the modules of its files, that of the last call first", async () => {
    const traceback = `Traceback (most recent call last):
  File "/opt/odoo/odoo/http.py", line 1, in dispatch
  File "/opt/odoo/addons/rental_core/models/rental_order.py", line 40, in action_return
  File "/opt/extra/rental_deposit/models/rental_order.py", line 7, in action_return
    raise UserError(_("No"))`;
    const expected = ["module rental_deposit", "module rental_core"];
    expect(await find(traceback)).toEqual(expected);
    expect(await find(traceback.replaceAll("\n", " "))).toEqual(expected);
    const { hits } = await findAll(lookup, { q: traceback, platform_version: undefined, limit: 5 });
    expect(hits.map(({ frames }) => frames)).toEqual([
      [{ file: "models/rental_order.py", line: 7 }],
      [{ file: "models/rental_order.py", line: 40 }],
    ]);
  });

  test("a file in a fork is the module in whose folder it is, at the version of the branch", async () => {
    const fork = "https://github.com/somebody/else";
    expect(await find(`${fork}/blob/17.0-fix/rental_core/models/rental_order.py#L12`)).toEqual([
      "module rental_core 17.0",
    ]);
    expect(await find(`${fork}/rental_core`)).toEqual([]);
  });

  test("a place is no words", async () => {
    expect(await find("harbor-works/retail/tree/17.0/rental_core")).toEqual([
      "module rental_core 17.0",
      "repository harbor-works/retail",
    ]);
    expect(await find("https://git.example.org/nobody/nothing")).not.toContain("module nothing");
  });

  test("a branch is known by its own name", async () => {
    const [first] = await find("northwind-addons/workshop/tree/16.0-prod");
    expect(first).toBe("repository northwind-addons/workshop 16.0");
  });
});

describe("names that are the text come first", () => {
  test.each([
    ["rental_core", "module rental_core"],
    ["Rental Core", "module rental_core"],
    ["rental_order", "model rental.order"],
    ["action_return", "method rental.order#action_return"],
    ["action_retrun", "method action_return"],
    ["retail", "repository harbor-works/retail"],
    ["rental_order_view_form", "view rental_core.rental_order_view_form"],
    ["sales/rental", "category Sales/Rental"],
    ["harbor works", "author Harbor Works"],
  ])("%s: %s", async (q, first) => {
    const hits = await find(q);
    expect(hits[0]).toBe(first);
  });

  test("a method of several models is first any model's, then each", async () => {
    const hits = await find("action_confirm");
    expect(hits[0]).toMatch(/^method (?:\S+#)?action_confirm$/);
    expect(hits).toContain("method rental.return.wizard#action_confirm");
  });

  test("the module that shows them in a menu is before its menu, and others it resembles", async () => {
    const hits = await find("contacts");
    expect(hits.indexOf("module base")).toBeGreaterThanOrEqual(0);
    expect(hits.indexOf("module base")).toBeLessThan(hits.indexOf("menu base.menu_contacts"));
  });

  test("a display name is a name as well", async () => {
    expect((await find("rental"))[0]).toBe("module rental_core");
    expect((await find("Invoice Reminder"))[0]).toBe("module invoice_reminder");
    expect((await find("in voice reminder"))[0]).toBe("module invoice_reminder");
  });

  test("words that are a model's name are one of the first", async () => {
    expect((await find("rental order")).slice(0, 3)).toContain("model rental.order");
  });

  test("what else begins with it comes after the module that is called so", async () => {
    const hits = await find("renta");
    expect(hits[0]).toBe("module rental_core");
    expect(hits.some((hit) => /^(?:model|field|method) renta/.test(hit))).toBe(true);
  });

  test("what is called as a module comes after it", async () => {
    const { names } = lookup.snapshot;
    let others = 0;
    for (let number = 0; number < names.length; number++) {
      const name = names.get(number);
      for (const q of [name, name.replaceAll("_", " ")]) {
        const { hits } = await findAll(lookup, { q, platform_version: undefined, limit: 50 });
        const [first, ...same] = hits.filter((hit) => hit.name === name);
        if (first !== undefined) expect(first.kind).toBe("module");
        others += same.length;
      }
    }
    expect(others).toBeGreaterThan(0);
  });

  test("scores fall down the list, whatever the kinds", async () => {
    for (const q of ["renta", "rental order", "invoice", "action_return", "remind customers"]) {
      const { hits } = await findAll(lookup, { q, platform_version: undefined, limit: 50 });
      const scores = hits.map(({ score }) => score ?? 1);
      expect(scores).toEqual(scores.toSorted((left, right) => right - left));
      expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true);
    }
  });

  test("a name is said to begin with it only where it does", async () => {
    for (const q of ["rentl_core", "renta", "core rental", "deposit"]) {
      const { hits } = await findAll(lookup, { q, platform_version: undefined, limit: 50 });
      for (const { kind, name, match } of hits) {
        if (kind === "module" && match === "prefix") expect(name.startsWith(q)).toBe(true);
      }
    }
  });

  test("spelt nearly so it is found where nothing else has the text", async () => {
    expect((await find("rental_cor"))[0]).toBe("module rental_core");
    expect(await find("rentl_core")).toContain("module rental_core");
  });
});

describe("versions", () => {
  test("that are typed count as those that are asked for", async () => {
    expect((await find("rental_core 16.0"))[0]).toBe("module rental_core 16.0");
    expect((await find("rental_core 16"))[0]).toBe("module rental_core 16.0");
    expect((await find("rental_core", { version: "16.0" }))[0]).toBe("module rental_core 16.0");
    expect((await find("rental_core 17", { version: "16.0" }))[0]).toBe("module rental_core 17.0");
  });

  test("that the snapshot does not have are words", async () => {
    expect((await find("rental_core 12.0"))[0]).toBe("module rental_core");
  });

  test("at which it is not leave it out where they are asked for, and not where they are typed", async () => {
    expect(await find("rental_core", { version: "8.0" })).not.toContain("module rental_core");
    expect((await find("rental_core 8.0"))[0]).toBe("module rental_core");
  });
});

describe("filters", () => {
  test.each([
    ["module:rental_*", /^module rental_/],
    ["module:rental_* version:17", /^module rental_\S+ 17\.0$/],
    ["version:17", /^module \S+ 17\.0$/],
    ["17.0", /^module \S+ 17\.0$/],
    ["repo:retail", /^repository \S+\/retail$/],
    ["org:meadow-apps", /^repository meadow-apps\//],
    ["model:rental.*", /^model rental\./],
    ["field:*_id", /^field \S+_id$/],
    ["method:action_*", /^method action_/],
    ["view:base.*", /^view base\./],
    ["author:harbor", /^author /],
    ["category:rental", /^category /],
  ])("%s lists what it names", async (q, form) => {
    const hits = await find(q);
    expect(hits.length).toBeGreaterThan(0);
    for (const hit of hits) expect(hit).toMatch(form);
  });

  test("several, and words beside them, are facts of modules", async () => {
    expect(await find("module:rental_* depends:rental_core")).toEqual(
      expect.arrayContaining(["module rental_deposit"]),
    );
    expect(await find("module:rental_* depends:rental_core")).not.toContain("module rental_core");
    expect(await find('author:"Meadow Apps" invoice version:17')).toContain(
      "module invoice_reminder 17.0",
    );
    expect(await find("repo:harbor-works/retail method:action_return")).toEqual([
      "module rental_core",
    ]);
    expect(await find("module:* view:base.view_partner_form")).toContain("module base");
    expect(await find("field:no_such_field module:*")).toEqual([]);
  });

  test.each([
    ["depends:rental_deposit depends:fleet_logbook", "a filter given twice"],
    ["author:harbor author:works", "words of the authors' names"],
    ["repo:harbor-works/retail org:harbor-works", "an organization said twice"],
    ["license AGPL-3", "a license in words"],
    ["maintained by alba-ferrer", "a maintainer in words"],
    ["model:rental.* depends:rental_core", "a pattern of models"],
    ["depends:rental_* version:17", "a pattern of dependencies"],
    ["category:* repo:retail", "a pattern of a column"],
    ["method:action_* module:rental_*", "a pattern of methods"],
  ])("%s: %s", async (q) => {
    const hits = await find(q);
    expect(hits.length).toBeGreaterThan(0);
    for (const hit of hits) expect(hit).toMatch(/^module /);
  });
});

test.each([
  ["menu Contacts", "menu base.menu_contacts"],
  ["contacts menus", "menu base.menu_contacts"],
  ["group internal user", "group base.group_user"],
  ["Internal user", "group base.group_user"],
  ["close forgotten entries", "scheduled_action attendance_kiosk.ir_cron_close_entries"],
  ["scheduled action close forgotten", "scheduled_action attendance_kiosk.ir_cron_close_entries"],
  ["scheduled action entries forgotten", "scheduled_action attendance_kiosk.ir_cron_close_entries"],
  ["which modules add to web.assets_backend", "bundle web.assets_backend"],
  ["group user internal", "group base.group_user"],
  ["job that runs _cron_send_reminders", "method invoice.reminder.level#_cron_send_reminders"],
  ["where is pos_screens/StampCard added", "javascript pos_screens/StampCard"],
])("%s is the label of a record, with its kind or without", async (q, first) => {
  expect(await find(q)).toContain(first);
});

test("a kind that is said finds no other", async () => {
  const kinds = (await find("report internal user")).map((hit) => hit.split(" ")[0]);
  expect(kinds).not.toContain("group");
});

test("words and meaning are one list of modules", async () => {
  const hits = await find("remind customers who have not paid");
  expect(hits.slice(0, 3)).toContain("module invoice_reminder");
  const matches = (
    await findAll(lookup, { q: "invoice", platform_version: undefined, limit: 20 })
  ).hits.map(({ match }) => match);
  expect(matches).toContain("meaning");
  expect(matches.indexOf("prefix")).toBeLessThan(matches.indexOf("meaning"));
});

test("any text gives hits, each once and no more than are wanted", async () => {
  const pieces = fc.constantFrom(
    "rental",
    "_",
    ".",
    "#",
    "*",
    "/",
    ":",
    "17.0",
    " ",
    "module:",
    "a",
  );
  const texts = fc.array(fc.oneof(pieces, fc.string({ unit: anyCharacter, maxLength: 4 })), {
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(texts, fc.integer({ min: 1, max: 50 }), async (parts, limit) => {
      const hits = await find(parts.join(""), { limit });
      expect(hits.length).toBeLessThanOrEqual(limit);
      expect(new Set(hits).size).toBe(hits.length);
    }),
    { numRuns: countCases(100) },
  );
});
