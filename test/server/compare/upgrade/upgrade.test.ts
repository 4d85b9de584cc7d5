// Upgrade of a database: each module's text is the one that OpenUpgrade's rules make.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Snapshot } from "../../../../data/snapshot/decode.js";
import { findUpgrade } from "../../../../server/compare/upgrade/find-upgrade.js";
import { runsBetween } from "../../../../server/compare/upgrade/scripts.js";
import { listNewNames } from "../../../../server/registry/api/names.js";
import { listChanges } from "../../../../server/contract/browser/upgrade-changes.js";
import type { Upgrade } from "../../../../server/contract/shape/migration/upgrade.js";
import { makeTemporaryFolder } from "../../../support/temporary-folder.js";
import { openParsedModules } from "../../../support/world.js";
import { RENTAL_UPGRADE } from "./rental-upgrade.js";

let snapshot: Snapshot;
let upgrade: Upgrade;

beforeAll(async () => {
  snapshot = await openParsedModules(makeTemporaryFolder(), RENTAL_UPGRADE);
  upgrade = await ask(["rental", "rental_extra"], ["rental", "rental_more"]);
});

afterAll(() => snapshot.close());

const ask = (modules: readonly string[], afterwards = modules): Promise<Upgrade> =>
  findUpgrade(
    { from: snapshot, to: snapshot },
    {
      from: { platformVersion: "16.0", modules },
      to: { platformVersion: "17.0", modules: afterwards },
    },
  );

const find = (name: string) => upgrade.modules.find(({ module }) => module === name);

/** The text without its titles, blanks collapsed. */
function listLines(name: string): readonly string[] {
  return (find(name)?.text ?? "")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("---"))
    .map((line) => line.replace(/ +/g, " "));
}

test("a module that both versions have", () => {
  expect(listLines("rental")).toEqual([
    "obsolete model rental.old",
    "new model rental.line",
    "rental / rental.lease / due (date) : NEW hasdefault: default",
    "rental / rental.lease / partner_ids (many2many) : table is now 'lease_partner_rel' ('rental_lease_res_partner_rel')",
    "rental / rental.lease / rating_count (integer) : NEW isfunction: function, stored",
    "rental / rental.lease / state (selection) : selection_keys is now '['done', 'draft', 'sent']' ('['done', 'draft']')",
    "rental / rental.lease / term (char) : now required",
    "rental / rental.lease / term (char) : type is now 'integer' ('char')",
    "rental / rental.line / lease_id (many2one) : NEW relation: rental.lease, required",
    "rental / rental.old / name (char) : DEL",
    "ir.actions.act_window: rental.action (deleted domain)",
    "DEL ir.cron: rental.gone",
    "ir.model.constraint: rental.constraint_rental_lease_amount_positive (changed definition: is now 'check(amount >= 0)' ('check(amount > 0)'))",
  ]);
});

test("a field of a mixin is told under the module in whose loading the model gets it", () => {
  expect(listLines("mail")).toEqual([
    "mail / res.partner / rating_count (integer) : NEW isfunction: function, stored",
  ]);
  expect(listLines("base")).toEqual([
    "base / res.partner / _order : _order is now 'name, id' ('name')",
    "base / res.partner / name (char) : now required",
    "res.partner: base.main (noupdate) (noupdate switched)",
  ]);
});

test("what goes to a module of another name", () => {
  expect(listLines("rental_extra")).toEqual([
    "rental_extra / rental.lease / extra (char) : module is now 'rental_more' ('rental_extra')",
    "rental_extra / rental.lease / state (False) : DEL selection_keys: ['done', 'draft', 'late'], mode: modify",
    "DEL ir.cron: rental_extra.moved [renamed to rental_more module]",
  ]);
  expect(listLines("rental_more")).toEqual([
    "rental_more / rental.lease / extra (char) : previously in module rental_extra",
    "NEW ir.cron: rental_more.moved [renamed from rental_extra module]",
  ]);
});

test("what OpenUpgrade gave two names one after the other has the last one", () => {
  const later = ["17.0", "15.0"].map(
    (to) => listNewNames("model", { from: "13.0", to }).get("sale.coupon.program")?.model,
  );
  expect(later).toEqual(["loyalty.program", "coupon.program"]);
});

test("modules are told with what they are on both sides", () => {
  expect(upgrade.plan).toEqual({
    from: ["base", "mail", "rental", "rental_extra"],
    to: ["base", "mail", "rental", "rental_more"],
  });
  expect(upgrade.missing).toEqual({ from: [], to: [] });
  expect(find("rental")).toMatchObject({
    repository: "sales",
    from_version: "16.0.1.0.0",
    to_version: "17.0.1.0.0",
  });
  expect(find("rental_extra")).toMatchObject({ from_version: "16.0.1.0.0", to_version: null });
});

