// Replacements: a module took the place of another without having its code, as texts of modules
// say.

/** In a text of one module: it says that `to` took the place of `from`; one of the two is mostly itself. */
export interface ToldReplacement {
  readonly from: string;
  readonly to: string;
  /** Relative to the folder of the module. */
  readonly file: string;
  readonly line: number;
  /** Sentence as written, without markup; for a migration script its call. */
  readonly sentence: string;
}

/** In the subject of a commit that removed `from`. */
interface RemovalReplacement {
  readonly from: string;
  readonly to: string;
  readonly sentence: string;
  readonly organization: string;
  readonly repository: string;
  readonly platformVersion: string;
  readonly commit: string;
}

export interface TextReplacement extends ToldReplacement {
  /** Number of the entry whose file it is. */
  readonly entry: number;
}

export type FoundReplacement = TextReplacement | RemovalReplacement;
