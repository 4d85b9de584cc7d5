// A list of numbers for each text, in three sections: the texts, and the two columns of format.ts.
import { compareText } from "../../platform-version.js";
import type { SectionName } from "../format.js";
import type { Section } from "../sections.js";
import { encodeColumn, toLists, type ListKey } from "./columns.js";
import { post, type Postings } from "./postings.js";
import { encodeStringTable } from "./string-table.js";

type TextListKey = ListKey & SectionName;

/** @param groups one for each text */
export function encodeTextLists(
  name: TextListKey,
  texts: readonly string[],
  groups: readonly ArrayLike<number>[],
): readonly Section[] {
  const { first, list } = toLists(groups);
  return [
    [name, encodeStringTable(texts)],
    [`${name}.first`, encodeColumn(first)],
    [`${name}.list`, encodeColumn(list)],
  ];
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
  const sorted = [...groups].toSorted(([left], [right]) => compareText(left, right));
  return encodeTextLists(
    name,
    sorted.map(([text]) => text),
    sorted.map(([, group]) => group),
  );
}
