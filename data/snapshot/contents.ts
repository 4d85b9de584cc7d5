// Contents of a snapshot before layout: the linked whole and its indexes.
import type { EmbeddingSpec } from "../embedding/embedder.js";
import type { Need } from "../needs/needs.js";
import type { FoundStep } from "../history/lineage.js";
import type { FoundReplacement } from "../module/replacement.js";
import type { EntryHead } from "../module/facts.js";
import type { PackedHistory } from "./history/packed-history.js";
import type { EntryRows, LinkedTypes } from "./module/entry-rows.js";
import type { Section } from "./sections.js";

/** A repository as the interface names it. */
export interface RepositoryRow {
  readonly organization: string;
  readonly repository: string;
  /** Public clone address. */
  readonly git: string;
}

/** Result of reading one repository. */
export interface SourceRow extends RepositoryRow {
  readonly branches: readonly BranchRow[];
  /** Faults of the repository or its branches; one sentence each. */
  readonly faults: readonly string[];
  /** Priority in the sources file. */
  readonly priority?: number;
}

export interface BranchRow {
  readonly branch: string;
  /** Platform version of the branch; unique in its repository. */
  readonly platform_version: string;
  readonly commit: string;
  readonly modules: number;
  /** Set for a branch that could not be read this time, and is as it was when last read. */
  readonly stale?: StaleReading;
}

interface StaleReading {
  /** Code of why it could not be read, such as `repository_unreadable`; `no_module` where nothing was left to read. */
  readonly reason: string;
  /** When the newest change to its modules was committed, `YYYY-MM-DD HH:MM:SS` in UTC; `null` without a history. */
  readonly date: string | null;
}

/** A diagnostic with its place in the world. */
export interface DiagnosticRow {
  readonly organization: string;
  readonly repository: string;
  readonly branch: string;
  readonly platform_version: string;
  /** Relative to the repository root. */
  readonly path: string;
  readonly line: number;
  readonly code: string;
  readonly detail: string;
}

/** One exported part of a FlexSearch index. */
export type TermChunk = readonly [key: string, text: string];

/** The words of all search documents, and where they stand; data/text/term-index.ts makes it. */
export interface TermContents {
  readonly chunks: readonly TermChunk[];
  /** For each word by its number, its postings, ascending. */
  readonly postings: readonly (readonly number[])[];
  /**
   * For each document its technical name, then its display name: the numbers of their words, in order and
   * each once, then NAME_END; after one with `PayPal` in it the same again without that border.
   */
  readonly names: readonly (readonly number[])[];
}

export interface VectorSet {
  readonly spec: EmbeddingSpec;
  /** Learned weights of the embedder, in its own format. */
  readonly learned: Uint8Array;
  /** One unit vector for each document. */
  readonly vectors: readonly Float32Array[];
  /** True if vectors of modules without needs are moved towards the needs of similar modules. */
  readonly isMoved: boolean;
  /** One unit vector for each need, those of a module one after another. */
  readonly needs: readonly Float32Array[];
  /** Texts of the needs. */
  readonly needRows: readonly Need[];
  /** For each document the needs of its module, by their numbers. */
  readonly needsOfDocument: readonly (readonly number[])[];
  /** A second embedder, which sees sentences; the first adds up words. */
  readonly beside: BesideSet | undefined;
  /** Output of `encodeNameWords`. */
  readonly nameWords: readonly Section[];
}

/** Linear scale from cosines of the second embedder to those of the first: factor · c + offset. */
export interface CosineScale {
  readonly factor: number;
  readonly offset: number;
}

/** The second embedder in the entry file. */
export interface BesideEntry {
  readonly embedder: EmbeddingSpec;
  /** Scale for questions and documents. */
  readonly documents: CosineScale;
  /** Scale for questions and needs. */
  readonly needs: CosineScale;
}

/** Vectors of a second embedder, of the documents and needs of the first. */
export interface BesideSet {
  readonly entry: BesideEntry;
  /** One for each document, of unit length. */
  readonly vectors: readonly Float32Array[];
  /** One for each need. */
  readonly needs: readonly Float32Array[];
}

/** The words of the technical and display names of documents. */
export interface NameWordContents {
  /** Sorted, distinct. */
  readonly words: readonly string[];
  /** For each word the documents in whose names it stands, ascending. */
  readonly documents: readonly (readonly number[])[];
  /**
   * For each document the weight of all words of the lighter of its two names, a name without any
   * left out; infinite where neither has one.
   */
  readonly weights: readonly number[];
}

export interface SnapshotContents {
  /** In the order of entries: technical name, platform version, organization, repository. */
  readonly heads: readonly EntryHead[];
  /** Asked for one module after another, so that not all need be in memory. */
  readRows(entry: number): EntryRows;
  linkViewTypes(entry: number): LinkedTypes;
  /** Digest of an entry with its content, which saves reading it. The commit does not count. */
  digestEntry(entry: number): string;
  readonly sources: readonly SourceRow[];
  /** One for each source, in their order. */
  readonly histories: readonly PackedHistory[];
  /** Lineage of modules by git. */
  readonly lineage: readonly FoundStep[];
  /** Replacements of modules, from their texts. */
  readonly replacements: readonly FoundReplacement[];
  readonly diagnostics: readonly DiagnosticRow[];
  /** Number of the search document of each entry. */
  readonly documentOfRecord: readonly number[];
  /** Output of `encodeTerms`. */
  readonly terms: readonly Section[];
  /** `undefined` when the snapshot was built without an embedder. */
  readonly vectors: VectorSet | undefined;
}
