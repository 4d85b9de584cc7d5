// Steps of a migration script, by its literals.
import { expect, test } from "vitest";
import { readMigrationPath, toFileKind } from "../../../../../builder/parse/file-kind.js";
import { parseMigrationFile } from "../../../../../builder/parse/python/migration/migration-file.js";
import { testLong } from "../../../../support/properties.js";

function read(text: string) {
  const { value } = parseMigrationFile(new TextEncoder().encode(text));
  return value;
}

const steps = (text: string) =>
  read(text).steps.map(({ line, call, thing, on, names }) =>
    [line, call, thing, on ?? "-", names.join(" ")].join(" | "),
  );

test("scripts lie in a folder named after a version and begin with their phase", () => {
  expect(readMigrationPath("migrations/17.0.1.1.0/pre-migration.py")).toEqual({
    version: "17.0.1.1.0",
    phase: "pre",
  });
  expect(toFileKind("upgrades/1.2/end-clean.py", "__manifest__.py")).toBe("migration");
  expect(toFileKind("migrations/17.0.1.1.0/helpers.py", "__manifest__.py")).toBeUndefined();
  expect(readMigrationPath("migrations/17.0.1.1.0/data/pre-x.py")).toBeUndefined();
});

test("calls of the library give the names that are literals, or bound to them", () => {
  const text = `from openupgradelib import openupgrade

_fields = [
    ("rental.order", "rental_order", "state", "status"),
    (model, table, "a", "b"),
]
# openupgrade.rename_models(env.cr, [("no", "comment")])


def rename_tables(cr):
    pass


@openupgrade.migrate()
def migrate(env, version):
    openupgrade.rename_fields(env, _fields)
    openupgrade.rename_columns(env.cr, {"rental_order": [("due", None), ("fee", "cost")]})
    openupgrade.rename_models(env.cr, [("rental.a", "rental.b")])
    ids = ["rental.one", "rental.two"]
    openupgrade.delete_records_safely_by_xml_id(env, ids, delete_childs=True)
    openupgrade.set_xml_ids_noupdate_value(env, "rental", ["rule"], True)
    openupgrade.delete_sql_constraint_safely(env, "rental", "rental_order", "code_uniq")
    openupgrade.map_values(env.cr, "old", "new", [("a", "b")], table="rental_order")
    openupgrade.add_fields(env, [("fee", "rental.order", False, "float", False, "rental")])
`;
  expect(read(text).line).toBe(15);
  expect(steps(text)).toEqual([
    "16 | rename_fields | column | rental_order | state status",
    "17 | rename_columns | column | rental_order | due",
    "17 | rename_columns | column | rental_order | fee cost",
    "18 | rename_models | model | - | rental.a rental.b",
    "20 | delete_records_safely_by_xml_id | record | - | rental.one rental.two",
    "21 | set_xml_ids_noupdate_value | record | - | rental.rule",
    "22 | delete_sql_constraint_safely | record | rental_order | rental.constraint_rental_order_code_uniq",
    "23 | map_values | column | rental_order | old new",
    "24 | add_fields | column | rental.order | fee",
  ]);
});

test("of SQL what writes or reads, with the names that stand in it", () => {
  const text = `
def migrate(cr, version):
    query = """
        UPDATE rental_order o SET status = l.state
        FROM rental_line l WHERE l.order_id = o.id AND l.name <> 'not a_name' -- nor this
    """
    cr.execute(query)
    cr.execute("SELECT id FROM rental_order")
    openupgrade.logged_query(cr, "ALTER TABLE rental_order RENAME COLUMN due TO due_date")
    cr.execute("DELETE FROM rental_line WHERE id IN %s; TRUNCATE rental_log", (ids,))
    cr.execute("UPDATE " + table)
`;
  expect(steps(text)).toEqual([
    "7 | UPDATE | statement | rental_order | o status l state rental_line order_id id name",
    "8 | SELECT | statement | rental_order | id",
    "9 | ALTER | statement | rental_order | due due_date",
    "10 | DELETE | statement | rental_line | id",
    "10 | TRUNCATE | statement | rental_log | ",
  ]);
});

test("queries are read up to a size in all, and are none when names make them too long", () => {
  const [rows, columns] = ["0, ".repeat(10_000), "{0}".repeat(40_000)];
  const text = `def migrate(cr, version):
    for name in range(200):
        cr.execute("UPDATE rental SET a = 1 WHERE id IN (${rows}) AND {} = b".format("x" + str(name)))
    cr.execute("UPDATE rental SET ${columns}".format("${"y".repeat(40_000)}"))
`;
  const found = steps(text);
  expect(found.length).toBeGreaterThan(10);
  expect(found.length).toBeLessThan(100);
});

testLong("a file that is cut off, or one of nothing but calls, ends", () => {
  expect(steps("openupgrade.rename_models(cr, [('a',")).toEqual([]);
  expect(steps("cr.execute(".repeat(50_000))).toEqual([]);
});

