// Values of constant expressions, as data.

export type Literal =
  | { readonly kind: "str" | "bytes"; readonly value: string }
  /** `text`: as written. */
  | { readonly kind: "number"; readonly value: number; readonly text: string }
  | { readonly kind: "bool"; readonly value: boolean }
  | { readonly kind: "none" | "unknown" }
  /** A name of another file, and what is added to one. */
  | { readonly kind: "imported"; readonly from: string; readonly name: string }
  | { readonly kind: "sum"; readonly parts: readonly Literal[] }
  | { readonly kind: "list" | "tuple" | "set"; readonly items: readonly Literal[] }
  | { readonly kind: "dict"; readonly entries: readonly LiteralEntry[] };

/** Entries stand in source order, repeated keys included: the last one counts. */
export interface LiteralEntry {
  readonly key: Literal;
  readonly value: Literal;
  /** UTF-16 index of the key in the whole text. */
  readonly start: number;
}

export const UNKNOWN: Literal = { kind: "unknown" };
