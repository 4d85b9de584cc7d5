// Reports that were made before: kept for each open snapshot, up to so many bytes.
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { MigrationReport } from "../../contract/shape/migration/report.js";
import { deriveOnce } from "../../lookup/derived.js";
import { sortDistinct } from "../../lookup/entries.js";
import { takeTurn } from "../../lookup/turns.js";
import { createBoundedCache, getBudget } from "../../registry/bounded-cache.js";
import type { MigrationQuestion } from "./fate.js";
import { reportMigration } from "./report.js";

export interface KeptReport {
  readonly report: MigrationReport;
  /** The report as JSON. */
  readonly json: string;
}

/** Of all reports of a snapshot together. */
const MOST_HELD_BYTES = 16 * 1024 * 1024;

/** What a report takes in memory for each character of JSON, that character among it. */
const BYTES_PER_CHAR = 3;

const getCache = deriveOnce((snapshot) =>
  createBoundedCache<KeptReport>(getBudget(snapshot), { mostBytes: MOST_HELD_BYTES }),
);

/**
 * The same for the same question, in whatever order names stand in it.
 * @throws TooManyWaiting
 */
export async function answerMigration(
  snapshot: Snapshot,
  { modules, ...versions }: MigrationQuestion,
): Promise<KeptReport> {
  const question = { ...versions, modules: sortDistinct(modules) };
  const key = JSON.stringify(question);
  const cache = getCache(snapshot);
  const find = async (): Promise<KeptReport> => cache.find(key) ?? (await make(snapshot, question));
  const kept = cache.find(key) ?? (await takeTurn(find));
  const bytes = BYTES_PER_CHAR * (key.length + kept.json.length);
  cache.hold(key, { value: kept, bytes });
  return kept;
}

async function make(snapshot: Snapshot, question: MigrationQuestion): Promise<KeptReport> {
  const report = await reportMigration(snapshot, question);
  return { report, json: JSON.stringify(report) };
}
