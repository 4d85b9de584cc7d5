// What reading one record costs, of median size and of all sizes, its head and its parts, and what room they take.
import type { Snapshot } from "../data/snapshot/decode.js";
import type { Measurement, Row } from "./measurement.js";
import { readSnapshot } from "./questions.js";
import { startTimer } from "./timing.js";

export const records: Measurement = {
  summary: "reading a record: all of it, its head, its parts",
  measure: ({ programs: [{ name, snapshot }] }) =>
    Promise.resolve(readSnapshot(snapshot, (opened) => measureRecords(opened, name))),
};

function measureRecords(snapshot: Snapshot, program: string): readonly Row[] {
  const count = snapshot.entries.length;
  /** Far from each other, each once, so that no read profits from the one before. */
  const order = Array.from({ length: count }, (_, turn) => (turn * findStep(count)) % count);
  const sizes = order.map((entry) => JSON.stringify(snapshot.readRecord(entry)).length);
  const median = sizes.toSorted((left, right) => left - right)[count >>> 1] ?? 0;
  const isMedian = sizes.map((size) => Math.abs(size - median) <= median / 10);
  const times = order.map((entry) => measureReading(snapshot.readRecord, entry));
  const toRow = (what: string, unit: string, numbers: readonly number[]): Row => ({
    what,
    unit,
    figures: { [program]: numbers },
  });
  return [
    toRow("records", "", [count]),
    toRow("records in the snapshot", "MB", [countStored(snapshot, "records") / 1e6]),
    toRow("parts of records in the snapshot", "MB", [countStored(snapshot, "parts") / 1e6]),
    toRow(
      `a record of ${median} characters ± 10 %`,
      "µs",
      times.filter((_, turn) => isMedian[turn]),
    ),
    toRow("a record", "µs", times),
    toRow(
      "the head of a record",
      "µs",
      order.map((entry) => measureReading(snapshot.readHead, entry)),
    ),
    toRow(
      "the parts of a record",
      "µs",
      order.map((entry) => measureReading(snapshot.readParts, entry)),
    ),
  ];
}

function measureReading(read: (entry: number) => unknown, entry: number): number {
  const stop = startTimer();
  read(entry);
  return stop().ms * 1000;
}

function countStored({ sections }: Snapshot, store: "records" | "parts"): number {
  const pieces = ["dictionary", "end", "length", "structures", "bytes"] as const;
  return pieces.reduce((sum, piece) => sum + sections.get(`${store}.${piece}`).length, 0);
}

/** A step that meets every number below `length` once. */
function findStep(length: number): number {
  let step = Math.floor(length * 0.618) || 1;
  while (findDivisor(step, length) !== 1) step += 1;
  return step;
}

function findDivisor(a: number, b: number): number {
  return b === 0 ? a : findDivisor(b, a % b);
}
