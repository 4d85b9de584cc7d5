// Pasted errors: their subject comes first, in any language, version and form of the paste.
import { describe, expect, test } from "vitest";
import { findAll } from "../../../../server/lookup/find/find.js";
import { prepareLookup } from "../../../../server/lookup/lookup.js";
import { openSharedLookup } from "../../../support/shared-snapshot.js";

const lookup = await openSharedLookup();
await prepareLookup(lookup);

async function find(q: string): Promise<readonly string[]> {
  const { hits } = await findAll(lookup, { q, platform_version: undefined, limit: 20 });
  return hits.map(({ kind, model, name, frames = [] }) => {
    const calls = frames.map(({ file, line }) => ` ${file}:${line}`).join("");
    return `${kind} ${model === null ? "" : `${model}#`}${name}${calls}`;
  });
}

const VIEW = "view rental_deposit.rental_order_view_form_deposit";
const FILE = "rental_deposit/views/rental_order_views.xml";

const CORE_FRAMES = `  File "/opt/odoo/odoo/tools/convert.py", line 564, in _tag_root
    f(rec)
  File "/opt/odoo/odoo/addons/base/models/ir_ui_view.py", line 474, in _check_xml
    raise ValidationError(_("Error while validating view"))
`;

const FAILED_INSTALL = `2025-03-05 09:12:33,101 41 INFO demo odoo.modules.loading: loading ${FILE} 
2025-03-05 09:12:33,202 41 ERROR demo odoo.modules.registry: Failed to load registry 
Traceback (most recent call last):
${CORE_FRAMES}odoo.exceptions.ValidationError: Error while validating view near:

Field "state" does not exist in model "rental.order"

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
${CORE_FRAMES}odoo.tools.convert.ParseError: while parsing /opt/oca/retail/${FILE}:3`;

describe("all calls are of Odoo itself", () => {
  const expected = [
    "module rental_deposit views/rental_order_views.xml:3",
    VIEW,
    "field rental.order#state",
    "model rental.order",
    "module base models/ir_ui_view.py:474",
  ];

  test("the file of the last line is first, with its view, and what the message names", async () => {
    expect(await find(FAILED_INSTALL)).toEqual(expected);
  });

  test("also where a field of one line took the ends of lines out, and a log is long", async () => {
    expect(await find(FAILED_INSTALL.replaceAll("\n", ""))).toEqual(expected);
    const log = "2025-03-05 09:12:30,000 41 INFO demo odoo.modules.graph: nothing to see here \n";
    expect(await find(log.repeat(60) + FAILED_INSTALL)).toEqual(expected);
  });

  test("of a log without a last line the file that was loaded is first", async () => {
    const [first] = await find(FAILED_INSTALL.slice(0, FAILED_INSTALL.lastIndexOf("odoo.tools")));
    expect(first).toBe("module rental_deposit");
  });

  test("a path of Windows, and the element that is shown from 14.0 on", async () => {
    const [first, second] = await find(
      `${CORE_FRAMES}odoo.tools.convert.ParseError: while parsing c:\\odoo\\extra\\${FILE.replaceAll("/", "\\")}:9, somewhere inside
<record id="rental_order_view_form_deposit" model="ir.ui.view">`,
    );
    expect(first).toBe("module rental_deposit views/rental_order_views.xml:9");
    expect(second).toBe(VIEW);
  });
});

describe("the context of an error of a view", () => {
  const CONTEXT = `View \`rental.order.form\`
[view_id: 1277, xml_id: rental_deposit.rental_order_view_form_deposit, model: rental.order, parent_id: 353]`;

  test.each([
    [
      "English",
      `ValueError: Element '<xpath expr="//field[@name='state']">' cannot be located in parent view\n\nError context:\n${CONTEXT}`,
    ],
    [
      "Spanish",
      `El elemento '<field name="state">' no se puede localizar en la vista padre\n\nContexto del error:\n${CONTEXT}`,
    ],
    [
      "French, with the labels translated",
      `L'élément « <field name="state"> » est introuvable\n\nContexte de l'erreur :\nVue \`x\`\n[id de la vue : 1277, xml_id : rental_deposit.rental_order_view_form_deposit, modèle : rental.order, parent : n/a]`,
    ],
    [
      "14.0 to 19.0",
      `while parsing /opt/odoo/addons/${FILE}:3\nError while validating view\n\nView error context:\n{'file': '/opt/oca/${FILE}',\n 'line': 3,\n 'name': 'rental.order.form',\n 'view': ir.ui.view(1277,),\n 'view.model': 'rental.order',\n 'view.parent': ir.ui.view(353,),\n 'xmlid': 'rental_order_view_form_deposit'}\n`,
    ],
  ])("names the view first: %s", async (_, text) => {
    const [first, second] = await find(text);
    expect(first).toBe(VIEW);
    expect(second).toMatch(/^module rental_deposit/);
  });
});

describe("the browser", () => {
  test("the module of a script is first, Odoo's own last", async () => {
    const stack = `UncaughtPromiseError > OwlError
OwlError: An error occured in the owl lifecycle (see this Error's "cause" property)
    at handleError (http://localhost:8069/web/assets/1/debug/web.assets_web.js:959:101)
Caused by: TypeError: Cannot read properties of undefined (reading 'fields')
    at Layout.setup (http://localhost:8069/base/static/src/layout.js:12:4)
    at Kiosk.setup (/attendance_kiosk/static/src/js/kiosk.js:22)`;
    expect(await find(stack)).toEqual([
      "module attendance_kiosk static/src/js/kiosk.js:22",
      "module base static/src/layout.js:12",
    ]);
    expect((await find(stack.replaceAll("\n", "")))[0]).toMatch(/^module attendance_kiosk/);
  });
});

