// Data files over the limit of a question: the answer says so, and everything else of the system is
// answered.
import { afterAll, beforeAll, expect, test } from "vitest";
import { finishSteps, takeSteps } from "../../../../data/yield.js";
import type { Snapshot } from "../../../../data/snapshot/decode.js";
import { createGroupSteps, TooComplex } from "../../../../server/lookup/limits.js";
import { getRegistry, type Registry } from "../../../../server/registry/loaded/registry-cache.js";
import { findModelUsage } from "../../../../server/registry/loaded/model-usage.js";
import { getModelRights } from "../../../../server/registry/data/rights.js";
import { makeTemporaryFolder } from "../../../support/temporary-folder.js";
import { openParsedModules } from "../../../support/world.js";

const GROUPS = 2_000;
const BUNDLES = 60;

const list = <T>(length: number, make: (at: number) => T): readonly T[] =>
  Array.from({ length }, (_, at) => make(at));

const toData = (records: readonly string[]): string => `<odoo>${records.join("")}</odoo>`;

const toGroup = (at: number): string =>
  `<record id="g${at}" model="res.groups"><field name="implied_ids" eval="[(4, ref('g${(at + 1) % GROUPS}'))]"/></record>`;

const toWriter = (_: unknown, at: number): string =>
  `<record id="r" model="res.partner"><field name="name">${"x".repeat(1_000)}${at}</field></record>`;

const toLine = (model: string, at: number): string =>
  `<record id="a${at}" model="ir.model.access"><field name="model_id" ref="model_${model}"/></record>`;

const MANIFEST = {
  name: "Hostile",
  depends: [],
  installable: 1,
  data: ["rights.xml", "groups.xml", "writers.xml", "good.xml"],
  // Each includes the next one twice: two to the power of their number is what filling the first would take.
  assets: Object.fromEntries(
    list(BUNDLES, (at) => [
      `b${at}`,
      [
        ["include", `b${at + 1}`],
        ["include", `b${at + 1}`],
      ],
    ]),
  ),
};

let snapshot: Snapshot;
let registry: Registry;

beforeAll(async () => {
  snapshot = await openParsedModules(makeTemporaryFolder(), {
    hostile: {
      "__manifest__.py": JSON.stringify(MANIFEST),
      "rights.xml": toData([...list(12_000, () => "res_partner"), "res_users"].map(toLine)),
      "groups.xml": toData(list(GROUPS, toGroup)),
      "writers.xml": toData(Array.from({ length: 4_000 }, toWriter)),
      "good.xml": toData([
        '<record id="good" model="res.partner"><field name="name">Good</field></record>',
      ]),
    },
  });
  registry = getRegistry(snapshot, { platformVersion: "17.0", modules: ["hostile"] });
});

afterAll(() => snapshot.close());

test("what refers to a model is told as long as it is not too much", () => {
  expect(() => findModelUsage(registry.system, "res.partner")).toThrow(TooComplex);
  expect(findModelUsage(registry.system, "res.users").access).toHaveLength(1);
});

test("groups that imply each other in a ring are closed as often as steps are left", () => {
  const { close, groups } = registry.getRights();
  const steps = createGroupSteps();
  expect(close(["hostile.g7"], steps).size).toBe(GROUPS);
  expect(() => {
    for (const group of groups.keys()) close([group], steps);
  }).toThrow(TooComplex);
});

test("a record that thousands of places give long values is refused, others are not", async () => {
  const records = registry.getRecords();
  await takeSteps(records.writes.prepare(records.writes.listModels()));
  expect(() => records.find("hostile.r")).toThrow(TooComplex);
  expect(records.find("hostile.good")?.values.get("name")).toBe("Good");
});

test("rights of a model beyond what is told of one are refused, those of others are not", () => {
  const rights = registry.getRights();
  expect(() => getModelRights(rights, "hostile.model_res_partner")).toThrow(TooComplex);
  expect(getModelRights(rights, "hostile.model_res_users").access).toHaveLength(1);
});

test("bundles that include each other twice are refused, the last one is filled", () => {
  const bundles = registry.getBundles();
  expect(() => finishSteps(bundles.find("b0"))).toThrow(TooComplex);
  expect(finishSteps(bundles.find(`b${BUNDLES - 1}`))?.paths).toEqual([]);
});
