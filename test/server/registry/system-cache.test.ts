// Plans that were made before: the same question has the same answer, and memory has a bound.

import { expect, test } from "vitest";

import {
  countHeldBytes,
  MOST_HELD_BYTES,
  planSystem,
} from "../../../server/registry/system-cache.js";
import { createRecord } from "../../support/module-records.js";
import { openForFile } from "../../support/written-snapshot.js";
import { testLong } from "../../support/properties.js";

const RECORDS = Array.from({ length: 400 }, (_, at) =>
  createRecord({ technical_name: `module_${at}`, commit: String(at).padStart(40, "0") }),
);
const NAMES = RECORDS.map(({ technical_name }) => technical_name);

const snapshot = await openForFile(RECORDS);

test("a question that was asked before has the same answer, in any order of its names", () => {
  const question = { platformVersion: "17.0", exclude: ["x", "y"] };
  const { plan } = planSystem(snapshot, { ...question, modules: ["module_1", "module_2"] });
  const again = { exclude: ["y", "x"], modules: ["module_2", "module_1", "module_2"] };
  expect(planSystem(snapshot, { ...question, ...again }).plan).toBe(plan);
});

test("another question has another answer", () => {
  const question = { platformVersion: "17.0", modules: ["module_1"] };
  const { plan } = planSystem(snapshot, question);
  for (const changes of [
    { auto_install: false },
    { prefer: ["acme"] },
    { repositories: [] },
    { exclude: ["module_1"] },
  ]) {
    expect(planSystem(snapshot, { ...question, ...changes }).plan).not.toBe(plan);
  }
  expect(planSystem(snapshot, question, "mature").plan.policy.maturity).toHaveLength(1);
});

testLong("what was not asked for the longest time is forgotten", () => {
  const ask = (at: number) =>
    planSystem(snapshot, {
      platformVersion: "17.0",
      modules: NAMES.filter((_, one) => one !== at),
    });
  const { plan } = ask(0);
  for (let at = 1; at < 100; at++) {
    ask(at);
    expect(countHeldBytes(snapshot)).toBeLessThanOrEqual(MOST_HELD_BYTES);
  }
  expect(countHeldBytes(snapshot)).toBeGreaterThan(MOST_HELD_BYTES / 2);
  const after = ask(0).plan;
  expect(after).not.toBe(plan);
  expect(after).toEqual(plan);
});
