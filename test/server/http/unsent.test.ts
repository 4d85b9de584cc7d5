// Unread answers have a common bound: others must come back until a client had time enough.
import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { createUnsent } from "../../../server/http/unsent.js";

const bytes = (): Uint8Array => new Uint8Array(20_000);

class Reader extends EventEmitter {
  destroyed = false;
  destroy(): void {
    this.destroyed = true;
    this.emit("close");
  }
}

function create() {
  const clock = { ms: 0 };
  const unsent = createUnsent({ mostBytes: 50_000, patienceMs: 1_000, now: () => clock.ms });
  return { clock, hold: unsent.hold };
}

const BUSY = expect.objectContaining({ code: "too_busy" }) as Error;

test("there is room again when a reader has all, has gone, or has given it back", () => {
  const { hold } = create();
  const reader = new Reader();
  hold(bytes(), reader);
  const release = hold(bytes());
  expect(() => hold(bytes())).toThrow(BUSY);
  reader.emit("close");
  const again = hold(bytes());
  expect(() => hold(bytes())).toThrow(BUSY);
  release();
  release();
  hold(bytes());
  expect(() => hold(bytes())).toThrow(BUSY);
  again();
});

test("whoever reads for too long gives way, the longest first, and nobody before", () => {
  const { clock, hold } = create();
  const readers = [new Reader(), new Reader(), new Reader(), new Reader()] as const;
  hold(bytes(), readers[0]);
  clock.ms = 500;
  hold(bytes(), readers[1]);
  clock.ms = 999;
  expect(() => hold(bytes(), readers[2])).toThrow(BUSY);
  clock.ms = 1_000;
  hold(bytes(), readers[2]);
  expect(() => hold(bytes(), readers[3])).toThrow(BUSY);
  expect(readers.map(({ destroyed }) => destroyed)).toEqual([true, false, false, false]);
});

test("bytes that many read are held once, until the last has them", () => {
  const { hold } = create();
  const shared = bytes();
  const readers = Array.from({ length: 100 }, () => new Reader());
  for (const reader of readers) hold(shared, reader);
  hold(bytes());
  for (const reader of readers.slice(1)) reader.emit("close");
  expect(() => hold(bytes())).toThrow(BUSY);
  readers[0]?.emit("close");
  hold(bytes());
});

test("what is short is not counted, and one that is longer than all may be is sent alone", () => {
  const { hold } = create();
  for (let time = 0; time < 1_000; time++) hold(new Uint8Array(10_000));
  const release = hold(new Uint8Array(80_000));
  expect(() => hold(bytes())).toThrow(BUSY);
  release();
  hold(bytes());
});

test("for who left before the answer was made nothing is held", () => {
  const { hold } = create();
  const reader = new Reader();
  reader.destroy();
  for (let time = 0; time < 10; time++) hold(bytes(), reader);
  hold(bytes());
});
