// The second half of a build: what was read of all repositories, wherever that was done, linked,
// indexed, embedded and published.
import type { DiagnosticRow, SnapshotContents } from "../../data/snapshot/contents.js";
import { readNeedsByName } from "../../data/needs/needs-file.js";
import { compareText } from "../../data/platform/platform-version.js";
import { countKinds, listUnresolvedNames } from "../../data/platform/unresolved-names.js";
import { compareRepositories } from "../../data/snapshot/encode.js";
import { digest, digestRows, cacheValue } from "../../data/snapshot/cached-pieces.js";
import { encodeTerms } from "../../data/snapshot/table/word-sections.js";
import { TERM_FIELDS } from "../../data/text/term-fields.js";
import { buildTermIndex } from "../../data/text/term-index.js";
import { openModuleCache, type PieceCache } from "../cache/piece-cache.js";
import { listAccessFindings } from "../catalog/access-findings.js";
import { linkCatalog } from "../catalog/records.js";
import { groupDocuments } from "../index/documents.js";
import {
  countEmbedded,
  embedRecords,
  type EmbedderChoice,
  type RecordSource,
} from "../index/vectors.js";
import type { RepositoryFacts } from "../lineage/evidence.js";
import { linkLineage } from "../lineage/link.js";
import { linkReplacements } from "../lineage/replacements.js";
import type { PublishedSnapshot } from "../../data/files/publish-folder.js";
import { countSteps, publishSnapshot, type PublishOptions } from "./publish.js";
import type { PartResult } from "../reading/read-source.js";
import { packModules } from "./pack-modules.js";
import { refuseLoss } from "./loss.js";
import { requireReadings } from "./required.js";
import type { UnresolvedReport } from "../progress/report.js";
import type { StageOptions, Stages } from "../progress/stages.js";

export interface AssemblyOptions extends PublishOptions, StageOptions {
  readonly cacheDirectory: string;
  readonly embedder: EmbedderChoice;
  /** A file of what modules are needed for, beside the one that ships. */
  readonly needsFile?: string | undefined;
  /** Build nothing when a repository or branch cannot be read. Default: build the rest. */
  readonly strict?: boolean;
  /** Makes the snapshot current in spite of losses. Default: refuse, see `refuseLoss`. */
  readonly allowLoss?: boolean;
}

export interface AssembledSnapshot extends PublishedSnapshot {
  readonly unresolved: UnresolvedReport;
}

/** Pieces cached by the last build, and faults of the cache. */
interface CachedPieces extends PieceCache {
  readonly notes: readonly string[];
}

/** Opens what `assembleSnapshot` takes: that can be done while something else is waited for. */
export async function openCachedPieces(
  options: Pick<AssemblyOptions, "cacheDirectory" | "out">,
): Promise<CachedPieces> {
  const notes: string[] = [];
  const { cacheDirectory: directory, out } = options;
  const onDamaged = (file: string): void => void notes.push(describeDamage(file));
  return { ...(await openModuleCache({ directory, out, onDamaged })), notes };
}

/**
 * Makes a snapshot of all readings the current one; their order is of no matter.
 * @throws OperatorError when there is nothing to build of, or it cannot be written
 */
export async function assembleSnapshot(
  readings: readonly PartResult[],
  kept: CachedPieces,
  { stages, ...options }: AssemblyOptions & { readonly stages: Stages },
): Promise<AssembledSnapshot> {
  const { progress } = options;
  const notes: string[] = [...kept.notes];
  requireReadings(readings, options.strict ?? false);
  if (options.allowLoss !== true) {
    await refuseLoss(
      options.out,
      readings.map(({ row }) => row),
    );
  }
  const { catalog, lineage, replacements } = await stages.run("link", 1, "catalog", () => {
    const linked = linkCatalog(readings);
    const facts = readings.map(toFacts);
    return {
      catalog: linked,
      lineage: linkLineage(linked.heads, facts),
      replacements: linkReplacements(linked.modules, facts),
    };
  });
  const { heads } = catalog;
  const { documentOfRecord, representatives } = groupDocuments(heads);
  // Representatives are positions in this very list.
  const described = representatives.flatMap((entry) => heads[entry] ?? []);
  const terms = await stages.run("index", described.length, "documents", () => {
    const texts = described.map((document) => TERM_FIELDS.map((field) => document[field]));
    const key = digest("terms\0", digestRows(texts));
    return cacheValue(kept.keep, key, () => encodeTerms(buildTermIndex(described)));
  });
  const source: RecordSource = {
    records: described,
    readModels: (document) => catalog.readModels(representatives[document] ?? -1),
    digestModels: (document) => catalog.digestModels(representatives[document] ?? -1),
  };
  const { needs, faults } = readNeedsByName(options.needsFile);
  notes.push(...faults);
  const embedding = { choice: options.embedder, needs };
  const vectors = await stages.run("embed", countEmbedded(source, embedding), "texts", () =>
    embedRecords(source, {
      ...embedding,
      cacheDirectory: options.cacheDirectory,
      out: options.out,
      keep: kept.keep,
      onProgress(done) {
        options.signal.throwIfAborted();
        progress.advance(done);
      },
      onDamaged: (file) => notes.push(describeDamage(file)),
    }),
  );
  const sorted = readings.toSorted((left, right) => compareRepositories(left.row, right.row));
  const contents: SnapshotContents = {
    ...catalog,
    sources: sorted.map((reading) => reading.row),
    histories: sorted.map((reading) => reading.history),
    lineage,
    replacements,
    diagnostics: [
      ...readings.flatMap((reading) => reading.diagnostics),
      ...listAccessFindings(catalog.modules),
    ].toSorted(compareDiagnostics),
    documentOfRecord,
    terms,
    vectors,
  };
  const steps = heads.length + countSteps(contents);
  const published = await stages.run("write", steps, "steps", async () => {
    const advance = (done: number): void => {
      options.signal.throwIfAborted();
      progress.advance(done);
    };
    const listing = await packModules(contents, kept, advance);
    return publishSnapshot(contents, {
      ...options,
      kept: { ...kept, listing },
      onYield: (done) => advance(heads.length + done),
    });
  });
  const names = listUnresolvedNames(heads);
  const unknown = names.filter(({ kind }) => kind === "unknown");
  const unresolved = { counts: countKinds(names), unknown };
  return { ...published, unresolved, notes: [...notes, ...published.notes] };
}

function toFacts({ row, lineage }: PartResult): RepositoryFacts {
  const { organization, repository } = row;
  return { organization, repository, facts: lineage };
}

export function describeDamage(file: string): string {
  return `The damaged cache entry ${file} was rebuilt.`;
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