test("functions of Odoo and of its upgrade-util", () => {
  const text = `from odoo.tools import sql
from odoo.upgrade import util

def migrate(cr, version):
    sql.rename_column(cr, "rental_order", "due", "due_date")
    sql.create_column(cr, "rental_order", "fee", "numeric")
    sql.drop_constraint(cr, "rental_order", "rental_order_code_uniq")
    util.rename_field(cr, "rental.order", "state", "status")
    util.remove_field(cr, "rental.order", "note")
    util.rename_model(cr, "rental.a", "rental.b")
    util.rename_xmlid(cr, "rental.one", "rental.two")
    openupgrade.load_data(cr, "rental", "migrations/17.0.1.0/noupdate_changes.xml")
    self._rename_field(cr, "rental.order", "no", "no_more")
`;
  expect(steps(text)).toEqual([
    "5 | rename_column | column | rental_order | due due_date",
    "6 | create_column | column | rental_order | fee",
    "7 | drop_constraint | record | rental_order | rental_order_code_uniq",
    "8 | rename_field | column | rental.order | state status",
    "9 | remove_field | column | rental.order | note",
    "10 | rename_model | model | - | rental.a rental.b",
    "11 | rename_xmlid | record | - | rental.one rental.two",
    "12 | load_data | file | rental | migrations/17.0.1.0/noupdate_changes.xml",
  ]);
});

test("names that are put into a query, or come from a list that is gone through", () => {
  const text = `
TABLE = "rental_order"
LEGACY = openupgrade.get_legacy_name("cost")
COLUMNS = (("rental_order", "fee"), ("rental_line", "cost"))

def migrate(env, version):
    env.cr.execute(sql.SQL("UPDATE {} SET {new} = 1").format(sql.Identifier(TABLE), new=sql.Identifier("due")))
    env.cr.execute(f"UPDATE {TABLE} SET fee = {LEGACY}")
    env.cr.execute("UPDATE %s SET a = 1" % TABLE)
    env.cr.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(unknown)))
    for table, column in COLUMNS:
        if not column_exists(env.cr, table, column):
            create_column(env.cr, table, column, "numeric")
    create_column(env.cr, table, column, "numeric")
`;
  expect(steps(text)).toEqual([
    "7 | UPDATE | statement | rental_order | due",
    "8 | UPDATE | statement | rental_order | fee cost",
    "9 | UPDATE | statement | rental_order | a",
    "13 | create_column | column | rental_order | fee",
    "13 | create_column | column | rental_line | cost",
    "14 | create_column | column | rental_line | cost",
  ]);
});

test("records by ids that a loop goes through, also one loop in another, and pairs that are merged", () => {
  const text = `
PAIRS = [("rental.old_a", "rental.new_a"), ("rental.old_b", "rental.new_b")]

def migrate(env, version):
    for name in ["rule", "view"]:
        full = ".".join(["rental", name])
        record = env.ref(full, raise_if_not_found=False)
        if record:
            record.active = False
    for item in PAIRS:
        old = env.ref(item[0])
        new = env.ref(item[1])
        merge_records(env, "rental.kind", old.ids, new.id, method="sql")
    for table in ("rental_order", "rental_line"):
        for column in ("fee", "cost"):
            create_column(env.cr, table, column, "numeric")
        env.cr.execute(f"UPDATE {table} SET {column} = 1")
    for name in unknown:
        env.ref(name).unlink()
    for round in range(1000):
        env.ref("rental.gone").unlink()
`;
  expect(steps(text)).toEqual([
    "9 | = | record | - | rental.rule",
    "9 | = | record | - | rental.view",
    "13 | merge_records | record | - | rental.old_a",
    "13 | merge_records | record | - | rental.new_a",
    "13 | merge_records | record | - | rental.old_b",
    "13 | merge_records | record | - | rental.new_b",
    "16 | create_column | column | rental_order | fee",
    "16 | create_column | column | rental_order | cost",
    "17 | UPDATE | statement | rental_order | cost",
    "16 | create_column | column | rental_line | fee",
    "16 | create_column | column | rental_line | cost",
    "17 | UPDATE | statement | rental_line | cost",
    "21 | unlink | record | - | rental.gone",
  ]);
});

test("fields that are written or read through the ORM, records that are deleted", () => {
  const text = `
def migrate(cr, version):
    env = api.Environment(cr, SUPERUSER_ID, {})
    orders = env["rental.order"].with_context(active_test=False).search([("a", "=", 1)])
    orders.write({"fee": 1, "cost": 2})
    for order in orders.filtered("fee"):
        order.state = "done"
        order.partner_id.name = "other"
        if order.state == "done":
            order.line_ids.write({"no": 1})
    env["rental.line"].search([]).amount = 1
    self.env["rental.line"].create([{"amount": 1}, {"due": 2}])
    env.ref("rental.rule").write({"active": False})
    orders = compute()
    orders.write({"no": 1})
    values = {"later": 1}
    lines = env["rental.line"].browse(ids)
    lines[0].update(values)
    lengths = env["rental.order"].search([]).mapped("fee.amount")
    env.ref("rental.gone", raise_if_not_found=False).unlink()
    env["rental.line"].search([]).unlink()
    env.ref("rental.kept").mapped("name")
`;
  expect(steps(text)).toEqual([
    "5 | write | column | rental.order | fee cost",
    "7 | = | column | rental.order | state",
    "11 | = | column | rental.line | amount",
    "12 | create | column | rental.line | amount due",
    "13 | write | record | - | rental.rule",
    "18 | update | column | rental.line | later",
    "19 | mapped | column | rental.order | fee",
    "20 | unlink | record | - | rental.gone",
  ]);
});
