// Long questions, one at a time.
import { once } from "node:events";
import { expect, test } from "vitest";
import { takeTurn, TooManyWaiting } from "../../../server/lookup/turns.js";

test("one is worked on at a time, in the order in which they came, also after one that failed", async () => {
  const said: string[] = [];
  const work = (name: string) => async (): Promise<string> => {
    said.push(`${name} begins`);
    await new Promise((resolve) => setImmediate(resolve));
    said.push(`${name} ends`);
    if (name === "b") throw new Error("b failed");
    return name;
  };
  const [a, b, c] = await Promise.allSettled(["a", "b", "c"].map((name) => takeTurn(work(name))));
  expect([a?.status, b?.status, c?.status]).toEqual(["fulfilled", "rejected", "fulfilled"]);
  const order = ["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"];
  expect(said).toEqual(order);
});

test("only so many wait, and there is room again when they were answered", async () => {
  const held = new AbortController();
  const open = once(held.signal, "abort");
  const turns = Array.from({ length: 9 }, () => takeTurn(() => open));
  await expect(takeTurn(() => open)).rejects.toBeInstanceOf(TooManyWaiting);
  held.abort();
  await Promise.all(turns);
  await expect(takeTurn(() => Promise.resolve(1))).resolves.toBe(1);
});
