// Simultaneous requests that are answered at once.
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { createTurns } from "../../../server/http/turns.js";

test("short ones begin in the turn in which they come", () => {
  const turns = createTurns(() => 0);
  expect([turns.take(), turns.take(), turns.take()]).toEqual([undefined, undefined, undefined]);
});

test("after a long one each has a turn of its own, and others come between", async () => {
  let nowMs = 0;
  const turns = createTurns(() => nowMs);
  expect(turns.take()).toBeUndefined();
  nowMs = 100;
  const said: string[] = [];
  for (const name of ["second", "third"]) void turns.take()?.then(() => said.push(name));
  await Promise.resolve();
  expect(said).toEqual([]);
  for (const told of [["second"], ["second", "third"]]) {
    await setImmediate();
    expect(said).toEqual(told);
  }
  await setImmediate();
  expect(turns.take()).toBeUndefined();
});
