// Pasted errors without calls, in words of any language, or wrapped by what they were copied out of: their subject comes first.
import { describe, expect, test } from "vitest";
import { findAll } from "../../../../server/lookup/find/find.js";
import { resolveName } from "../../../../server/registry/references/world.js";
import { prepareLookup } from "../../../../server/lookup/lookup.js";
import { openSharedLookup } from "../../../support/shared-snapshot.js";

const lookup = await openSharedLookup();
await prepareLookup(lookup);

async function findFirst(q: string): Promise<string> {
  const { hits } = await findAll(lookup, { q, platform_version: undefined, limit: 20 });
  const [first] = hits;
  if (first === undefined) return "";
  const { kind, model, name, frames = [] } = first;
  const calls = frames.slice(0, 1).map(({ file, line }) => ` ${file}:${line}`);
  return `${kind} ${model === null ? "" : `${model}#`}${name}${calls.join("")}`;
}

const CORE = `Traceback (most recent call last):
  File "/opt/odoo/odoo/models.py", line 12, in write
    raise error
`;
const AT = "2025-03-05 09:12:33,101 41";
const FIELD = "field rental.order#state";
const MODEL = "model rental.order";
const MODULE = "module rental_core";

describe("calls of Odoo alone, with a message about", () => {
  test.each([
    ["a model that is not in the registry", "KeyError: 'rental.order'", MODEL],
    ["an attribute", "AttributeError: type object 'rental.order' has no attribute '_x'", MODEL],
    ["a record", "MissingError: Record does not exist. (Record: rental.order(5,), User: 2)", MODEL],
    ["a value", "ValueError: Wrong value for rental.order.state: 'x'", FIELD],
    [
      "a field of a record",
      "ValueError: Compute method failed to assign rental.order(5,).state",
      FIELD,
    ],
    ["a parent", "TypeError: Model 'rental.order' inherits from non-existing model 'x.y'.", MODEL],
    [
      "another model",
      "AssertionError: Field rental.order.x_ids with unknown comodel_name 'x.y'",
      MODEL,
    ],
    ["rights", "AccessError: You are not allowed to modify 'Order' (rental.order) records.", MODEL],
    [
      "rights in French",
      "AccessError: Vous n'êtes pas autorisé à créer 'Commande' (rental.order).",
      MODEL,
    ],
    [
      "rights in Spanish",
      "AccessError: No puede ingresar a los registros 'Pedido' (rental.order)",
      MODEL,
    ],
  ])("%s", async (_, message, expected) => {
    expect(await findFirst(CORE + message)).toBe(expected);
  });
});

describe("one line of", () => {
  test.each([
    [
      "a failed import of rights",
      "Module loading rental_core failed: file rental_core/security/x.csv could not be processed",
      MODULE,
    ],
    [
      "a file that is not there",
      "FileNotFoundError: File not found: rental_core/views/x.xml",
      MODULE,
    ],
    [
      "a log, of a module",
      `${AT} CRITICAL demo odoo.modules.module: Couldn't load module rental_core`,
      MODULE,
    ],
    [
      "a log, of modules",
      `${AT} ERROR demo odoo.modules.loading: Some modules are not loaded: ['rental_core', 'x']`,
      MODULE,
    ],
    [
      "a log, of a model",
      `${AT} WARNING demo odoo.modules.loading: The model rental.order has no access rules`,
      MODEL,
    ],
    [
      "a log, of a field",
      `${AT} WARNING demo odoo.fields: Field rental.order.state: unknown parameter 'x'`,
      FIELD,
    ],
    [
      "a log, by who wrote it",
      `${AT} ERROR demo odoo.addons.rental_core.models.x: No such thing`,
      MODULE,
    ],
    [
      "a missing dependency in German",
      "UserError: Sie versuchen Modul 'rental_core' zu installieren, abhängig von Modul 'x'.",
      MODULE,
    ],
    [
      "a missing dependency in Italian",
      "UserError: Tentativo di installare il modulo 'rental_core', dipende dal modulo 'x'.",
      MODULE,
    ],
    [
      "two fields of one table",
      "TypeError: Many2many fields rental.order.x_ids and rental.order.y_ids use the same table",
      MODEL,
    ],
    [
      "a script of a stack without a slash",
      "Uncaught SyntaxError: x (at attendance_kiosk/static/src/js/kiosk.js:22)",
      "module attendance_kiosk static/src/js/kiosk.js:22",
    ],
    [
      "a stack of Firefox",
      "setup@http://localhost:8069/attendance_kiosk/static/src/js/kiosk.js:22:5",
      "module attendance_kiosk static/src/js/kiosk.js:22",
    ],
    [
      "a record that is not there",
      "ValueError: External ID not found in the system: rental_core.x",
      MODULE,
    ],
    [
      "a template in words",
      "Error: QWeb template rental_deposit.rental_order_view_form_deposit failed",
      "view rental_deposit.rental_order_view_form_deposit",
    ],
    [
      "a mandatory field",
      "The operation cannot be completed: ValidationError: x\n\nModell: Auftrag (rental.order)\nFeld: Status (state)",
      FIELD,
    ],
    ["a constraint without quotes", "Constraint: rental_order_state_fkey", FIELD],
    [
      "a primary key",
      "duplicate key value violates unique constraint « rental_order_pkey »",
      MODEL,
    ],
    [
      "a column that has to be filled",
      "odoo.schema: Table 'rental_order': unable to set NOT NULL on column 'state'",
      FIELD,
    ],
  ])("%s", async (_, text, expected) => {
    expect(await findFirst(text)).toBe(expected);
  });
});

