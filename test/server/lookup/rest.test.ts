// Rests between the steps of long work, told by a clock of the test's own.
import { expect, test } from "vitest";
import {
  DEFINITION_SECTIONS,
  openLookup,
  prepareLookup,
  SEARCHED_SECTIONS,
} from "../../../server/lookup/lookup.js";
import { createEqualRest } from "../../../server/lookup/rest.js";
import { createFixtureSnapshot } from "../../support/fixture-snapshot.js";

function createClock(): {
  readonly waits: number[];
  now(): number;
  wait(durationMs: number): Promise<void>;
  pass(durationMs: number): void;
} {
  let time = 1000;
  const waits: number[] = [];
  return {
    waits,
    now: () => time,
    wait: (durationMs) => {
      waits.push(durationMs);
      // Others keep the processor for longer than that.
      time += durationMs + 7;
      return Promise.resolve();
    },
    pass: (durationMs) => void (time += durationMs),
  };
}

test("a rest is as long as the step before it, and a rest is no part of a step", async () => {
  const clock = createClock();
  const rest = createEqualRest(clock);
  for (const stepMs of [20, 3, 0]) {
    clock.pass(stepMs);
    await rest();
  }
  expect(clock.waits).toEqual([20, 3, 0]);
});

test("a rest after a very long step ends", async () => {
  const clock = createClock();
  const rest = createEqualRest(clock);
  clock.pass(5000);
  await rest();
  expect(clock.waits).toEqual([100]);
});

test("a snapshot is opened with a rest after every section and every version", async () => {
  const fixtures = await createFixtureSnapshot();
  let rests = 0;
  const rest = (): Promise<void> => Promise.resolve(void (rests += 1));
  try {
    const lookup = await openLookup(fixtures.snapshotFolder, { embedder: {}, rest });
    expect(rests).toBeGreaterThanOrEqual(SEARCHED_SECTIONS.length + DEFINITION_SECTIONS.length);
    rests = 0;
    await prepareLookup(lookup, rest);
    expect(rests).toBeGreaterThanOrEqual(lookup.snapshot.versions.length);
    lookup.close();
  } finally {
    await fixtures.cleanup();
  }
});
