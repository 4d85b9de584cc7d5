// A list of numbers for each text, in three sections: the texts, and the two columns of format.ts.
import { compareText } from "../../platform/platform-version.js";
import type { ListKey, SectionName } from "../format.js";
import type { Section, SectionReader } from "../sections.js";
import { encodeColumn, openLists, toLists, type ListColumns, type Lists } from "./columns.js";
import { post, type Postings } from "./postings.js";
import { encodeStringTable, openTableOf, type StringTable } from "./string-table.js";

/** Prefixes of the names of such sections. */
type TextListKey = ListKey & SectionName;

/** Lists of entries, or of documents, by text. */
export interface TextLists {
  /** Sorted, distinct. */
  readonly keys: StringTable;
  /** For each key by its number, ascending. */
  readonly lists: ListColumns;
}

/** @throws SnapshotError, also later */
export function openTextLists(sections: SectionReader, name: TextListKey): TextLists {
  const keys = openTableOf(sections, name);
  return { keys, lists: openLists(sections, name, keys.length) };
}

/** The two columns of lists. */
export function encodeLists(name: ListKey, { first, list }: Lists): readonly Section[] {
  return [
    [`${name}.first`, encodeColumn(first)],
    [`${name}.list`, encodeColumn(list)],
  ];
}

/** @param groups one for each text */
export function encodeTextLists(
  name: TextListKey,
  texts: readonly string[],
  groups: readonly ArrayLike<number>[],
): readonly Section[] {
  return [[name, encodeStringTable(texts)], ...encodeLists(name, toLists(groups))];
}

/** The entries of each name; names are sorted. */
export function encodePostings(name: TextListKey, postings: Postings): readonly Section[] {
  const sorted = [...postings].toSorted(([left], [right]) => compareText(left, right));
  return encodeTextLists(
    name,
    sorted.map(([text]) => text),
    sorted.map(([, entries]) => entries),
  );
}

/** For each text the positions of the lists that have it, ascending; texts are sorted. */
export function encodeTextIndex(
  name: TextListKey,
  lists: Iterable<Iterable<string>>,
): readonly Section[] {
  const groups: Postings = new Map();
  let position = 0;
  for (const list of lists) {
    for (const text of list) post(groups, text, position);
    position += 1;
  }
  return encodePostings(name, groups);
}
