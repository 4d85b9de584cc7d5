// Search documents: modules with the same texts share one, so that ten platform versions of an
// unchanged module are indexed and embedded once. Pure.
import type { EmbeddingDocument } from "../../data/embedding/embedder.js";
import type { ModelRecord, ModuleRecord } from "../../data/module/records.js";

interface SearchDocuments {
  /** Number of the document of each record, counted from 0 in order of first use. */
  readonly documentOfRecord: readonly number[];
  /** The number of one record for each document: its texts are the document's. */
  readonly representatives: readonly number[];
}

type DescribedRecord = Pick<
  ModuleRecord,
  "technical_name" | "name" | "category" | "summary" | "description"
>;

/** Texts of a record that are embedded. */
export type EmbeddedRecord = DescribedRecord & Pick<ModuleRecord, "repository" | "models">;

/**
 * Groups records by all texts that describe them. What their models say of themselves is not among
 * these: it changes with every version and says the same, so the first record speaks for all.
 */
export function groupDocuments(records: readonly DescribedRecord[]): SearchDocuments {
  const numbers = new Map<string, number>();
  const representatives: number[] = [];
  const documentOfRecord = records.map((record, position) => {
    const { technical_name, name, category, summary, description } = record;
    const key = JSON.stringify([technical_name, name, category, summary, description]);
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, representatives.length);
    representatives.push(position);
    return representatives.length - 1;
  });
  return { documentOfRecord, representatives };
}

/** Words of a description that are embedded: what comes later says less of the whole. */
const MOST_DESCRIPTION_WORDS = 120;
const MOST_MODEL_WORDS = 250;

/** English, since every Node.js has it and an embedder knows other names from it. */
const REGIONS = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
const LOCALISATION = /^l10n_([a-z]{2})(?:_|$)/u;

interface EmbeddedField {
  /** Relative to the others. Chosen on the open half of the questions. */
  readonly weight: number;
  /** Empty where the module has no such text. */
  read(record: EmbeddedRecord, needs: readonly string[]): string;
}

/** The texts that are embedded; the name and what is needed say most, the repository least. */
const EMBEDDED_FIELDS: readonly EmbeddedField[] = [
  { weight: 1, read: (record) => `${record.name} ${record.technical_name}` },
  { weight: 0.9, read: (_, needs) => needs.join("\n") },
  { weight: 0.6, read: (record) => record.summary },
  {
    weight: 0.9,
    read: (record) => takeWords(record.description, MOST_DESCRIPTION_WORDS),
  },
  {
    weight: 0.7,
    read: (record) => takeWords(listModelTexts(record.models).join(" "), MOST_MODEL_WORDS),
  },
  { weight: 0.15, read: (record) => record.category },
  { weight: 0.05, read: (record) => record.repository },
  { weight: 0.5, read: (record) => findCountry(record.technical_name) },
];

/** @param needs what the module is needed for, in other words than its own */
export function toEmbeddingDocument(
  record: EmbeddedRecord,
  needs: readonly string[],
): EmbeddingDocument {
  return EMBEDDED_FIELDS.map(({ weight, read }) => ({ text: read(record, needs), weight })).filter(
    ({ text }) => text !== "",
  );
}

/** The record as one text, for an embedder that reads sentences; what says the same twice says it once. */
export function toPassage(record: Omit<EmbeddedRecord, "models">): string {
  const parts = [
    record.name,
    record.technical_name.replaceAll("_", " "),
    record.summary,
    findCountry(record.technical_name),
    takeWords(record.description, MOST_DESCRIPTION_WORDS),
  ].map((part) => part.replace(/\s+/gu, " ").trim());
  const told = new Set([""]);
  return parts
    .filter((part) => {
      const plain = part.toLowerCase().replace(/\.$/u, "");
      return !told.has(plain) && told.add(plain);
    })
    .join(". ");
}

/** The beginning of a text with so many words, as people count them. */
function takeWords(text: string, most: number): string {
  return text.trim().split(/\s+/u).slice(0, most).join(" ");
}

/** Descriptions of models and fields, and selection labels; in that order. */
function listModelTexts(models: readonly ModelRecord[]): readonly string[] {
  const fields = models.flatMap((model) => model.fields);
  return [
    ...models.map((model) => model.attrs?.description ?? ""),
    ...fields.flatMap(({ attrs }) => listLiterals(attrs?.["help"])),
    ...fields.flatMap(({ attrs }) => listLiterals(attrs?.["selection"])),
  ];
}

/** A text in normalised Python source, in either quotes. */
const LITERAL = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/gu;

function listLiterals(source: string | readonly string[] | undefined): readonly string[] {
  return [source ?? []]
    .flat()
    .flatMap((expression) => expression.match(LITERAL) ?? [])
    .map((literal) => literal.slice(1, -1));
}

/** The country of a localisation: `l10n_es_sale` is of Spain. Empty for other modules. */
function findCountry(technicalName: string): string {
  const code = LOCALISATION.exec(technicalName)?.[1];
  return code === undefined ? "" : (REGIONS.of(code.toUpperCase()) ?? "");
}
