// Lays a linked catalog out as the sections of format.ts. decode.ts reads them back.
import { comparePlatformVersions, compareText } from "../platform/platform-version.js";
import { listEmbeddingWords } from "../embedding/static-words.js";
import { formatNeed } from "../needs/needs.js";
import type { ModuleRecord } from "../module/records.js";
import type { Steps } from "../yield.js";
import { encodeDeclarations } from "./record/closures.js";
import { encodeByteVectors } from "./table/byte-vectors.js";
import { encodeColumn, groupBy, toLists } from "./table/columns.js";
import type { BesideSet, RepositoryRow, SnapshotContents } from "./contents.js";
import { encodeContents, listModules, type ModuleListing } from "./encode-contents.js";
import { encodeEntryColumns, encodePeople, listWordsOf, numberTexts } from "./encode-entries.js";
import type { SnapshotCounts } from "./entry-file.js";
import { CACHE_NOTHING, type MakeCached } from "./cached-pieces.js";
import { encodeFoldedNames } from "./table/folded-names.js";
import { encodeHistories } from "./history/histories.js";
import { encodeReplacements } from "./history/replacements.js";
import { encodeSteps } from "./history/steps.js";
import { packValue } from "./record/packing.js";
import { encodeSections, type Section } from "./sections.js";
import { encodeStringTable } from "./table/string-table.js";
import { encodeLists, encodeTextIndex } from "./table/text-lists.js";
import { NO_NAME_WORDS } from "./table/word-sections.js";

/** A snapshot that is laid out. */
interface EncodedSnapshot {
  /** The bytes of snapshot.bin, piece after piece. */
  readonly pieces: readonly Uint8Array[];
  readonly counts: SnapshotCounts;
}

/**
 * Deterministic: equal contents give equal bytes.
 * @param keep what is known of packed modules; default: nothing
 * @param listing result of `listModules`, if known
 * @throws what `readRows` throws
 */
export function* encodeSnapshot(
  contents: SnapshotContents,
  keep: MakeCached = CACHE_NOTHING,
  listing: ModuleListing = listModules(contents, keep),
): Steps<EncodedSnapshot> {
  const { heads, documentOfRecord } = contents;
  const { texts: names, column: entryNames } = numberTexts(
    heads.map((head) => head.technical_name),
  );
  const nameFirst = groupBy(entryNames, names.length).first;
  const documents = groupBy(documentOfRecord, countDocuments(contents));
  const repositories = listRepositories(contents);
  const declarations = encodeDeclarations(heads, names);
  const needs = contents.vectors?.needRows ?? [];
  const needWords = needs.map(({ text }) => listEmbeddingWords(text));
  const encoded = yield* encodeContents(listing, keep);
  const sections: readonly Section[] = [
    ["names", encodeStringTable(names)],
    ["names.first", encodeColumn(nameFirst)],
    ["names.dependents", encodeColumn(declarations.dependents)],
    ["names.folded", encodeFoldedNames(names)],
    ...encodeEntryColumns(heads, { entryNames, documentOfRecord, repositories }),
    ...encodeTextIndex("authors", listWordsOf(heads, "authors")),
    ...encodeTextIndex("maintainers", listWordsOf(heads, "maintainers")),
    ...declarations.sections,
    ...encodeTextIndex(
      "excludes",
      heads.map((head) => head.excludes),
    ),
    ...encodeTextIndex(
      "countries",
      heads.map((head) => head.countries),
    ),
    ...encodeLists("documents", documents),
    ...encodePeople(heads),
    ...encoded.sections,
    ...contents.terms,
    ["embedder", contents.vectors?.learned ?? new Uint8Array()],
    ["vectors", encodeVectors(contents.vectors?.vectors ?? [])],
    ...encodeByteVectors("need-vectors", contents.vectors?.needs ?? []),
    ["need-texts", encodeStringTable(needs.map(formatNeed))],
    ...encodeTextIndex("need-words", needWords),
    ...encodeLists("document-needs", toLists(contents.vectors?.needsOfDocument ?? [])),
    ...(contents.vectors?.nameWords ?? NO_NAME_WORDS),
    ...encodeHistories(contents.histories),
    encodeSteps(contents.lineage),
    encodeReplacements(contents.replacements),
    ["diagnostics", packValue(contents.diagnostics)],
    ...encodeBeside(contents.vectors?.beside),
  ];
  return {
    pieces: encodeSections(new Map(sections)),
    counts: { ...countHeads(contents), ...encoded.counts, diagnostics: countDiagnostics(contents) },
  };
}

/** Nothing without a second embedder. */
function encodeBeside(beside: BesideSet | undefined): readonly Section[] {
  if (beside === undefined) return [];
  return [
    ...encodeByteVectors("beside.vectors", beside.vectors),
    ...encodeByteVectors("beside.needs", beside.needs),
  ];
}

function countHeads({
  heads,
  sources,
}: SnapshotContents): Pick<
  SnapshotCounts,
  "entries" | "modules" | "repositories" | "platform_versions"
> {
  const versions = new Map<string, number>();
  for (const { platform_version: version } of heads) {
    versions.set(version, (versions.get(version) ?? 0) + 1);
  }
  return {
    entries: heads.length,
    modules: new Set(heads.map((head) => head.technical_name)).size,
    repositories: sources.filter(({ branches }) => branches.some(({ modules }) => modules > 0))
      .length,
    platform_versions: Object.fromEntries(
      [...versions].toSorted(([left], [right]) => comparePlatformVersions(left, right)),
    ),
  };
}

function countDiagnostics(contents: SnapshotContents): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const { code } of contents.diagnostics) counts.set(code, (counts.get(code) ?? 0) + 1);
  return Object.fromEntries([...counts].toSorted(([a, m], [b, n]) => n - m || compareText(a, b)));
}

/** Keys that order entries. */
type RecordKey = Pick<
  ModuleRecord,
  "technical_name" | "platform_version" | "organization" | "repository" | "source_path"
>;

/** The order of repositories wherever they are listed. */
export function compareRepositories(
  left: Pick<RepositoryRow, "organization" | "repository">,
  right: Pick<RepositoryRow, "organization" | "repository">,
): number {
  return (
    compareText(left.organization, right.organization) ||
    compareText(left.repository, right.repository)
  );
}

/** The order of entries. */
export function compareRecords(left: RecordKey, right: RecordKey): number {
  return (
    compareText(left.technical_name, right.technical_name) ||
    comparePlatformVersions(left.platform_version, right.platform_version) ||
    compareRepositories(left, right) ||
    compareText(left.source_path, right.source_path)
  );
}

function listRepositories(contents: SnapshotContents): readonly RepositoryRow[] {
  return contents.sources
    .map(({ organization, repository, git }) => ({ organization, repository, git }))
    .toSorted(compareRepositories);
}

function countDocuments(contents: SnapshotContents): number {
  return contents.documentOfRecord.reduce((most, document) => Math.max(most, document + 1), 0);
}

function encodeVectors(vectors: readonly Float32Array[]): Uint8Array {
  return Buffer.concat(
    vectors.map((vector) => new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)),
  );
}
