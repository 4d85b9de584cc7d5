// Fields, postings and names of words, written and read. Readers of an index need no search library
// for it.

/** Searched fields. The number of a field is its index here. */
export const TERM_FIELDS = ["technical_name", "name", "summary", "description"] as const;
export type TermField = (typeof TERM_FIELDS)[number];

/** A posting is `document × 16 + fields`, with bit f of `fields` set when the word is in field f. */
export const POSTING_DOCUMENT_SHIFT = TERM_FIELDS.length;
export const POSTING_FIELDS_MASK = (1 << TERM_FIELDS.length) - 1;

/** After each name of a document, among the numbers of its words. */
export const NAME_END = 2 ** 32 - 1;
