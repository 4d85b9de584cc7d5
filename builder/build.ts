// The pipeline on one screen: sources → parsed modules → records → documents and vectors → snapshot.
import { performance } from "node:perf_hooks";
import type { DiagnosticRow, SnapshotContents } from "../data/snapshot/contents.js";
import { compareText } from "../data/platform-version.js";
import { compareRepositories } from "../data/snapshot/encode.js";
import { buildTermIndex } from "../data/text/term-index.js";
import { lockCache } from "./cache-lock.js";
import { openBranchCache } from "./cache/branch-cache.js";
import { computeFingerprint } from "./cache/fingerprint.js";
import { linkRecords, listParts } from "./catalog/records.js";
import { groupDocuments, toTermDocument } from "./index/documents.js";
import { embedRecords, type EmbedderChoice } from "./index/vectors.js";
import { openParsePool } from "./parse-pool.js";
import type { Progress } from "./progress.js";
import { prepareOutput, publishSnapshot } from "./publish.js";
import { readSources, type SourceReading } from "./read-sources.js";
import type { BuildReport, StageTime } from "./report.js";
import { SourceError } from "./source/source-error.js";
import type { Source } from "./source/sources-file.js";

export interface BuildOptions {
  readonly out: string;
  readonly cacheDirectory: string;
  readonly jobs: number;
  readonly embedder: EmbedderChoice;
  /** Build nothing when a repository or branch cannot be read. Default: build the rest. */
  readonly strict?: boolean;
  /** How many snapshots stay in `out`, the new one among them. Default: 2. */
  readonly keep?: number | undefined;
  /** Up to so many vectors no approximate index is written; default as in publish.ts. */
  readonly exactScanLimit?: number;
  /** Version of this program, kept in the snapshot. */
  readonly program: string;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** How many of the slowest repositories a report names. */
const MOST_SLOW_SOURCES = 5;

/**
 * Builds a snapshot of the sources and makes it the current one of `out`.
 * @throws OperatorError when nothing could be built; the last good snapshot stays as it is
 */
export async function buildSnapshot(
  sources: readonly Source[],
  options: BuildOptions,
): Promise<BuildReport> {
  await prepareOutput(options.out);
  const releaseCache = await lockCache(options.cacheDirectory);
  try {
    return await runStages(sources, options);
  } finally {
    await releaseCache();
  }
}

async function runStages(sources: readonly Source[], options: BuildOptions): Promise<BuildReport> {
  const stages: StageTime[] = [];
  const notes: string[] = [];
  const { progress } = options;
  const runStage = async <T>(
    stage: string,
    total: number,
    unit: string,
    work: () => Promise<T> | T,
  ): Promise<T> => {
    options.signal.throwIfAborted();
    const start = performance.now();
    progress.start(stage, total, unit);
    try {
      const value = await work();
      progress.finish();
      stages.push({ stage, seconds: (performance.now() - start) / 1000 });
      return value;
    } finally {
      progress.stop();
    }
  };
  const { readings, parsed } = await runStage("read", sources.length, "repositories", () =>
    readAll(sources, options, notes),
  );
  requireReadings(readings, options.strict ?? false);
  const modules = readings.flatMap((reading) => reading.modules);
  const records = await runStage("link", 1, "catalog", () => linkRecords(modules));
  const documents = groupDocuments(records);
  const terms = await runStage("index", documents.representatives.length, "documents", () =>
    buildTermIndex(documents.representatives.map(toTermDocument)),
  );
  const vectors = await runStage("embed", documents.representatives.length, "documents", () =>
    embedRecords(documents.representatives, {
      choice: options.embedder,
      cacheDirectory: options.cacheDirectory,
      onProgress(done) {
        options.signal.throwIfAborted();
        progress.advance(done);
      },
      onDamaged: (file) => notes.push(describeDamage(file)),
    }),
  );
  const contents: SnapshotContents = {
    records,
    parts: listParts(modules),
    sources: readings.map((reading) => reading.row).toSorted(compareRepositories),
    diagnostics: readings.flatMap((reading) => reading.diagnostics).toSorted(compareDiagnostics),
    documentOfRecord: documents.documentOfRecord,
    terms,
    vectors,
  };
  const published = await runStage("write", 1, "snapshot", () =>
    publishSnapshot(contents, options),
  );
  return {
    folder: published.folder,
    entry: published.entry,
    stages,
    parsed,
    slowest: listSlowest(readings),
    notes: [...notes, ...published.notes],
  };
}

/**
 * A snapshot of nothing, as when the network is down, must not take the place of a good one.
 * @throws SourceError `nothing_read`, `no_modules`, or with `strict` `sources_unread`
 */
function requireReadings(readings: readonly SourceReading[], strict: boolean): void {
  const faults = readings.flatMap((reading) => reading.row.faults);
  const got = faults.join(" ");
  if (readings.every((reading) => reading.row.branches.length === 0)) {
    throw new SourceError({
      code: "nothing_read",
      message: `No branch of any repository could be read, and nothing was built: ${got}`,
      expected: "a branch that can be read",
      got,
    });
  }
  if (readings.every((reading) => reading.modules.length === 0)) {
    throw new SourceError({
      code: "no_modules",
      message:
        `No module was found in any branch that was read, and nothing was built; correct "addons" and "branches" in the sources file. ${got}`.trim(),
      expected: "a folder with a manifest",
      got: "branches without modules",
    });
  }
  if (!strict || faults.length === 0) return;
  throw new SourceError({
    code: "sources_unread",
    message: `Not everything could be read, and with --strict nothing was built: ${got}`,
    expected: "sources without faults",
    got,
  });
}

function describeDamage(file: string): string {
  return `The cache entry ${file} was damaged and made again.`;
}

/** The repositories that took longest, with their seconds. */
function listSlowest(readings: readonly SourceReading[]): BuildReport["slowest"] {
  return readings
    .toSorted((left, right) => right.seconds - left.seconds)
    .slice(0, MOST_SLOW_SOURCES)
    .map(({ row, seconds }) => ({ source: `${row.organization}/${row.repository}`, seconds }));
}

async function readAll(
  sources: readonly Source[],
  options: BuildOptions,
  notes: string[],
): Promise<{ readonly readings: readonly SourceReading[]; readonly parsed: number }> {
  const pool = openParsePool(options.jobs);
  const cache = openBranchCache({
    directory: options.cacheDirectory,
    fingerprint: computeFingerprint(),
    onDamaged: (file) => notes.push(describeDamage(file)),
  });
  let done = 0;
  let parsed = 0;
  try {
    const readings = await readSources(sources, {
      cacheDirectory: options.cacheDirectory,
      cache,
      pool: {
        ...pool,
        parse(task) {
          parsed += 1;
          return pool.parse(task);
        },
      },
      jobs: options.jobs,
      signal: options.signal,
      onNote: (note) => notes.push(note),
      onWait: (label, delayMs) =>
        options.progress.advance(done, `${label} cannot be reached, again in ${delayMs / 1000} s`),
      onSourceRead({ row }) {
        done += 1;
        options.progress.advance(done, `${row.organization}/${row.repository}`);
      },
    });
    return { readings, parsed };
  } finally {
    await pool.close();
  }
}

function compareDiagnostics(left: DiagnosticRow, right: DiagnosticRow): number {
  return (
    compareRepositories(left, right) ||
    compareText(left.branch, right.branch) ||
    compareText(left.path, right.path) ||
    left.line - right.line ||
    compareText(left.code, right.code) ||
    compareText(left.detail, right.detail)
  );
}
