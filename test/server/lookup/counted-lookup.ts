// A lookup that counts what searches read of its snapshot, so that the work of a query can be bounded
// without a clock.
import type { Column, ListColumns } from "../../../data/snapshot/table/columns.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { TextLists } from "../../../data/snapshot/table/text-lists.js";
import type { StringTable } from "../../../data/snapshot/table/string-table.js";
import type { Lookup } from "../../../server/lookup/lookup.js";
import { createTermSearch } from "../../../server/lookup/search/term-search.js";

export interface Reads {
  /** Texts that were decoded or compared. */
  texts: number;
  /** Numbers that were read of columns and lists. */
  numbers: number;
}

export interface CountedLookup {
  readonly lookup: Lookup;
  /** Runs a search and says what it read. */
  count(search: () => unknown): Reads;
}

export function countReads(lookup: Lookup): CountedLookup {
  const reads: Reads = { texts: 0, numbers: 0 };
  const table = <T extends Pick<StringTable, "get">>(texts: T): T => ({
    ...texts,
    get(index: number) {
      reads.texts += 1;
      return texts.get(index);
    },
  });
  const column = (numbers: Column): Column => ({
    length: numbers.length,
    get(index) {
      reads.numbers += 1;
      return numbers.get(index);
    },
  });
  const lists = (numbers: ListColumns): ListColumns => {
    const view = (key: number, end?: number): Uint32Array => {
      const list = numbers.view(key, end);
      reads.numbers += list.length;
      return list;
    };
    return { length: numbers.length, get: (key) => Array.from(view(key)), view };
  };
  const textIndex = ({ keys, lists: entries }: TextLists): TextLists => ({
    keys: table(keys),
    lists: lists(entries),
  });
  const { snapshot } = lookup;
  const { length, ...columns } = snapshot.entries;
  const entries = Object.fromEntries(
    Object.entries(columns).map(([name, numbers]) => [name, column(numbers)]),
  ) as unknown as Snapshot["entries"];
  const counted: Snapshot = {
    ...snapshot,
    names: table(snapshot.names),
    foldedNames: table(snapshot.foldedNames),
    texts: table(snapshot.texts),
    nameFirst: column(snapshot.nameFirst),
    nameDependents: column(snapshot.nameDependents),
    entries: { ...entries, length },
    dependencies: textIndex(snapshot.dependencies),
    authors: textIndex(snapshot.authors),
    maintainers: textIndex(snapshot.maintainers),
    termLists: lists(snapshot.termLists),
    termNames: lists(snapshot.termNames),
  };
  const terms = createTermSearch(counted);
  return {
    lookup: {
      ...lookup,
      snapshot: counted,
      getTerms: () => terms,
    },
    count(search) {
      Object.assign(reads, { texts: 0, numbers: 0 } satisfies Reads);
      search();
      return { ...reads };
    },
  };
}