test("a module that is not there yet is one line, whatever it has", async () => {
  const { modules, missing } = await ask(["rental", "rental_extra"]);
  expect(missing).toEqual({ from: [], to: ["rental_extra"] });
  const one = modules.find(({ module }) => module === "rental_extra");
  expect(one).toMatchObject({ state: "not_ported", models: [], fields: [], records: [] });
  expect(listChanges(modules).filter(({ module }) => module === "rental_extra")).toEqual([
    {
      class: "may_fail",
      code: "module_not_ported",
      module: "rental_extra",
      origin: "requested",
      from: "16.0",
      to: "17.0",
      subject: "rental_extra",
      places: { from: [], to: [] },
    },
  ]);
});

test("both places of what changes, one of what comes or goes", () => {
  const fields = new Map(find("rental")?.fields.map((one) => [`${one.model} ${one.field}`, one]));
  const lease = { module: "rental", file: "models.py" };
  expect(fields.get("rental.lease term")?.definitions).toEqual({
    from: [{ ...lease, line: 9 }],
    to: [{ ...lease, line: 9 }],
  });
  expect(fields.get("rental.old name")?.definitions.to).toEqual([]);
  expect(fields.get("rental.lease due")?.definitions.from).toEqual([]);
  expect(find("rental")?.records[0]?.definitions.from).toEqual([
    { module: "rental", file: "data.xml", line: 2 },
  ]);
});

test("what only running code knows is listed", () => {
  expect(find("rental")?.unknown).toEqual([
    { model: "rental.lease", field: "tag", side: "from", reason: "selection" },
    { model: "rental.lease", field: "tag", side: "to", reason: "selection" },
  ]);
});

test("each change says what it means for the rows that are there", () => {
  const codes = ["base", "rental", "rental_extra"].flatMap((name) => {
    const { models = [], fields = [], records = [] } = find(name) ?? {};
    return [
      ...models.map((row) => [row.model, row.code]),
      ...fields.map(({ field, changes }) => [field, ...changes.map(({ code }) => code)]),
      ...records.map((row) => [row.xml_id, row.code]),
    ];
  });
  expect(codes).toEqual([
    ["_order", "behaviour_changed"],
    ["name", "now_required"],
    ["base.main", "noupdate_switched"],
    ["rental.old", "model_removed"],
    ["rental.line", "model_added"],
    ["due", "column_added"],
    ["partner_ids", "relation_table_changed"],
    ["rating_count", "column_computed"],
    ["state", "selection_widened"],
    ["term", "type_changed", "now_required"],
    ["lease_id", "field_of_model"],
    ["name", "field_of_model"],
    ["rental.action", "domain_deleted"],
    ["rental.gone", "record_removed"],
    ["rental.constraint_rental_lease_amount_positive", "constraint_changed"],
    ["extra", "field_moved"],
    ["state", "selection_narrowed"],
    ["rental_extra.moved", "record_remade"],
  ]);
});

test("what a migration script names is covered by it, where the script runs", () => {
  const covered = ["rental", "rental_extra"].flatMap((name) => {
    const { models = [], fields = [], records = [] } = find(name) ?? {};
    const changes = fields.flatMap(({ field, changes: all }) =>
      all.map((one) => ({ ...one, name: field })),
    );
    return [...models, ...changes, ...records].flatMap((one) =>
      (one.covered_by ?? []).map(({ call, line }) => [one.code, call, line]),
    );
  });
  expect(find("rental")?.scripts).toEqual([
    {
      version: "17.0.1.0.0",
      phase: "pre",
      file: "migrations/17.0.1.0.0/pre-migration.py",
      source: "rental",
    },
  ]);
  expect(covered).toEqual([
    ["relation_table_changed", "rename_tables", 4],
    ["type_changed", "rename_fields", 3],
    ["selection_narrowed", "UPDATE", 5],
  ]);
});

test.each([
  ["17.0.1.1.0", "16.0.1.0.0", "17.0.1.1.0", true],
  ["17.0.1.1", "17.0.1.1.0", "17.0.1.2.0", false],
  ["17.0.1.3.0", "17.0.1.1.0", "17.0.1.2.0", false],
  ["1.2", "16.0.1.1.0", "17.0.1.2.0", true],
  ["1.2", "16.0.1.2.0", "17.0.1.2.0", false],
  ["0.0.0", "17.0.1.2.0", "17.0.1.10.0", true],
  ["0.0.0", "17.0.1.2.0", "17.0.1.2", false],
])("a script of %s from %s to %s: %s", (folder, installed, version, runs) => {
  expect(runsBetween(folder, installed, version)).toBe(runs);
});
