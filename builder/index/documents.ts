// What is searched: modules with the same texts share one document, so that ten platform versions
// of an unchanged module are indexed and embedded once. Pure.
import type { EmbeddingDocument } from "../../data/embedding/embedder.js";
import type { ModuleRecord } from "../../data/records.js";
import type { TermDocument } from "../../data/text/term-index.js";

export interface SearchDocuments {
  /** Number of the document of each record, counted from 0 in order of first use. */
  readonly documentOfRecord: readonly number[];
  /** One record for each document: its texts are the document's. */
  readonly representatives: readonly ModuleRecord[];
}

/** Groups records by all texts that are searched. */
export function groupDocuments(records: readonly ModuleRecord[]): SearchDocuments {
  const numbers = new Map<string, number>();
  const representatives: ModuleRecord[] = [];
  const documentOfRecord = records.map((record) => {
    const key = JSON.stringify([
      record.technical_name,
      record.name,
      record.category,
      record.summary,
      record.description,
    ]);
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, representatives.length);
    representatives.push(record);
    return representatives.length - 1;
  });
  return { documentOfRecord, representatives };
}

/** The texts that the filtered search looks through. */
export function toTermDocument(record: ModuleRecord): TermDocument {
  return {
    technical_name: record.technical_name,
    name: record.name,
    summary: record.summary,
    description: record.description,
  };
}

/** The texts that are embedded; the name says most, a long description least per word. */
export function toEmbeddingDocument(record: ModuleRecord): EmbeddingDocument {
  return [
    { text: `${record.name} ${record.technical_name}`, weight: 1 },
    { text: record.summary, weight: 0.6 },
    { text: record.description, weight: 0.9 },
    { text: record.category, weight: 0.15 },
  ];
}
