// Why a hit is one, for who asks for it: in which fields what was searched for is, and how.

/**
 * In a search for a name, where the text stands in it: all of it (`exact`), its beginning (`prefix`),
 * the beginning of a later word (`word`), elsewhere (`substring`), or nowhere (`typo`).
 * In a search for words: they are all of the technical or display name (`exact`), or every one is a
 * word of the module (`word`), or some only begin one (`prefix`).
 */
export type Match = "exact" | "prefix" | "word" | "substring" | "typo";

/** Additive members of a hit. */
export interface Explanation {
  /** `null` where nothing was searched for: every module that passes the filters is a hit. */
  readonly match: Match | null;
  /** The fields of the module in which something of it was found. */
  readonly fields: readonly string[];
}
