// Yielding to others: between steps, and in equal shares, which are measured with a timer of the test's own.
import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { createEqualShares, takeSteps, yieldToEventLoop, type Steps } from "../../data/yield.js";

/** Notes each of its steps, and returns their number. */
function* work(count: number, log: string[]): Steps<number> {
  for (let at = 1; at <= count; at++) {
    log.push(`step ${at}`);
    yield;
  }
  return count;
}

function end(): never {
  throw new Error("ended");
}

test("each who yields goes on in an iteration of the event loop of its own", async () => {
  const order: string[] = [];
  const taken = ["one", "two"].map((name) => yieldToEventLoop().then(() => order.push(name)));
  const iterations = (async () => {
    for (const iteration of ["first", "second", "third"]) {
      await setImmediate();
      order.push(iteration);
    }
  })();
  await Promise.all([...taken, iterations]);
  expect(order.indexOf("two") - order.indexOf("one")).toBeGreaterThan(1);
});

describe("steps", () => {
  test("are taken to the end, and others run between them", async () => {
    const log: string[] = [];
    const other = setImmediate().then(() => log.push("other"));
    const onYield = (done: number): void => void log.push(`${done} done`);
    expect(await takeSteps(work(2, log), { onYield, longestMs: 0 })).toBe(2);
    await other;
    expect(log).toEqual(["step 1", "other", "1 done", "step 2", "2 done"]);
  });

  test("that are short do not yield", async () => {
    const done: number[] = [];
    const onYield = (count: number): void => void done.push(count);
    expect(await takeSteps(work(3, []), { onYield, longestMs: Infinity })).toBe(3);
    expect(done).toEqual([]);
  });

  test("can be ended between two of them", async () => {
    const log: string[] = [];
    await expect(takeSteps(work(3, log), { onYield: end, longestMs: 0 })).rejects.toThrow("ended");
    expect(log).toEqual(["step 1"]);
  });

  test("yield as they are asked to", async () => {
    const log: string[] = [];
    const yieldToOthers = (): Promise<unknown> => Promise.resolve(log.push("yield"));
    await takeSteps(work(2, log), { longestMs: 0, yieldToOthers });
    expect(log).toEqual(["step 1", "yield", "step 2", "yield"]);
  });
});

interface TestTimer {
  readonly waits: number[];
  now(): number;
  wait(durationMs: number): Promise<void>;
  pass(durationMs: number): void;
}

function createTimer(): TestTimer {
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

describe("with equal shares a pause", () => {
  test("is as long as the step before it, and no part of a step", async () => {
    const timer = createTimer();
    const yieldToOthers = createEqualShares(timer);
    for (const stepMs of [20, 3, 0]) {
      timer.pass(stepMs);
      await yieldToOthers();
    }
    expect(timer.waits).toEqual([20, 3, 0]);
  });

  test("after a very long step ends", async () => {
    const timer = createTimer();
    const yieldToOthers = createEqualShares(timer);
    timer.pass(5000);
    await yieldToOthers();
    expect(timer.waits).toEqual([100]);
  });
});
