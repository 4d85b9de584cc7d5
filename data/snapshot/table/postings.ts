// Posting lists: the entries of each name, for tables of names.

/** Entries, ascending, each once, by name. */
export type Postings = Map<string, number[]>;

/** Postings of the entries of one technical name, by their number among these. */
export type PackedPostings = readonly (readonly [name: string, entries: readonly number[]])[];

/** @param entry not below those that were posted before */
export function post(postings: Postings, name: string, entry: number): void {
  const entries = postings.get(name);
  if (entries === undefined) postings.set(name, [entry]);
  else postEntry(entries, entry);
}

/** Adds an entry to an ascending list that may end with it. */
export function postEntry(entries: number[], entry: number): void {
  if (entries.at(-1) !== entry) entries.push(entry);
}

/** @param start the first entry of the technical name; not below those that were posted before */
export function postAll(postings: Postings, packed: PackedPostings, start: number): void {
  for (const [name, entries] of packed) {
    const known = postings.get(name);
    if (known === undefined)
      postings.set(
        name,
        entries.map((entry) => start + entry),
      );
    else for (const entry of entries) known.push(start + entry);
  }
}
