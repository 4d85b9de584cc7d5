// Where things are defined, of all technical names: the writing half of definitions.ts. Names are numbered as they are
// met, and sorted once; the rest is sorting numbers.
import type { Section } from "../sections.js";
import { encodeColumn, groupBy } from "./columns.js";
import { NameNumbers, toPlaces, type SortedNames } from "./name-numbers.js";
import { encodeNameTable } from "./name-table.js";
import type { PackedDefinitions, PackedLists } from "./packed-definitions.js";

/** Collects where things are defined, for the sections of format.ts that say it. */
export class DefinitionWriter {
  readonly #models = new NameNumbers();
  readonly #members = new NameNumbers();
  readonly #views = new NameNumbers();
  readonly #places = new ListRows();
  readonly #defining = new ListRows();
  readonly #fields = new ListRows();
  readonly #methods = new ListRows();
  readonly #viewPlaces = new ListRows();

  /** @param start the first entry of the technical name, above those before */
  add(start: number, packed: PackedDefinitions): void {
    const models = packed.models.map((name) => this.#models.add(name));
    const members = packed.members.map((name) => this.#members.add(name));
    const views = packed.views.map((name) => this.#views.add(name));
    this.#places.add(start, packed.places, models);
    this.#defining.add(start, packed.defining, models);
    for (const [rows, { owners, names, ...lists }] of [
      [this.#fields, packed.fields],
      [this.#methods, packed.methods],
    ] as const) {
      for (const owner of owners) rows.owners.push(models[owner] ?? 0);
      const numbers = names.map((name) => members[name] ?? 0);
      rows.add(start, lists, numbers);
    }
    this.#viewPlaces.add(start, packed.viewPlaces, views);
  }

  encode(): readonly Section[] {
    const models = this.#models.list();
    const members = this.#members.list();
    const views = this.#views.list();
    const lists = new SharedLists();
    const sections: readonly Section[] = [
      ["models", encodeNameTable(models.names)],
      ["models.place", encodePlaces(this.#places, models, lists)],
      ["models.defining", encodePlaces(this.#defining, models, lists)],
      ["members", encodeNameTable(members.names)],
      ...encodeMembers("fields", this.#fields, { models, members, lists }),
      ...encodeMembers("methods", this.#methods, { models, members, lists }),
      ["views", encodeNameTable(views.names)],
      ["views.place", encodePlaces(this.#viewPlaces, views, lists)],
    ];
    return [...sections, ...lists.encode()];
  }
}

/** Of each name the number of its list, empty where it has none. */
function encodePlaces(
  rows: ListRows,
  { names, places }: SortedNames,
  lists: SharedLists,
): Uint8Array {
  const { first, list } = groupBy(toPlaces(rows.names, places), names.length);
  return encodeColumn(
    names.map((_, name) => lists.add(rows, list.subarray(first[name], first[name + 1]))),
  );
}

interface MemberTables {
  readonly models: SortedNames;
  readonly members: SortedNames;
  readonly lists: SharedLists;
}

function encodeMembers(
  kind: "fields" | "methods",
  rows: ListRows,
  { models, members, lists }: MemberTables,
): readonly Section[] {
  const owners = toPlaces(rows.owners, models.places);
  const names = toPlaces(rows.names, members.places);
  const byName = groupBy(names, members.names.length).list;
  const byOwner = groupBy(toPlaces(byName, owners), models.names.length);
  // By model, then by name, then in the order of entries.
  const order = toPlaces(byOwner.list, byName);
  const ownNames: number[] = [];
  const places: number[] = [];
  const firsts = byOwner.first.map((end, model) => {
    for (let start = byOwner.first[model - 1] ?? 0; start < end;) {
      const name = names[order[start] ?? 0] ?? 0;
      let next = start + 1;
      while (next < end && names[order[next] ?? 0] === name) next += 1;
      ownNames.push(name);
      places.push(lists.add(rows, order.subarray(start, next)));
      start = next;
    }
    return ownNames.length;
  });
  return [
    [`models.${kind}`, encodeColumn(firsts)],
    [`${kind}.name`, encodeColumn(ownNames)],
    [`${kind}.place`, encodeColumn(places)],
  ];
}

/** Lists of entries of all technical names, in their order, by the numbers of names. */
class ListRows {
  readonly owners: number[] = [];
  readonly names: number[] = [];
  /** Where the list of each row begins, and the last one ends. */
  readonly first: number[] = [0];
  readonly entries: number[] = [];

  /** @param names one for each list */
  add(start: number, { lengths, entries }: PackedLists, names: readonly number[]): void {
    for (const name of names) this.names.push(name);
    let end = this.entries.length;
    for (const length of lengths) this.first.push((end += length));
    for (const entry of entries) this.entries.push(start + entry);
  }
}

/** Gives equal lists one number, in the order in which they are met. */
class SharedLists {
  /** Numbers by hash, or by what is next to one that another list has. */
  readonly #numbers = new Map<number, number>();
  readonly #first: number[] = [0];
  readonly #list: number[] = [];

  /** The number of the list that rows are together. */
  add({ first, entries }: ListRows, rows: Uint32Array): number {
    const start = this.#list.length;
    let hash = FNV_BASIS;
    for (const row of rows) {
      const end = first[row + 1] ?? 0;
      for (let at = first[row] ?? 0; at < end; at++) {
        const entry = entries[at] ?? 0;
        this.#list.push(entry);
        hash = Math.imul(hash ^ entry, FNV_PRIME);
      }
    }
    for (; ; hash++) {
      const known = this.#numbers.get(hash);
      if (known === undefined) break;
      if (!this.#isLast(known, start)) continue;
      this.#list.length = start;
      return known;
    }
    const number = this.#first.push(this.#list.length) - 2;
    this.#numbers.set(hash, number);
    return number;
  }

  /** Is the list what was pushed from `start` on? */
  #isLast(number: number, start: number): boolean {
    const from = this.#first[number] ?? 0;
    const length = (this.#first[number + 1] ?? 0) - from;
    if (length !== this.#list.length - start) return false;
    for (let at = 0; at < length; at++) {
      if (this.#list[from + at] !== this.#list[start + at]) return false;
    }
    return true;
  }

  encode(): readonly Section[] {
    return [
      ["places.first", encodeColumn(this.#first)],
      ["places.list", encodeColumn(this.#list)],
    ];
  }
}

/** Of the hash FNV-1a, here over whole numbers. */
const FNV_BASIS = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