test("of a bundle the class of the innermost call is told", async () => {
  const stack = `TypeError: Cannot read properties of undefined (reading 'id')
    at get stamps (http://localhost:8069/web/assets/1-a/point_of_sale.assets_prod.min.js:50:2)
    at t.x (http://localhost:8069/web/assets/1-a/point_of_sale.assets_prod.min.js:51:2)
    at new StampCard (http://localhost:8069/web/assets/1-a/point_of_sale.assets_prod.min.js:5030:200)`;
  expect((await find(stack))[0]).toBe("javascript StampCard");
  expect((await find(stack.replaceAll("\n", "")))[0]).toBe("javascript StampCard");
});

describe("calls of Python", () => {
  test("the last of an add-on goes before those of Odoo that follow it", async () => {
    const text = `RPC_ERROR
Odoo Server Error
Traceback (most recent call last):
  File "/opt/odoo/odoo/http.py", line 1, in dispatch
  File "/opt/odoo/addons/rental_core/models/rental_order.py", line 40, in action_return
  File "/srv/rental_deposit/models/rental_order.py", line 7, in action_return
    return super().action_return()
  File "/opt/odoo/odoo/addons/base/models/res_partner.py", line 9, in write
    self.env.cr.execute(query)
psycopg2.errors.NotNullViolation: null value in column "name" violates not-null constraint`;
    expect(await find(text)).toEqual([
      "module rental_deposit models/rental_order.py:7",
      "module rental_core models/rental_order.py:40",
      "module base models/res_partner.py:9",
    ]);
  });

  test("a folder that is called as a module is not taken for it", async () => {
    const text = `  File "/srv/rental_core/custom/rental_deposit/models/rental_order.py", line 7, in x`;
    expect(await find(text)).toEqual(["module rental_deposit models/rental_order.py:7"]);
  });

  test("a record that is not there is of the module that its id names", async () => {
    const text = `Traceback (most recent call last):
  File "/opt/odoo/odoo/addons/base/models/ir_model.py", line 9, in _xmlid_lookup
ValueError: External ID not found in the system: rental_deposit.no_such_sequence`;
    expect((await find(text))[0]).toBe("module rental_deposit");
  });
});

test.each([
  'Field "state" does not exist in model "rental.order"',
  'El campo "state" no existe en el modelo "rental.order"',
  "Le champ « state » n'existe pas dans le modèle « rental.order »",
  "フィールド「state」はモデル「rental.order」に存在しません",
  "ValueError: Invalid field 'state' on model 'rental.order'",
  "ValueError: Invalid field rental.order.state in leaf ('state', '=', 1)",
])("a message names a field of a model in any language: %s", async (text) => {
  expect((await find(text))[0]).toBe("field rental.order#state");
});

describe("the database", () => {
  test.each([
    [
      "a column that is not there",
      "psycopg2.errors.UndefinedColumn: column rental_order.state does not exist",
    ],
    [
      "in the query, too",
      'column "rental_order"."state" does not exist\nLINE 1: SELECT "res_partner"."id", "res_partner"."name" FROM',
    ],
    [
      "without ends of lines",
      'psycopg2.errors.UndefinedColumn: column rental_order.state does not existLINE 1: SELECT "res_partner"."name"',
    ],
    [
      "a value that is missing",
      'null value in column "state" of relation "rental_order" violates not-null constraint',
    ],
    [
      "before 13.0 of PostgreSQL",
      'odoo.sql_db: bad query: INSERT INTO "rental_order" ("id", "name") VALUES (1, 2)\nERROR: null value in column "state" violates not-null constraint',
    ],
    [
      "a foreign key",
      'insert or update on table "res_partner" violates foreign key constraint "rental_order_state_fkey"',
    ],
    [
      "in French",
      "ERREUR:  la table « rental_order » viole la contrainte de clé étrangère « rental_order_state_fkey »",
    ],
    ["in German", "FEHLER:  Tabelle „rental_order“ verletzt „rental_order_state_fkey“"],
    [
      "a value that is there twice",
      'psycopg2.errors.UniqueViolation: "rental_order_unnamed"\nDETAIL:  Key (company_id, state)=(1, x) already exists in "rental_order".',
    ],
  ])("names a field of a model: %s", async (_what, text) => {
    expect((await find(text))[0]).toBe("field rental.order#state");
  });

  test("names a model where no field is told or known", async () => {
    expect(await find('ERROR:  relation "rental_order" does not exist')).toEqual([
      "model rental.order",
    ]);
    expect(
      await find("psycopg2.errors.UndefinedColumn: column rental_order.zz does not exist"),
    ).toEqual(["model rental.order"]);
  });

  test("comes after the file that the error names, and before the calls", async () => {
    const text = `${FAILED_INSTALL}
  File "/srv/rental_core/models/rental_order.py", line 40, in _auto_init
psycopg2.errors.NotNullViolation: null value in column "state" of relation "rental_order"`;
    expect((await find(text)).slice(0, 4)).toEqual([
      "module rental_deposit views/rental_order_views.xml:3",
      VIEW,
      "field rental.order#state",
      "module rental_core models/rental_order.py:40",
    ]);
  });
});

test.each([
  [
    "a file that is not there",
    "FileNotFoundError: [Errno 2] No such file or directory: '/opt/odoo/addons/rental_deposit/static/description/icon.png'",
    "module rental_deposit",
  ],
  [
    "a template that cannot be rendered, not the module of the error's class",
    "odoo.addons.base.models.ir_qweb.QWebException: Error while render the template\nTemplate: rental_deposit.rental_order_view_form_deposit\nPath: /t/t[1]",
    VIEW,
  ],
])("an error without calls names %s", async (_what, text, expected) => {
  expect((await find(text))[0]).toBe(expected);
});
