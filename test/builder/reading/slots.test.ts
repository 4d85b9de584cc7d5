// Work of which only so much goes on at once.
import { EventEmitter, once } from "node:events";
import { expect, test } from "vitest";
import { openSlots } from "../../../builder/reading/slots.js";

test("only so much goes on at once, in order, whatever fails; who waits lets others go on", async () => {
  const slots = openSlots(2);
  const events: string[] = [];
  const alarm = new EventEmitter();
  const woken = once(alarm, "woken");
  let going = 0;
  const work = (name: string, inside: () => Promise<void> = async () => undefined): Promise<void> =>
    slots.run(async () => {
      going += 1;
      expect(going).toBeLessThanOrEqual(2);
      events.push(name);
      try {
        await inside();
      } finally {
        going -= 1;
      }
    });
  const waits = async (): Promise<void> => {
    going -= 1;
    await slots.leave(() => woken);
    going += 1;
    expect(going).toBeLessThanOrEqual(2);
    events.push("woken");
  };
  const ends = await Promise.allSettled([
    work("a", waits),
    work("b", () => Promise.reject(new Error("b"))),
    work("c", waits),
    work("d"),
    work("e", async () => void alarm.emit("woken")),
    work("f"),
  ]);
  expect(ends.map(({ status }) => status === "fulfilled")).toEqual([
    true,
    false,
    true,
    true,
    true,
    true,
  ]);
  expect(events.filter((event) => event !== "woken")).toEqual(["a", "b", "c", "d", "e", "f"]);
  expect(events.filter((event) => event === "woken")).toHaveLength(2);
});
