// Work in steps: all of them are taken, others have their turn between two, and it can be ended.
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { takeSteps, type Steps } from "../../data/steps.js";

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

test("steps are taken to the end, with turns for others", async () => {
  const log: string[] = [];
  const other = setImmediate().then(() => log.push("other"));
  expect(await takeSteps(work(2, log), (done) => log.push(`${done} done`), 0)).toBe(2);
  await other;
  expect(log).toEqual(["step 1", "other", "1 done", "step 2", "2 done"]);
});

test("short work has no turns", async () => {
  const done: number[] = [];
  expect(await takeSteps(work(3, []), (count) => done.push(count), Infinity)).toBe(3);
  expect(done).toEqual([]);
});

test("whoever has a turn may end the work", async () => {
  const log: string[] = [];
  await expect(takeSteps(work(3, log), end, 0)).rejects.toThrow("ended");
  expect(log).toEqual(["step 1"]);
});
