// Vectors of all documents, kept from build to build by what they are made of: reading what models say takes longer than a
// static embedder, and other embedders take longer than all the rest.
import type { Embedder, EmbeddingDocument } from "../../data/embedding/embedder.js";
import { readStaticWeights } from "../../data/embedding/static-weights.js";
import { openStaticEmbedder } from "../../data/embedding/static-embedder.js";
import { openTransformersEmbedder } from "../../data/embedding/transformers-embedder.js";
import type { Need } from "../../data/needs/needs.js";
import type { ModelRecord } from "../../data/module/records.js";
import type { VectorSet } from "../../data/snapshot/contents.js";
import {
  digest,
  digestRows,
  cacheValue,
  type MakeCached,
} from "../../data/snapshot/cached-pieces.js";
import { encodeNameWords } from "../../data/snapshot/table/word-sections.js";
import { takeSteps } from "../../data/yield.js";
import { computeFingerprint } from "../cache/fingerprint.js";
import { openPieceCache, type PieceCache } from "../cache/piece-cache.js";
import { toEmbeddingDocument, type EmbeddedRecord } from "./documents.js";
import { indexNameWords } from "./name-words.js";
import { moveToNearNeeds } from "./near-needs.js";

export type EmbedderChoice =
  | { readonly kind: "none" }
  | { readonly kind: "static" }
  | {
      /** In the place of the table, or beside it. */
      readonly kind: "transformers" | "static+transformers";
      readonly weights: string;
      /** Folder of downloaded embedders. */
      readonly cacheFolder: string;
    };

export interface EmbeddingOptions {
  readonly choice: EmbedderChoice;
  /** Folder of vectors cached between builds. */
  readonly cacheDirectory: string;
  /** The output folder. */
  readonly out: string;
  /** Cache of indexes. */
  readonly keep: MakeCached;
  /** Needs of modules, by technical name. */
  readonly needs: ReadonlyMap<string, readonly Need[]>;
  onProgress(done: number): void;
  /** Called for a cache file with damaged rows; they are embedded again. */
  onDamaged(file: string): void;
}

/** Documents embedded between two reports of progress. */
const BATCH_SIZE = 64;

/** Time between two saves; a stopped build resumes there. */
const SAVE_MS = 30_000;

/** The records that documents are made of, each read when its turn has come. */
export interface RecordSource {
  /** One for each document. */
  readonly records: readonly Omit<EmbeddedRecord, "models">[];
  /** The models of a record by its number in the list. */
  readModels(document: number): readonly ModelRecord[];
  /** Stands for what `readModels` gives. */
  digestModels(document: number): string;
}

/**
 * One vector for each document; `undefined` without an embedder.
 * @throws OperatorError `embedder_unavailable` when the embedder's files cannot be had
 */
export async function embedRecords(
  source: RecordSource,
  options: EmbeddingOptions,
): Promise<VectorSet | undefined> {
  const { choice } = options;
  switch (choice.kind) {
    case "none":
      return undefined;
    case "static":
      return embedByTable(source, options);
    case "transformers":
      return embedWith(await openNeural(choice), new Uint8Array(), source, options);
    case "static+transformers": {
      const embedder = await openNeural(choice);
      const table = await embedByTable(source, options);
      const { records } = source;
      const onProgress = (done: number): void => options.onProgress(records.length + done);
      const { cacheDirectory, onDamaged } = options;
      const { embedBeside } = await import("./beside-vectors.js");
      const beside = { embedder, cacheDirectory, records, table, onProgress, onDamaged };
      return { ...table, beside: await embedBeside(beside) };
    }
  }
}

/** Number of texts that `embedRecords` reports. */
export function countEmbedded(
  { records }: RecordSource,
  { choice, needs }: Pick<EmbeddingOptions, "choice" | "needs">,
): number {
  if (choice.kind !== "static+transformers") return records.length;
  const names = new Set(records.map((record) => record.technical_name));
  return [...names].reduce((sum, name) => sum + (needs.get(name)?.length ?? 0), 2 * records.length);
}

function embedByTable(source: RecordSource, options: EmbeddingOptions): Promise<VectorSet> {
  const learned = readStaticWeights();
  return embedWith(openStaticEmbedder(learned), learned, source, options);
}

/**
 * Opens the embedder of a choice where it has files of its own, and lets it go.
 * @throws OperatorError `embedder_unavailable`, `embedder_not_installed`
 */
export async function tryEmbedder(choice: EmbedderChoice): Promise<void> {
  if ("weights" in choice) await openNeural(choice);
}

function openNeural(choice: Extract<EmbedderChoice, { readonly weights: string }>) {
  const { weights: model, cacheFolder } = choice;
  return openTransformersEmbedder({ model, cacheFolder });
}

