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

/** Words of a description that are embedded: what comes later says less of the whole. */
const MOST_DESCRIPTION_WORDS = 120;

/** English, since every Node.js has it and an embedder knows other names from it. */
const REGIONS = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
const LOCALISATION = /^l10n_([a-z]{2})(?:_|$)/u;

/** The texts that are embedded; the name says most, the repository least. */
export function toEmbeddingDocument(record: ModuleRecord): EmbeddingDocument {
  return [
    { text: `${record.name} ${record.technical_name}`, weight: 1 },
    { text: record.summary, weight: 0.6 },
    { text: takeWords(record.description, MOST_DESCRIPTION_WORDS), weight: 0.9 },
    { text: record.category, weight: 0.15 },
    { text: record.repository, weight: 0.05 },
    { text: findCountry(record.technical_name), weight: 0.3 },
  ].filter(({ text }) => text !== "");
}

/** The beginning of a text with so many words, as people count them. */
function takeWords(text: string, most: number): string {
  return text.trim().split(/\s+/u).slice(0, most).join(" ");
}

/** The country of a localisation: `l10n_es_sale` is of Spain. Empty for other modules. */
function findCountry(technicalName: string): string {
  const code = LOCALISATION.exec(technicalName)?.[1];
  return code === undefined ? "" : (REGIONS.of(code.toUpperCase()) ?? "");
}
