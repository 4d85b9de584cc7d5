// Semaphores.
import { EventEmitter, once } from "node:events";
import { expect, test } from "vitest";
import { createSemaphore, TooManyWaiting } from "../../data/semaphore.js";
import { yieldToEventLoop } from "../../data/yield.js";

test("only so much goes on at once, in order, whatever fails; who waits lets others go on", async () => {
  const semaphore = createSemaphore(2);
  const events: string[] = [];
  const alarm = new EventEmitter();
  const woken = once(alarm, "woken");
  let going = 0;
  const work = (name: string, inside: () => Promise<void> = async () => undefined): Promise<void> =>
    semaphore.run(async () => {
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
    await semaphore.lend(() => woken);
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

test("only so many wait, and there is room again when they were answered", async () => {
  const held = new AbortController();
  const open = once(held.signal, "abort");
  const semaphore = createSemaphore(1, 8);
  const turns = Array.from({ length: 9 }, () => semaphore.run(() => open));
  await expect(semaphore.run(() => open)).rejects.toBeInstanceOf(TooManyWaiting);
  held.abort();
  await Promise.all(turns);
  await expect(semaphore.run(() => Promise.resolve(1))).resolves.toBe(1);
});

test("who would not wait gets a permit where one is free, and gives it back once", () => {
  const semaphore = createSemaphore(1);
  const release = semaphore.tryAcquire();
  expect(semaphore.tryAcquire()).toBeUndefined();
  release?.();
  release?.();
  expect(semaphore.tryAcquire()).toBeDefined();
  expect(semaphore.tryAcquire()).toBeUndefined();
});

/** Work of askers by name, each begun and ended by hand. */
function openQueue(mostWaiting: number) {
  const semaphore = createSemaphore(1, mostWaiting);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (work: string, name: string, signal = new AbortController().signal): Promise<void> =>
    semaphore.run(
      () => {
        begun.push(work);
        return new Promise<void>((resolve) => ends.set(work, resolve));
      },
      { name, signal },
    );
  const end = async (work: string, asked: Promise<void>): Promise<void> => {
    while (!ends.has(work)) await yieldToEventLoop();
    ends.get(work)?.();
    await asked;
  };
  return { begun, ask, end };
}

test("askers take turns: who asked much waits behind who asked little", async () => {
  const { begun, ask, end } = openQueue(8);
  const works = ["a1", "a2", "a3", "a4", "b1", "c1", "b2"];
  const asked = works.map((work) => ask(work, work.charAt(0)));
  for (const work of ["a1", "b1", "c1", "a2", "b2", "a3", "a4"]) {
    await end(work, asked[works.indexOf(work)] ?? Promise.reject(new Error(work)));
  }
  expect(begun).toEqual(["a1", "b1", "c1", "a2", "b2", "a3", "a4"]);
});

test("who has most waiting gives way to a newcomer, and nobody else does", async () => {
  const { begun, ask, end } = openQueue(2);
  const [first, second, third] = ["a1", "a2", "a3"].map((work) => ask(work, "a"));
  const newcomer = ask("b1", "b");
  await expect(third).rejects.toBeInstanceOf(TooManyWaiting);
  await expect(ask("c1", "c")).rejects.toBeInstanceOf(TooManyWaiting);
  await end("a1", first ?? newcomer);
  await end("b1", newcomer);
  await end("a2", second ?? newcomer);
  expect(begun).toEqual(["a1", "b1", "a2"]);
});

test("who has gone is not waited for", async () => {
  const { begun, ask, end } = openQueue(8);
  const controller = new AbortController();
  const first = ask("a1", "a");
  const gone = ask("b1", "b", controller.signal);
  const last = ask("c1", "c");
  controller.abort(new Error("gone"));
  await expect(gone).rejects.toThrow("gone");
  await expect(ask("b2", "b", controller.signal)).rejects.toThrow("gone");
  await end("a1", first);
  await end("c1", last);
  expect(begun).toEqual(["a1", "c1"]);
});