/** Code that makes documents of records and vectors of documents. */
const EMBEDDING = ["./documents.js", "./vectors.js"].map((file) => new URL(file, import.meta.url));

async function embedWith(
  embedder: Embedder,
  learned: Uint8Array,
  source: RecordSource,
  options: EmbeddingOptions,
): Promise<VectorSet> {
  const { spec } = embedder;
  const { cacheDirectory: directory, out, onDamaged } = options;
  // Fingerprint of the embedder with its code.
  const fingerprint = digest(computeFingerprint(EMBEDDING), JSON.stringify(spec));
  const cache = await openPieceCache({ directory, out, kind: "vectors", fingerprint, onDamaged });
  const embedded = await embedAll(source, options, cache, embedder);
  await cache.save();
  // The weights of words depend on the spec.
  const names = digestRows(source.records.map((record) => [record.technical_name, record.name]));
  const key = digest("name-words\0", JSON.stringify(spec), names);
  const nameWords = cacheValue(options.keep, key, () =>
    encodeNameWords(indexNameWords(source.records, (word) => embedder.weighWord(word))),
  );
  return { spec, learned, ...embedded, beside: undefined, nameWords };
}

/** Text to embed, made on its turn: all texts at once would double the memory. */
interface Embeddable {
  /** Stands for all that it is made of. */
  readonly key: Uint8Array;
  read(): EmbeddingDocument;
}

/** Documents, and what their modules are needed for. */
async function embedAll(
  { records, digestModels, readModels }: RecordSource,
  { needs, onProgress }: EmbeddingOptions,
  cache: PieceCache,
  embedder: Embedder,
): Promise<Pick<VectorSet, "vectors" | "needs" | "needRows" | "needsOfDocument" | "isMoved">> {
  const vectors = await embedEach(records, { cache, embedder, onProgress }, (record, document) => {
    const own = (needs.get(record.technical_name) ?? []).map(({ text }) => text);
    const { technical_name, name, category, summary, description, repository } = record;
    const told = [technical_name, name, category, summary, description, repository];
    return {
      key: digestRows([[...told, digestModels(document), ...own]]),
      read: () => toEmbeddingDocument({ ...record, models: readModels(document) }, own),
    };
  });
  const numbers = new Map<string, readonly number[]>();
  const rows: Need[] = [];
  for (const { technical_name: name } of records) {
    if (numbers.has(name)) continue;
    const own = needs.get(name) ?? [];
    numbers.set(
      name,
      own.map((_, at) => rows.length + at),
    );
    rows.push(...own);
  }
  const own = await embedEach(rows, { cache, embedder }, ({ text }) => ({
    key: digest("need\0", text),
    read: () => [{ text, weight: 1 }],
  }));
  const needsOfDocument = records.map(({ technical_name: name }) => numbers.get(name) ?? []);
  const moved = await takeSteps(moveToNearNeeds({ vectors, needs: own, needsOfDocument }));
  return {
    vectors: moved ?? vectors,
    needs: own,
    needRows: rows,
    needsOfDocument,
    isMoved: moved !== undefined,
  };
}

interface EachOptions {
  readonly cache: PieceCache;
  readonly embedder: Embedder;
  onProgress?(done: number): void;
}

async function embedEach<T>(
  list: readonly T[],
  { cache, embedder, onProgress }: EachOptions,
  toEmbeddable: (one: T, at: number) => Embeddable,
): Promise<readonly Float32Array[]> {
  const vectors: Float32Array[] = [];
  let savedAt = performance.now();
  while (vectors.length < list.length) {
    const start = vectors.length;
    const batch = list.slice(start, start + BATCH_SIZE).map((one, at) => {
      const { key, read } = toEmbeddable(one, start + at);
      return { key, read, known: cache.find(key) };
    });
    const unknown = batch.filter(({ known }) => known === undefined);
    const made = await embedder.embedDocuments(unknown.map(({ read }) => read()));
    for (const [at, { key }] of unknown.entries()) {
      const { buffer, byteOffset, byteLength } = made[at] ?? new Float32Array();
      cache.add(key, new Uint8Array(buffer, byteOffset, byteLength));
    }
    for (const { key, known } of batch) {
      const piece = known ?? cache.find(key);
      if (piece === undefined) throw new Error("a text was neither kept nor embedded");
      // A copy starts at a multiple of four, which the numbers need.
      vectors.push(new Float32Array(new Uint8Array(piece).buffer));
    }
    if (performance.now() - savedAt > SAVE_MS) {
      await cache.save(true);
      savedAt = performance.now();
    }
    onProgress?.(vectors.length);
  }
  return vectors;
}
