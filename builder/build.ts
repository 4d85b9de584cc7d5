// The pipeline on one screen: sources → parsed modules → records → documents and vectors → snapshot.
import { performance } from "node:perf_hooks";
import type { DiagnosticRow, SnapshotContents } from "../data/snapshot/contents.js";
import { compareText } from "../data/platform-version.js";
import { buildTermChunks } from "../data/text/term-index.js";
import { linkRecords } from "./catalog/records.js";
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
  /** Version of this program, kept in the snapshot. */
  readonly program: string;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/**
 * Builds a snapshot of the sources and makes it the current one of `out`.
 * @throws OperatorError when nothing could be built; the last good snapshot stays as it is
 */
export async function buildSnapshot(
  sources: readonly Source[],
  options: BuildOptions,
): Promise<BuildReport> {
  const stages: StageTime[] = [];
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
  await prepareOutput(options.out);
  const readings = await runStage("read", sources.length, "repositories", () =>
    readAll(sources, options),
  );
  requireReadings(readings, options.strict ?? false);
  const records = await runStage("link", 1, "catalog", () =>
    linkRecords(readings.flatMap((reading) => reading.modules)),
  );
  const documents = groupDocuments(records);
  const terms = await runStage("index", documents.representatives.length, "documents", () =>
    buildTermChunks(documents.representatives.map(toTermDocument)),
  );
  const vectors = await runStage("embed", documents.representatives.length, "documents", () =>
    embedRecords(documents.representatives, options.embedder, (done) => {
      options.signal.throwIfAborted();
      progress.advance(done);
    }),
  );
  const contents: SnapshotContents = {
    records,
    sources: readings
      .map((reading) => reading.row)
      .toSorted(
        (left, right) =>
          compareText(left.organization, right.organization) ||
          compareText(left.repository, right.repository),
      ),
    diagnostics: readings.flatMap((reading) => reading.diagnostics).toSorted(compareDiagnostics),
    documentOfRecord: documents.documentOfRecord,
    terms,
    vectors,
  };
  const published = await runStage("write", 1, "snapshot", () =>
    publishSnapshot(contents, options.out, options.program),
  );
  return { folder: published.folder, entry: published.entry, stages };
}

/**
 * A snapshot of nothing, as when the network is down, must not take the place of a good one.
 * @throws SourceError `nothing_read`, or with `strict` `sources_unread`
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
  if (!strict || faults.length === 0) return;
  throw new SourceError({
    code: "sources_unread",
    message: `Not everything could be read, and with --strict nothing was built: ${got}`,
    expected: "sources without faults",
    got,
  });
}

async function readAll(
  sources: readonly Source[],
  options: BuildOptions,
): Promise<readonly SourceReading[]> {
  const pool = openParsePool(options.jobs);
  let done = 0;
  try {
    return await readSources(sources, {
      cacheDirectory: options.cacheDirectory,
      pool,
      jobs: options.jobs,
      signal: options.signal,
      onSourceRead({ row }) {
        done += 1;
        options.progress.advance(done, `${row.organization}/${row.repository}`);
      },
    });
  } finally {
    await pool.close();
  }
}

function compareDiagnostics(left: DiagnosticRow, right: DiagnosticRow): number {
  return (
    compareText(left.organization, right.organization) ||
    compareText(left.repository, right.repository) ||
    compareText(left.branch, right.branch) ||
    compareText(left.path, right.path) ||
    left.line - right.line ||
    compareText(left.code, right.code) ||
    compareText(left.detail, right.detail)
  );
}
