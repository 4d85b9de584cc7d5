// The facts of a module at a platform version, each declared here and nowhere else: its type, what it says, how a
// manifest has it, and where a snapshot keeps it. What is read of manifests, the record codec, the key lists of packed
// records, the schema of a module and its forms follow.
import {
  count,
  flag,
  listKeys,
  lists,
  moment,
  nullable,
  row,
  text,
  texts,
  type Property,
  type RowOf,
  type RowType,
} from "./words.js";

/** How a manifest has a fact. */
export interface ManifestSource {
  /** The first of them that is there counts. */
  readonly keys: readonly string[];
  /**
   * `number` is a text that may be written as a number, `people` a list that may be one text with commas, `codes` a
   * list in capitals, `triggers` a list under a key that may be a flag as well.
   */
  readonly as: "text" | "number" | "flag" | "list" | "people" | "codes" | "triggers";
  /** What the platform assumes where the manifest says nothing. */
  readonly missing: string | boolean | null | readonly string[];
}

/** A fact of which nothing else is said is packed with the record. */
export interface Fact<T> extends Property<T> {
  /**
   * `column`: searches read it from a column, or a table. `linked`: it follows from all modules, and is found when it
   * is asked for.
   */
  readonly stored?: "column" | "linked";
  readonly manifest?: ManifestSource;
}

const inColumn = <F>(fact: F) => ({ ...fact, stored: "column" }) as const;

const linked = <F>(fact: F) => ({ ...fact, stored: "linked" }) as const;

/** @param keys of manifests, those of the platform's newest versions first */
const written = <T extends ManifestSource["missing"]>(
  as: ManifestSource["as"],
  keys: readonly string[],
  property: Property<T>,
  missing: T,
) => ({ ...property, manifest: { keys, as, missing } });

const resolved = {
  about: "All direct and indirect dependencies at this platform version.",
  properties: {
    platform: lists("Modules, by the `<org>/<repo>` that has them."),
    pip: texts("Python packages, with their version constraints."),
    bin: texts("Executables and system packages."),
  },
} satisfies RowType;
export type ResolvedDependencies = RowOf<typeof resolved.properties>;

export const DECLARED = {
  about: "Dependencies as the manifest declares them, in its order.",
  properties: {
    platform: texts("Modules."),
    pip: texts("Python packages."),
    bin: texts("Executables."),
  },
} satisfies RowType;
export type DeclaredDependencies = RowOf<typeof DECLARED.properties>;

/** In the order in which an answer has them. */
export const FACTS = {
  technical_name: inColumn(text()),
  // The technical name stands in for one that is missing.
  name: inColumn(written("text", ["name"], text("Display name."), "")),
  version: inColumn(text("Without the leading platform version; `0.1.0` where none is declared.")),
  manifest_version: written("number", ["version"], nullable(text("As the manifest has it.")), null),
  summary: written("text", ["summary"], text(), ""),
  description: text("May be empty."),
  // `authors` is the commonest misspelling; nothing else can be meant.
  authors: written("people", ["author", "authors"], texts("In the order of the manifest."), []),
  website: written("text", ["website"], text("May be empty."), ""),
  license: inColumn(written("text", ["license"], text(), "LGPL-3")),
  category: inColumn(written("text", ["category"], text(), "Uncategorized")),
  // `active` was its name up to 6.1.
  auto_install: written("flag", ["auto_install", "active"], flag(), false),
  auto_install_requires: written(
    "triggers",
    ["auto_install", "active"],
    nullable(
      texts(
        "With `auto_install`: the modules that must all be installed to trigger it; `null` for all its dependencies.",
      ),
    ),
    null,
  ),
  excludes: written(
    "list",
    ["excludes"],
    texts("Modules that cannot be installed together with it."),
    [],
  ),
  countries: written(
    "codes",
    ["countries"],
    texts(
      "ISO 3166 codes of its countries; from 18.0 on it is auto-installed only if a company is in one of them.",
    ),
    [],
  ),
  application: inColumn(written("flag", ["application"], flag(), false)),
  installable: inColumn(written("flag", ["installable"], flag(), true)),
  development_status: inColumn(written("text", ["development_status"], nullable(text()), null)),
  maintainers: written(
    "people",
    ["maintainers", "maintainer"],
    texts("In the order of the manifest."),
    [],
  ),
  committers: texts("Most commits first, without bots."),
  developers: texts(
    "Committers who changed code, most such commits first; docs/people.md explains what counts.",
  ),
  translators: texts("Committers who translated, likewise; a person may be both."),
  dependencies: linked(row(resolved)),
  declared_dependencies: row(DECLARED),
  has_depends: inColumn(flag("False if the manifest has no `depends`, which means `base`.")),
  has_tests: inColumn(flag("Whether there is a file `tests/test_….py`.")),
  unresolved_dependencies: linked(texts("Direct and indirect dependencies that are not indexed.")),
  update_date: inColumn(moment("Time of the last commit that changed the folder, UTC.")),
  last_code_change: nullable(
    moment(
      "Time of the last commit in which a person changed its code, UTC; `null` if there is none.",
    ),
  ),
  git: inColumn(text("Clone URL of the repository.")),
  branch: text("Branch that was read; its name may differ from the platform version."),
  commit: inColumn(text("Commit that was read.")),
  folder_size: count("Bytes of all files in the folder."),
  repository: inColumn(text()),
  organization: inColumn(text()),
  platform_version: inColumn(text()),
  source_path: inColumn(text("Folder of the module inside the repository.")),
};

type Facts = typeof FACTS;

export type FactName = keyof Facts;

/** Names of facts of which one thing is said. */
type FactWith<S> = { [N in FactName]: Facts[N] extends S ? N : never }[FactName];

export type ColumnFact = FactWith<{ readonly stored: "column" }>;
export type LinkedFact = FactWith<{ readonly stored: "linked" }>;
export type PackedFact = Exclude<FactName, ColumnFact | LinkedFact>;
type ManifestFact = FactWith<{ readonly manifest: ManifestSource }>;

/** All of what is known of a module at a platform version but what it consists of. */
export type RecordHead = RowOf<Facts>;

/** The same as it is alone: what follows from other modules is found when it is asked for. */
export type EntryHead = Omit<RecordHead, LinkedFact>;

/** What is read of a manifest. */
export type ManifestFacts = Pick<RecordHead, ManifestFact>;

export const FACT_NAMES: readonly FactName[] = listKeys(FACTS);

/** Where a fact is kept. */
export function findStore(name: FactName): "column" | "linked" | "packed" {
  const fact: Fact<unknown> = FACTS[name];
  return fact.stored ?? "packed";
}

export const PACKED_FACTS = FACT_NAMES.filter(
  (name): name is PackedFact => findStore(name) === "packed",
);

/** The facts that manifests have, each with how. */
export const MANIFEST_FACTS: readonly (readonly [ManifestFact, ManifestSource])[] =
  FACT_NAMES.flatMap((name) => {
    const { manifest }: Fact<unknown> = FACTS[name];
    return manifest === undefined ? [] : [[name as ManifestFact, manifest] as const];
  });

/** What a manifest that says nothing says. */
export const MISSING_FACTS = Object.fromEntries(
  MANIFEST_FACTS.map(([name, { missing }]) => [name, missing]),
) as ManifestFacts;
