// Transitive dependencies of modules: each entry stores its declared ones, and they are followed on
// demand. Stored closures would take the square of the length of a chain of modules.
import { addToGroup } from "../../grouped.js";
import type { RecordHead } from "../../module/facts.js";
import { compareText } from "../../platform/platform-version.js";
import { encodeColumn, openColumnOf, toLists, type Column } from "../table/columns.js";
import { damagedSection } from "../errors.js";
import type { EntryColumns } from "../table/entry-columns.js";
import type { Section, SectionReader } from "../sections.js";
import {
  encodeStringTable,
  keepTexts,
  openTableOf,
  type StringTable,
} from "../table/string-table.js";
import { numberSorted } from "../table/name-numbers.js";
import { encodeLists, encodeTextIndex } from "../table/text-lists.js";

/** The record has the declared names too, in the order of the manifest, with repetitions. */
type DeclaringHead = Pick<
  RecordHead,
  | "technical_name"
  | "declared_dependencies"
  | "has_depends"
  | "auto_install"
  | "auto_install_requires"
>;

/** Facts of an entry that depend on all modules of its platform version; names are sorted. */
export type Closure = Pick<RecordHead, "dependencies" | "unresolved_dependencies">;

interface EncodedDeclarations {
  /** From `dependencies` to `bin.list` of format.ts. */
  readonly sections: readonly Section[];
  /** Number of other names that declare each name, at any version. */
  readonly dependents: readonly number[];
}

/**
 * @param heads those of a technical name one after another
 * @param names the technical names, sorted
 */
export function encodeDeclarations(
  heads: readonly DeclaringHead[],
  names: readonly string[],
): EncodedDeclarations {
  const needed = heads.map((head) => distinct(head.declared_dependencies.platform));
  const pip = heads.map((head) => distinct(head.declared_dependencies.pip));
  const bin = heads.map((head) => distinct(head.declared_dependencies.bin));
  const keys = numberSorted(needed.flat());
  const packages = numberSorted([...pip, ...bin].flat());
  const nameNumbers = new Map(names.map((name, number) => [name, number]));
  const ofKeys = Array.from(keys.keys(), (key) => nameNumbers.get(key) ?? -1);
  const needs = toNumbers(needed, keys);
  // Triggers are always declared dependencies, see `findTriggers`.
  const triggers = heads.map((head) => distinct(findTriggers(head) ?? []));
  return {
    sections: [
      ...encodeTextIndex("dependencies", needed),
      ["dependencies.name", encodeColumn(ofKeys.map((name) => name + 1))],
      ...encodeLists("needs", toLists(needs)),
      ...encodeLists("triggers", toLists(toNumbers(triggers, keys))),
      ["packages", encodeStringTable([...packages.keys()])],
      ...encodeLists("pip", toLists(toNumbers(pip, packages))),
      ...encodeLists("bin", toLists(toNumbers(bin, packages))),
    ],
    dependents: countDependents(heads, needs, ofKeys, names.length),
  };
}

const distinct = (texts: readonly string[]): readonly string[] =>
  texts.length > 1 ? [...new Set(texts)] : texts;

function toNumbers(
  lists: readonly (readonly string[])[],
  numbers: ReadonlyMap<string, number>,
): readonly (readonly number[])[] {
  return lists.map((list) => list.map((text) => numbers.get(text) ?? 0));
}

/** Entries of a technical name stand together: of each dependency the last that declared it is remembered. */
function countDependents(
  heads: readonly DeclaringHead[],
  needs: readonly (readonly number[])[],
  ofKeys: readonly number[],
  count: number,
): readonly number[] {
  const last: string[] = [];
  const dependents = Array.from({ length: count }, () => 0);
  for (const [entry, { technical_name: technicalName }] of heads.entries()) {
    for (const key of needs[entry] ?? []) {
      if (last[key] === technicalName) continue;
      last[key] = technicalName;
      const name = ofKeys[key] ?? -1;
      if (name >= 0) dependents[name] = (dependents[name] ?? 0) + 1;
    }
  }
  return dependents;
}

/**
 * Modules whose presence installs a module; `undefined` if it never installs itself. The platform
 * refuses a manifest whose list names a module outside `depends` (odoo/modules/module.py,
 * load_manifest).
 */
export function findTriggers(
  head: Omit<DeclaringHead, "technical_name">,
): readonly string[] | undefined {
  if (!head.auto_install) return undefined;
  const depends = head.has_depends ? head.declared_dependencies.platform : [];
  const { auto_install_requires: required } = head;
  if (required === null) return depends;
  return required.every((name) => depends.includes(name)) ? required : undefined;
}

/** Inputs of the walk beside its own sections. */
export interface ClosureTables {
  readonly names: StringTable;
  readonly nameFirst: Column;
  readonly entries: EntryColumns;
  readonly versions: readonly string[];
  /** `organization/repository` of each repository. */
  readonly providers: readonly string[];
}

/**
 * Finds the closure of an entry at its own platform version. A name that several repositories carry is
 * followed in all of them, and stands under each: which one is installed is not the snapshot's to say.
 * The module's own name is never part of the result, also in a cycle. Takes time in proportion to
 * the closure and what is declared in it.
 * @returns a function that throws SnapshotError where numbers contradict each other
 */
