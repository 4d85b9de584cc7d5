// Questions of a load, chosen from the served snapshot: the same each time.
import { openSnapshot, type Snapshot } from "../data/snapshot/decode.js";
import { locateSnapshot } from "../data/snapshot/locate.js";
import type { Bench, Program } from "./measurement.js";

export interface Question {
  readonly name: string;
  /** Addresses on the service. */
  readonly paths: readonly string[];
}

const MODULES = 2000;

/** Questions from the first program's snapshot: all programs get the same. */
export function readQuestions({ programs: [{ snapshot }] }: Bench): readonly Question[] {
  return readSnapshot(snapshot, listQuestions);
}

/** The address of the detail with the largest answer. */
export function findLargestDetail({ snapshot }: Program): string {
  return readSnapshot(snapshot, findLargest);
}

export function readSnapshot<T>(folder: string, read: (snapshot: Snapshot) => T): T {
  const snapshot = openSnapshot(locateSnapshot(folder));
  try {
    return read(snapshot);
  } finally {
    snapshot.close();
  }
}

function listQuestions(snapshot: Snapshot): readonly Question[] {
  const entries = pickEvenly(snapshot.entries.length, MODULES);
  const names = [
    ...new Set(entries.map((entry) => snapshot.names.get(snapshot.entries.name.get(entry)))),
  ];
  const version = findLargestVersion(snapshot);
  const details = entries.map((entry) => toDetail(snapshot, entry));
  const words = names.flatMap((name) => name.split("_")).filter((word) => word.length > 2);
  const distinct = [...new Set(words)];
  const repositories = snapshot.repositories.map(({ repository }) => `/v1/repo/${repository}`);
  return [
    { name: "module detail", paths: [...new Set(details)] },
    { name: "one module detail", paths: details.slice(0, 1) },
    { name: "module summary", paths: names.map((name) => `/v1/module/${name}`) },
    { name: "repository", paths: [...new Set(repositories)] },
    { name: "name search", paths: distinct.map((word) => `/v1/search/${word}`) },
    {
      name: "filtered search",
      paths: distinct.map((word) => `/v1/search?platform_version=${version}&term=${word}`),
    },
    {
      name: "semantic search",
      paths: names.map(
        (name) => `/v1/semantic-search?q=${encodeURIComponent(name.replaceAll("_", " "))}`,
      ),
    },
  ];
}

function findLargest(snapshot: Snapshot): string {
  let largest = { bytes: 0, entry: 0 };
  for (let entry = 0; entry < snapshot.entries.length; entry++) {
    const bytes = JSON.stringify(snapshot.readRecord(entry)).length;
    if (bytes > largest.bytes) largest = { bytes, entry };
  }
  return toDetail(snapshot, largest.entry);
}

function toDetail({ names, versions, entries }: Snapshot, entry: number): string {
  return `/v1/module/${names.get(entries.name.get(entry))}/${versions[entries.version.get(entry)]}`;
}

function pickEvenly(length: number, count: number): readonly number[] {
  const step = Math.max(1, Math.floor(length / count));
  return Array.from({ length: Math.min(count, length) }, (_, at) => at * step);
}

/** The platform version with most entries. */
export function findLargestVersion(snapshot: Snapshot): string {
  const counts = Object.entries(snapshot.entry.counts.platform_versions);
  return counts.reduce((best, each) => (each[1] > best[1] ? each : best), ["", 0])[0];
}
