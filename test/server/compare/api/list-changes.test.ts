// All changes between two platform versions, what narrows them, and who uses what changes.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Snapshot } from "../../../../data/snapshot/decode.js";
import type { ApiChanges } from "../../../../server/contract/shape/api-changes.js";
import {
  type ApiChangesQuery,
  listApiChanges,
} from "../../../../server/compare/api/list-changes.js";
import { API_SYSTEM } from "./api-system.js";
import { openParsedModules } from "../../../support/world.js";
import { makeTemporaryFolder } from "../../../support/temporary-folder.js";

const out = makeTemporaryFolder();
let snapshot: Snapshot;

beforeAll(async () => {
  snapshot = await openParsedModules(out, API_SYSTEM);
});

afterAll(() => snapshot.close());

const ALL: ApiChangesQuery = {
  from: "16.0",
  to: "17.0",
  module: undefined,
  model: undefined,
  kind: undefined,
  change: undefined,
  limit: 100,
  offset: 0,
};

async function list(query: Partial<ApiChangesQuery>): Promise<ApiChanges & { total: number }> {
  const outcome = await listApiChanges(snapshot, { ...ALL, ...query });
  if (!outcome.found) throw new Error(outcome.reason);
  return { ...outcome.value.body, total: outcome.value.total };
}

function listNames({ changes }: ApiChanges): readonly string[] {
  return changes.map(({ model, name }) => `${model}.${name ?? ""}`);
}

describe("all changes", () => {
  test("say of how many modules they tell", async () => {
    const { modules, counts, total } = await list({});
    expect(modules).toEqual({ compared: 2, not_compared: 2 });
    expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(total);
  });

  test("are given in parts", async () => {
    const whole = await list({});
    const part = await list({ offset: 2, limit: 3 });
    expect(part.total).toBe(whole.total);
    expect(part.changes).toEqual(whole.changes.slice(2, 5));
  });

  test("have those that use them", async () => {
    const { changes } = await list({ model: "trade.line" });
    expect(changes.map(({ name, used_by: users }) => [name, users])).toEqual([
      ["quantity_done", [{ technical_name: "trade_extra", how: ["related", "depends", "view"] }]],
      ["old", [{ technical_name: "trade_extra", how: ["view"] }]],
      ["fee", []],
      ["_onchange_fee", []],
    ]);
  });
});

test.each([
  [{ module: "base" }, []],
  [
    { model: "trade.line" },
    ["quantity_done", "old", "fee", "_onchange_fee"].map((name) => `trade.line.${name}`),
  ],
  [{ kind: "model" }, ["trade.stage.", "trade.wizard."]],
  [
    { kind: "method", change: "removed" },
    ["trade.line._onchange_fee", "trade.tracked.track", "trade.tracked.state_changed"],
  ],
  [{ change: "moved", module: "trade" }, ["trade.order.weight"]],
] as const)("%o narrows them", async (query, names) => {
  expect(listNames(await list(query))).toEqual(names);
});

test("a model has the same changes alone as among all, whichever is asked for first", async () => {
  const apart = await openParsedModules(makeTemporaryFolder(), API_SYSTEM);
  const listApart = async (model?: string) => {
    const outcome = await listApiChanges(apart, { ...ALL, model });
    return outcome.found ? outcome.value.body : undefined;
  };
  const { changes } = await list({});
  for (const model of new Set(changes.map((row) => row.model))) {
    const own = changes.filter((row) => row.model === model);
    expect((await listApart(model))?.changes).toEqual(own);
    expect((await list({ model })).changes).toEqual(own);
  }
  expect((await listApart())?.changes).toEqual(changes);
  apart.close();
});

test("a module has the same users alone as among all", async () => {
  const [alone, all] = [await list({ module: "trade" }), await list({})];
  expect(alone.changes).toEqual(all.changes.filter(({ module }) => module === "trade"));
});

test.each([
  [{ to: "99.0" }, "unknown_version"],
  [{ module: "nobody" }, "unknown_module"],
  [{ module: "trade_weight" }, "module_not_at_version"],
] as const)("%o is nowhere", async (query, reason) => {
  expect(await listApiChanges(snapshot, { ...ALL, ...query })).toMatchObject({ reason });
});
