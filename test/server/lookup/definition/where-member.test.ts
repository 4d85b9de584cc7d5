// Fields and methods of a name in all models, over the fixtures: against a naive look at every record.
import { describe, expect, test } from "vitest";
import { findString, listBeginning } from "../../../../data/snapshot/table/string-table.js";
import { listMemberModels } from "../../../../server/lookup/definition/where-member.js";
import { listRecords } from "../../../support/fixture-snapshot.js";
import { openSharedSnapshot } from "../../../support/shared-snapshot.js";

const snapshot = openSharedSnapshot();
const records = listRecords(snapshot);

const ALL = { platform_version: undefined, limit: 1_000_000, offset: 0 };

type Kind = "fields" | "methods";

function listNames(kind: Kind): readonly string[] {
  const models = records.flatMap((record) => record.models);
  return [...new Set(models.flatMap((model) => model[kind].map(({ name }) => name)))].toSorted();
}

/** Distinct modules of each model that has it, as `model: modules`. */
function countNaively(kind: Kind, name: string, version?: string): readonly string[] {
  const modules = new Map<string, Set<string>>();
  for (const record of records) {
    for (const model of record.models) {
      const isHere = version === undefined || record.platform_version === version;
      if (!isHere || !model[kind].some((one) => one.name === name)) continue;
      const known = modules.get(model.model_name) ?? new Set();
      modules.set(model.model_name, known.add(record.technical_name));
    }
  }
  return [...modules].map(([model, names]) => `${model}: ${names.size}`).toSorted();
}

describe.each(["fields", "methods"] as const)("%s", (kind) => {
  test("of every name are in the models that have them, with their modules", () => {
    expect(listNames(kind).length).toBeGreaterThan(20);
    for (const name of listNames(kind)) {
      const outcome = listMemberModels(snapshot, kind, name, ALL);
      const rows = outcome.found ? outcome.value.rows : [];
      const counted = rows.map((row) => `${row.model_name}: ${row.modules}`);
      expect([name, counted.toSorted()]).toEqual([name, countNaively(kind, name)]);
      const counts = rows.map(({ modules }) => modules);
      expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    }
  });

  test("at one version are those that are there", () => {
    for (const name of listNames(kind)) {
      const query = { ...ALL, platform_version: "17.0" };
      const outcome = listMemberModels(snapshot, kind, name, query);
      const expected = countNaively(kind, name, "17.0");
      expect(outcome.found).toBe(expected.length > 0);
      if (!outcome.found) continue;
      const counted = outcome.value.rows.map(
        (row) => `${row.model_name}: ${row.platform_versions["17.0"]}`,
      );
      expect(counted.toSorted()).toEqual(expected);
    }
  });

  test("of a name that no model has are near ones", () => {
    const name = listNames(kind).find((one) => one.length > 6) ?? "";
    const outcome = listMemberModels(snapshot, kind, `${name}x`, ALL);
    expect(outcome).toMatchObject({
      found: false,
      reason: kind === "fields" ? "unknown_field" : "unknown_method",
      suggestions: expect.arrayContaining([name]) as unknown,
    });
  });
});

test("who makes the model and has it is named by version", () => {
  const outcome = listMemberModels(snapshot, "methods", "_select_source", ALL);
  expect(outcome).toMatchObject({ found: true });
  if (!outcome.found) return;
  for (const { model_name, defined_by } of outcome.value.rows) {
    for (const [version, names] of Object.entries(defined_by)) {
      const makers = records.filter(
        (record) =>
          record.platform_version === version &&
          record.models.some((model) => model.model_name === model_name && model.is_new_model),
      );
      expect(makers.map((record) => record.technical_name)).toEqual(
        expect.arrayContaining([...names]),
      );
    }
  }
});

test("a part of the rows is given with the number of all", () => {
  const [name = ""] = listNames("fields").toSorted(
    (left, right) => countNaively("fields", right).length - countNaively("fields", left).length,
  );
  const outcome = listMemberModels(snapshot, "fields", name, { ...ALL, limit: 1, offset: 1 });
  expect(outcome).toMatchObject({
    found: true,
    value: { total: countNaively("fields", name).length },
  });
});

test("names that begin alike lie beside each other", () => {
  const { members } = snapshot.definitions;
  const names = Array.from({ length: members.length }, (_, number) => members.get(number));
  for (const beginning of ["", "a", "_sel", "action_", "zzz", "\uffff"]) {
    const found = listBeginning(members, beginning).map((number) => names[number]);
    expect(found).toEqual(names.filter((name) => name.startsWith(beginning)));
  }
  expect(findString(members, "no_such_name")).toBeUndefined();
});
