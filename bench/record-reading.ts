// What reading one record costs, of median size and of all sizes, its head and its parts, and what
// room they take.
//
//   node dist/bench/record-reading.js --snapshot DIR
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { openSnapshot } from "../data/snapshot/decode.js";
import { locateSnapshot } from "../data/snapshot/locate.js";
import { requireOption } from "./options.js";
import { print } from "./spread.js";

const { values } = parseArgs({ options: { snapshot: { type: "string" } } });
const snapshotFolder = requireOption("--snapshot DIR", values.snapshot);

const snapshot = openSnapshot(locateSnapshot(snapshotFolder));
const count = snapshot.entries.length;
/** Far from each other, each once, so that no read profits from the one before. */
const order = Array.from({ length: count }, (_, turn) => (turn * findStep(count)) % count);
const sizes = order.map((entry) => JSON.stringify(snapshot.readRecord(entry)).length);
const median = sizes.toSorted((left, right) => left - right)[count >>> 1] ?? 0;
const isMedian = sizes.map((size) => Math.abs(size - median) <= median / 10);
const times = order.map(timeReading(snapshot.readRecord));

const jsonBytes = sizes.reduce((sum, size) => sum + size, 0);
print(`${count} records, ${jsonBytes} bytes as JSON, ${countStored("records")} in the snapshot`);
print(
  `  of ${median} characters ± 10 %, µs  ${summarise(times.filter((_, turn) => isMedian[turn]))}`,
);
print(`  all, µs                      ${summarise(times)}`);
print(`  heads of all, µs             ${summarise(order.map(timeReading(snapshot.readHead)))}`);
const partsBytes = order.reduce(
  (sum, entry) => sum + JSON.stringify(snapshot.readParts(entry)).length,
  0,
);
print(`Their parts, ${partsBytes} bytes as JSON, ${countStored("parts")} in the snapshot`);
print(`  all, µs                      ${summarise(order.map(timeReading(snapshot.readParts)))}`);
snapshot.close();

function timeReading(read: (entry: number) => unknown): (entry: number) => number {
  return (entry) => {
    const start = performance.now();
    read(entry);
    return (performance.now() - start) * 1000;
  };
}

function countStored(store: "records" | "parts"): number {
  const pieces = ["dictionary", "end", "length", "structures", "bytes"] as const;
  return pieces.reduce((sum, piece) => sum + snapshot.sections.get(`${store}.${piece}`).length, 0);
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

function summarise(measured: readonly number[]): string {
  const sorted = measured.toSorted((left, right) => left - right);
  return [0.5, 0.9, 0.99]
    .map(
      (share) => `p${share * 100} ${(sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(0)}`,
    )
    .join(", ");
}