describe("an error is read out of", () => {
  const ERROR = `Traceback (most recent call last):
  File "/opt/odoo/odoo/http.py", line 1, in dispatch
  File "/srv/rental_core/models/rental_order.py", line 40, in action_return
KeyError: 'x'`;
  const prefix = (sign: string): string => ERROR.replaceAll(/^/gm, sign);
  test.each([
    ["the log of a container", prefix("odoo-1  | ")],
    ["a quote in a mail", prefix("> ")],
    ["JSON", JSON.stringify({ error: { data: { debug: ERROR } } })],
    ["JSON over lines", JSON.stringify({ error: { data: { debug: ERROR } } }, null, 2)],
    ["a fault of XML-RPC", `<Fault 1: '${ERROR.replaceAll("\n", "\\n").replaceAll("'", "\\'")}'>`],
    ["a page", ERROR.replaceAll('"', "&quot;")],
  ])("%s", async (_, text) => {
    expect(await findFirst(text)).toBe(`${MODULE} models/rental_order.py:40`);
  });
});

test("lines of a log that tell of nothing wrong name nothing", async () => {
  const text = `${AT} INFO demo odoo.modules.loading: Loading module rental_deposit (1/2)
${AT} INFO demo odoo.addons.rental_deposit.hooks: Ready
${AT} ERROR demo odoo.modules.module: Couldn't load module rental_core`;
  expect(await findFirst(text)).toBe(MODULE);
});

