// What a module needs, followed to the end: kept as what each entry declares, and walked along when it
// is asked for. Kept whole, closures would take the square of the length of a chain of modules.
import type { ModuleRecord, ResolvedDependencies } from "../records.js";
import { compareText } from "../platform-version.js";
import { encodeColumn, openColumn, openLists, toLists, type Column } from "./columns.js";
import { damagedSection } from "./errors.js";
import type { EntryColumns } from "./entry-columns.js";
import type { Section, SectionReader } from "./sections.js";
import { encodeStringTable, keepTexts, openStringTable, type StringTable } from "./string-table.js";

/** What is declared is in the record too, in the order of the manifest, with repetitions. */
type DeclaringHead = Pick<ModuleRecord, "technical_name" | "declared_dependencies">;

/** What follows for an entry from all modules of its platform version. */
export interface Closure {
  readonly dependencies: ResolvedDependencies;
  /** Names in the closure that no module carries at this version, sorted. */
  readonly unresolved: readonly string[];
}

/** The sections from `dependencies.name` to `bin.list` of format.ts. @param names sorted */
export function encodeDeclarations(
  heads: readonly DeclaringHead[],
  names: ReadonlyMap<string, number>,
): readonly Section[] {
  const declared = heads.map((head) => head.declared_dependencies);
  const keys = listSorted(declared.flatMap(({ platform }) => platform));
  const packages = listSorted(declared.flatMap(({ pip, bin }) => [...pip, ...bin]));
  const encode = (
    section: "needs" | "pip" | "bin",
    texts: readonly string[],
    list: (of: DeclaringHead["declared_dependencies"]) => readonly string[],
  ): readonly Section[] => {
    const numbers = new Map(texts.map((text, number) => [text, number]));
    const { first, list: all } = toLists(
      declared.map((of) => [...new Set(list(of).flatMap((text) => numbers.get(text) ?? []))]),
    );
    return [
      [`${section}.first`, encodeColumn(first)],
      [`${section}.list`, encodeColumn(all)],
    ];
  };
  return [
    ["dependencies.name", encodeColumn(keys.map((key) => (names.get(key) ?? -1) + 1))],
    ...encode("needs", keys, ({ platform }) => platform),
    ["packages", encodeStringTable(packages)],
    ...encode("pip", packages, ({ pip }) => pip),
    ...encode("bin", packages, ({ bin }) => bin),
  ];
}

/** What the walk reads beside its own sections. */
export interface ClosureTables {
  readonly names: StringTable;
  readonly nameFirst: Column;
  readonly entries: EntryColumns;
  /** `organization/repository` of each repository. */
  readonly carriers: readonly string[];
}

/**
 * Finds the closure of an entry at its own platform version. A name that several repositories carry is
 * followed in all of them, and stands under each: which one is installed is not the snapshot's to say.
 * The module's own name is never part of the result, also in a cycle. Takes time in proportion to
 * the closure.
 * @returns a function that throws SnapshotError where numbers contradict each other
 */
export function openClosures(
  sections: SectionReader,
  { names, nameFirst, entries, carriers }: ClosureTables,
): (entry: number) => Closure {
  const keys = keepTexts(openStringTable("dependencies", sections.get("dependencies")));
  const keyNames = openColumn("dependencies.name", sections.get("dependencies.name"), keys.length);
  const packages = keepTexts(openStringTable("packages", sections.get("packages")));
  const needs = openLists(sections, "needs", entries.length);
  const pipLists = openLists(sections, "pip", entries.length);
  const binLists = openLists(sections, "bin", entries.length);
  const findCarrying = (key: number, version: number): readonly number[] => {
    const name = keyNames.get(key) - 1;
    if (name < 0) return [];
    if (name >= names.length) throw damagedSection("dependencies.name", "a name", String(name));
    const found: number[] = [];
    const end = nameFirst.get(name + 1);
    for (let entry = nameFirst.get(name); entry < end; entry++) {
      if (entries.version.get(entry) === version) found.push(entry);
    }
    return found;
  };
  return (root) => {
    const ownName = entries.name.get(root);
    const version = entries.version.get(root);
    const seen = new Set<number>(needs.view(root));
    const carried = new Map<number, Set<number>>();
    const unresolved: number[] = [];
    const pip = new Set<number>(pipLists.view(root));
    const bin = new Set<number>(binLists.view(root));
    // A set is walked in the order in which it grows.
    for (const key of seen) {
      if (keyNames.get(key) === ownName + 1) continue;
      const found = findCarrying(key, version);
      if (found.length === 0) unresolved.push(key);
      for (const entry of found) {
        const repository = entries.repository.get(entry);
        const known = carried.get(repository);
        if (known === undefined) carried.set(repository, new Set([key]));
        else known.add(key);
        for (const need of needs.view(entry)) seen.add(need);
        for (const number of pipLists.view(entry)) pip.add(number);
        for (const number of binLists.view(entry)) bin.add(number);
      }
    }
    const rows = [...carried].map(([repository, found]) => {
      const carrier = carriers[repository];
      if (carrier === undefined) throw damagedSection("repositories", "a row", `${repository}`);
      return [carrier, toTexts(keys, found)] as const;
    });
    return {
      dependencies: {
        platform: Object.fromEntries(rows.toSorted(([left], [right]) => compareText(left, right))),
        pip: toTexts(packages, pip),
        bin: toTexts(packages, bin),
      },
      unresolved: toTexts(keys, unresolved),
    };
  };
}

function listSorted(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].toSorted(compareText);
}

/** Numbers of texts are in the order of the texts. */
function toTexts(table: StringTable, numbers: Iterable<number>): readonly string[] {
  return [...numbers].toSorted((left, right) => left - right).map((number) => table.get(number));
}
