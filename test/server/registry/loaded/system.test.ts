// A system out of a snapshot: classes and views of all its modules in load order, what points at a model, and
// registries that are kept.
import { finishSteps } from "../../../../data/yield.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Snapshot } from "../../../../data/snapshot/decode.js";
import { BUDGET_BYTES } from "../../../../server/lookup/memo.js";
import { findModelUsage } from "../../../../server/registry/loaded/model-usage.js";
import { getRegistry, type Registry } from "../../../../server/registry/loaded/registry-cache.js";
import { combineView } from "../../../../server/registry/view/combine.js";
import { openParsedModules } from "../../../support/world.js";
import { RENTAL_SYSTEM } from "../rental-system.js";
import { makeTemporaryFolder } from "../../../support/temporary-folder.js";

const out = makeTemporaryFolder();
let snapshot: Snapshot;
let registry: Registry;

function open(...modules: readonly string[]): Registry {
  return getRegistry(snapshot, { platformVersion: "17.0", modules });
}

function listApplied(lastPlace?: number): readonly string[] {
  const views = registry.createViews(lastPlace);
  const view = views.find("rental.lease_form");
  if (view === undefined) return ["none"];
  return finishSteps(combineView(views, view, "17.0")).views.map(({ xmlId }) => xmlId);
}

beforeAll(async () => {
  snapshot = await openParsedModules(out, RENTAL_SYSTEM);
  registry = open("rental_deposit");
});

afterAll(() => snapshot.close());

describe("models", () => {
  test("are those of the modules of the system, and no others", () => {
    expect(registry.models.listModels()).toEqual(["base", "rental.lease", "res.partner"]);
    expect(open("base").models.listModels()).toEqual(["base", "res.partner"]);
  });

  test("have the classes of all modules", () => {
    const lineage = registry.models.findModel("rental.lease")?.lineage;
    expect(lineage?.classes.map(({ source }) => source.module)).toEqual([
      "rental_deposit",
      "rental",
      "base",
    ]);
  });

  test("know constants that other modules have", () => {
    const field = registry.models.findModel("rental.lease")?.findField("kind");
    expect(field?.selection).toEqual([
      ["a", "A"],
      ["b", "B"],
    ]);
  });
});

describe("views", () => {
  test("are changed by the modules of the system", () => {
    expect(listApplied()).toEqual(["rental.lease_form", "rental_deposit.lease_form_deposit"]);
  });

  test("are seen after a module of the load order", () => {
    expect(listApplied(registry.system.find("rental")?.loadIndex)).toEqual(["rental.lease_form"]);
    expect(listApplied(registry.system.find("base")?.loadIndex)).toEqual(["none"]);
  });
});

test("what points at a model is found in every module of the system", () => {
  const usage = findModelUsage(registry.system, "rental.lease");
  const ids = Object.fromEntries(
    Object.entries(usage).map(([kind, rows]) => [
      kind,
      rows.map(({ xml_id, file, line }) => `${xml_id} ${file}:${line}`),
    ]),
  );
  expect(ids).toEqual({
    views: [
      "rental.lease_form views/lease.xml:2",
      "rental_deposit.lease_form_deposit views/lease.xml:2",
    ],
    access: ["rental.access_lease security/ir.model.access.csv:2"],
    rules: ["rental.rule_lease views/lease.xml:15"],
    actions: ["rental.action_lease views/lease.xml:11"],
    menus: ["rental_deposit.menu_leases views/lease.xml:11"],
    crons: [],
  });
  expect(usage.access[0]).toMatchObject({ group: "base.group_user", perm_read: true });
  expect(findModelUsage(open("rental").system, "rental.lease").menus).toEqual([]);
});

test("a registry is kept for its question, in whatever order names stand in it", () => {
  const first = open("rental", "base");
  expect(open("base", "rental")).toBe(first);
  expect(open("base")).not.toBe(first);
});

test("a registry begins anew when what it has read is too much to be kept", () => {
  const first = open("rental");
  const { system } = first;
  const [module] = system.modules;
  const [one] = system.listClasses("base");
  if (module === undefined || one === undefined) throw new Error("base has no class");
  const before = system.countHeldBytes();
  system.readHead(module);
  const withHead = system.countHeldBytes();
  expect(withHead).toBeGreaterThan(before);
  while (system.countHeldBytes() <= BUDGET_BYTES) system.readClass(one);
  expect(open("rental")).toBe(first);
  expect(open("rental")).not.toBe(first);
});