describe("an error of code says which of its names nothing has, and gives no row by meaning:", () => {
  test.each([
    ["KeyError: 'gone_for_good'", ["gone_for_good"], []],
    ["KeyError: 'deposit_state'", [], ["field rental.order#deposit_state"]],
    [
      "AttributeError: type object 'IrModelSelection' has no attribute 'x'",
      ["IrModelSelection"],
      [],
    ],
    [
      "AttributeError: 'RentalOrder' object has no attribute 'gone'",
      ["rental.order.gone"],
      [MODEL],
    ],
    ["AttributeError: 'NoneType' object has no attribute 'id'", [], []],
    ["AttributeError: 'rental.order' object has no attribute 'write'", [], [MODEL]],
    [
      "ValueError: External ID not found in the system: rental_core.gone",
      ["rental_core.gone"],
      [MODULE],
    ],
    // A model is called like the module.
    [
      "ValueError: External ID not found in the system: onboarding_plan.gone",
      ["onboarding_plan.gone"],
      ["module onboarding_plan"],
    ],
    ["ModuleNotFoundError: No module named 'odoo.addons.no_such'", ["no_such"], []],
    [
      "psycopg2.errors.UndefinedColumn: column rental_order.gone does not exist",
      ["rental.order.gone"],
      [MODEL],
    ],
    [
      `${CORE}AttributeError: 'rental.order' object has no attribute 'gone'`,
      ["rental.order.gone"],
      [MODEL],
    ],
    ["IndexError: list index out of range", [], []],
    ["NameError: name 'fields' is not defined", [], []],
  ])("%s", async (q, unknown, expected) => {
    const query = { q, platform_version: undefined, limit: 20 };
    const { hits, error } = await findAll(lookup, query, resolveName);
    expect(error).toMatchObject({ unknown_names: unknown });
    expect(hits.filter(({ match }) => match === "meaning" || match === "words")).toEqual([]);
    const named = hits.map(
      ({ kind, model, name }) => `${kind} ${model === null ? "" : `${model}#`}${name}`,
    );
    expect(named).toEqual(expect.arrayContaining(expected));
    if (expected.length === 0) expect(named).toEqual([]);
  });

  test.each([
    ["AttributeError: module 'odoo.api' has no attribute 'ondelete'", "odoo.api"],
    ["ImportError: cannot import name 'Form' from 'odoo.tests.common'", "odoo.tests.common"],
    ["ModuleNotFoundError: No module named 'openerp'", "openerp"],
    ["odoo.tools.float_compare", "odoo.tools.float_compare"],
    ["from odoo import api, fields", "odoo"],
    ["@api.depends", "api.depends"],
  ])("%s is about Odoo's framework", async (q, name) => {
    const query = { q, platform_version: undefined, limit: 20 };
    const { hits, frameworkNames } = await findAll(lookup, query);
    expect(frameworkNames).toEqual([name]);
    expect(hits).toEqual([]);
  });

  test("a model may be called like a decorator", async () => {
    const query = { q: "api.log", platform_version: undefined, limit: 20 };
    expect((await findAll(lookup, query)).frameworkNames ?? []).toEqual([]);
  });

  test("what only other versions have is not unknown", async () => {
    const query = { q: "KeyError: 'onboarding_plan'", platform_version: "18.0", limit: 20 };
    const found = await findAll(lookup, query, resolveName);
    expect(found).toMatchObject({ hits: [], error: { unknown_names: [] } });
    const { error } = await findAll(lookup, { ...query, q: "KeyError: 'gone_for_good'" });
    expect(error).toMatchObject({ unknown_names: ["gone_for_good"] });
  });

  test("calls into bundles are calls", async () => {
    const q = `TypeError: x is null
    at AppsMenu.setup (http://localhost/web/assets/1/web.assets_web.min.js:5030:200)`;
    const { error } = await findAll(lookup, { q, platform_version: undefined, limit: 20 });
    expect(error).toMatchObject({ has_calls: true });
  });

  test.each([
    "UserError: You cannot rent out what is not there",
    "ModuleNotFoundError: No module named 'rental'",
    "an error when the deposit is paid",
  ])("but %s is words", async (q) => {
    const query = { q, platform_version: undefined, limit: 20 };
    const { hits } = await findAll(lookup, query);
    expect(hits.length).toBeGreaterThan(0);
  });
});

async function listMenus(labels: number) {
  const q = Array.from({ length: labels }, () => "Contacts").join(" > ");
  const { hits } = await findAll(lookup, { q, platform_version: undefined, limit: 20 });
  return hits.filter(({ kind, match }) => kind === "menu" && match === "typed");
}

function toLog(of: string, most: number): string {
  return `ERROR demo odoo.x: ${Array.from({ length: most }, (_, at) => `${of}_${at}`).join(" ")}`;
}

const findBehind = (most: number) => findFirst(`${CORE}${toLog("gone.gone", most)} rental.order`);

describe("the work of a text is bounded:", () => {
  test("a path of more than six labels is no path", async () => {
    expect(await listMenus(6)).not.toEqual([]);
    expect(await listMenus(7)).toEqual([]);
  });

  test("the records of an entry are decoded once", async () => {
    let decoded = 0;
    const { loaded } = lookup.snapshot;
    const readData: typeof loaded.readData = (entry) => {
      decoded += 1;
      return loaded.readData(entry);
    };
    const snapshot = { ...lookup.snapshot, loaded: { ...loaded, readData } };
    const q = toLog("rental_core.gone", 40);
    await findAll({ ...lookup, snapshot }, { q, platform_version: undefined, limit: 20 });
    expect(decoded).toBeGreaterThan(0);
    expect(decoded).toBeLessThan(10);
  });

  test("few names of an error are looked for", async () => {
    expect(await findBehind(40)).toBe(MODEL);
    expect(await findBehind(60)).not.toBe(MODEL);
  });
});