export function createClosures(
  sections: SectionReader,
  tables: ClosureTables,
): (entry: number) => Closure {
  const { entries, providers } = tables;
  const keys = keepTexts(openTableOf(sections, "dependencies"));
  const packages = keepTexts(openTableOf(sections, "packages"));
  const findProviders = createProviders(sections, tables, keys.length);
  const collectNeeds = createCollector(sections, "needs", entries.length, keys.length);
  const collectPip = createCollector(sections, "pip", entries.length, packages.length);
  const collectBin = createCollector(sections, "bin", entries.length, packages.length);
  return (root) => {
    const ownName = entries.name.get(root);
    const version = entries.version.get(root);
    const needs = collectNeeds();
    const pip = collectPip();
    const bin = collectBin();
    const take = (entry: number): void => {
      needs.take(entry);
      pip.take(entry);
      bin.take(entry);
    };
    take(root);
    for (let at = 0; at < needs.found.length; at++) {
      const { name, entries: providing } = findProviders(needs.found[at] ?? 0, version);
      if (name !== ownName) for (const entry of providing) take(entry);
    }
    const carried = new Map<number, string[]>();
    const unresolved: string[] = [];
    for (const key of Uint32Array.from(needs.found).toSorted()) {
      const { name, entries: providing } = findProviders(key, version);
      if (name === ownName) continue;
      const text = keys.get(key);
      if (providing.length === 0) unresolved.push(text);
      let last = -1;
      for (const entry of providing) {
        const repository = entries.repository.get(entry);
        // A repository may have a name in two folders; entries are in the order of repositories.
        if (repository === last) continue;
        last = repository;
        addToGroup(carried, repository, text);
      }
    }
    const rows = [...carried].map(([repository, texts]): [string, readonly string[]] => {
      const provider = providers[repository];
      if (provider === undefined) throw damagedSection("repositories", "a row", `${repository}`);
      return [provider, texts];
    });
    if (rows.length > 1) rows.sort(([left], [right]) => compareText(left, right));
    return {
      dependencies: {
        platform: Object.fromEntries(rows),
        pip: listNames(packages, pip.found),
        bin: listNames(packages, bin.found),
      },
      unresolved_dependencies: unresolved,
    };
  };
}

/** Repositories that carry a name. */
interface Providers {
  /** Number of the technical name; −1 where no module has it. */
  readonly name: number;
  /** At one platform version, ascending. */
  readonly entries: readonly number[];
}

/** A function from a dependency and a platform version, which keeps what it found. */
function createProviders(
  sections: SectionReader,
  { names, nameFirst, entries, versions }: ClosureTables,
  length: number,
): (key: number, version: number) => Providers {
  const keyNames = openColumnOf(sections, "dependencies.name", length);
  const known: (Providers | undefined)[] = [];
  return (key, version) => {
    const cell = key * versions.length + version;
    const before = known[cell];
    if (before !== undefined) return before;
    const name = keyNames.get(key) - 1;
    if (name >= names.length) throw damagedSection("dependencies.name", "a name", String(name));
    const found: number[] = [];
    const end = name < 0 ? 0 : nameFirst.get(name + 1);
    for (let entry = name < 0 ? 0 : nameFirst.get(name); entry < end; entry++) {
      if (entries.version.get(entry) === version) found.push(entry);
    }
    const providing = { name, entries: found };
    known[cell] = providing;
    return providing;
  };
}

/** Numbers that some entries declare, each once, in the order in which they were met. */
interface Collector {
  readonly found: readonly number[];
  take(entry: number): void;
}

/** The largest number that `met` holds. */
const LAST_COLLECTION = 2 ** 32 - 1;

/** @returns a function that begins a collection; the one before it must have ended */
function createCollector(
  sections: SectionReader,
  section: "needs" | "pip" | "bin",
  entryCount: number,
  numberCount: number,
): () => Collector {
  const first = openColumnOf(sections, `${section}.first`, entryCount + 1);
  const list = openColumnOf(sections, `${section}.list`);
  // The number of the last collection that has it: faster than a set for each.
  const met = new Uint32Array(numberCount);
  let collection = 0;
  return () => {
    if (collection === LAST_COLLECTION) met.fill((collection = 0));
    collection += 1;
    const own = collection;
    const found: number[] = [];
    return {
      found,
      take(entry) {
        const from = first.get(entry);
        const to = first.get(entry + 1);
        if (from > to) throw damagedSection(`${section}.first`, `${from} or more`, String(to));
        for (let at = from; at < to; at++) {
          const number = list.get(at);
          if (number >= numberCount) {
            throw damagedSection(`${section}.list`, `below ${numberCount}`, String(number));
          }
          if (met[number] === own) continue;
          met[number] = own;
          found.push(number);
        }
      },
    };
  };
}

/** Numbers of texts are in the order of the texts. */
function listNames(table: StringTable, numbers: readonly number[]): readonly string[] {
  if (numbers.length === 0) return [];
  return Array.from(Uint32Array.from(numbers).toSorted(), (number) => table.get(number));
}
