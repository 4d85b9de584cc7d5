// The facts of a module at a platform version, each declared here and nowhere else: its type, what it says, how a
// manifest has it, and where a snapshot keeps it. What is read of manifests, the record codec, the key lists of packed
// records, the schema of a module and its forms follow.
import {
  added,
  count,
  flag,
  listKeys,
  listOf,
  mapOf,
  object,
  orNull,
  type Properties,
  type Shape,
  text,
  texts,
  TIMESTAMP,
  type ValueOf,
} from "../shape.js";
import { compareText } from "../platform/platform-version.js";

export interface ManifestSource {
  /** The first of them that is there counts. */
  readonly keys: readonly string[];
  /**
   * `number` is a text that may be written as a number, `people` a list that may be one text with commas, `codes` a
   * list in capitals, `triggers` a list under a key that may be a flag as well.
   */
  readonly as: "text" | "number" | "flag" | "list" | "people" | "codes" | "triggers";
  /** Value that the platform assumes if the manifest says nothing. */
  readonly missing: string | boolean | null | readonly string[];
}

export interface Fact {
  readonly shape: Shape;
  /**
   * `packed`: with the record. `column`: searches read it from a column, or a table. `linked`: it follows from all
   * modules, and is found when it is asked for.
   */
  readonly stored: "packed" | "column" | "linked";
  readonly manifest?: ManifestSource;
}

const packed = <S extends Shape>(shape: S) => ({ shape, stored: "packed" }) as const;

const inColumn = <S extends Shape>(shape: S) => ({ shape, stored: "column" }) as const;

const linked = <S extends Shape>(shape: S) => ({ shape, stored: "linked" }) as const;

/** @param keys of manifests, those of the platform's newest versions first */
const written = <F extends Fact>(
  fact: F,
  as: ManifestSource["as"],
  missing: ManifestSource["missing"],
  ...keys: readonly string[]
) => ({ ...fact, manifest: { keys, as, missing } });

const need = object({
  language: text("As the file of needs has it: `en`, `pt_BR`."),
  text: text(),
});

/** A copy from more commits ago is outdated, by whatever number. */
export const MOST_TREES = 64;

/** A pull request that adds the module to a platform version. */
export const PORT_REQUEST = {
  platform_version: text("That its manifest is for."),
  number: count(),
  commit: text("Its last one."),
  mergeable: added(
    orNull(
      flag(
        "True if it was open and without conflicts when the mirror was last updated. False if it was closed or had conflicts. `null` if the mirror lacks `refs/pull/N/merge`.",
      ),
    ),
    { since: 11, missing: null },
  ),
  first_commit_date: text("Of its oldest commit, UTC.", TIMESTAMP),
  last_commit_date: text("UTC.", TIMESTAMP),
};
const portRequest = object(PORT_REQUEST);

/** Mergeable ones first, then the newest. */
export function comparePortRequests(
  left: ValueOf<typeof portRequest>,
  right: ValueOf<typeof portRequest>,
): number {
  return (
    Number(right.mergeable) - Number(left.mergeable) ||
    compareText(right.last_commit_date, left.last_commit_date) ||
    right.number - left.number
  );
}

const resolved = object(
  {
    platform: mapOf(texts(), "Modules, by the `<org>/<repo>` that has them."),
    pip: texts("Python packages, with their version constraints."),
    bin: texts("Executables and system packages."),
  },
  "All direct and indirect dependencies at this platform version.",
);

const declared = object(
  { platform: texts("Modules."), pip: texts("Python packages."), bin: texts("Executables.") },
  "Dependencies as the manifest declares them, in its order.",
);
export type DeclaredDependencies = ValueOf<typeof declared>;

const codeSize = object(
  {
    python: count("Without tests and migration scripts."),
    javascript: count("Without tests, and libraries of others that it brings along."),
    xml: count("Views, templates and data."),
    tests: count(),
    migrations: count("Scripts that bring data of an older release to this one."),
  },
  "Bytes of its code by kind; `null` if only those files were brought that are read of a module.",
);
export type CodeSize = ValueOf<typeof codeSize>;

/** In the order in which an answer has them. */
export const FACTS = {
  technical_name: inColumn(text()),
  // The technical name stands in for one that is missing.
  name: written(inColumn(text("Display name.")), "text", "", "name"),
  version: inColumn(text("Without the leading platform version; `0.1.0` where none is declared.")),
  manifest_version: written(
    packed(orNull(text("As the manifest has it."))),
    "number",
    null,
    "version",
  ),
  summary: written(packed(text("May be empty.")), "text", "", "summary"),
  description: packed(text("May be empty; Markdown, reStructuredText or plain.")),
  needs: linked(
    listOf(
      need,
      "What people need it for, in other words than its own: those of the sources file, else those that ship with the program; empty where neither has any, or without an embedder.",
    ),
  ),
  // `authors` is the commonest misspelling; nothing else can be meant.
  authors: written(
    packed(texts("In the order of the manifest.")),
    "people",
    [],
    "author",
    "authors",
  ),
  website: written(packed(text("May be empty.")), "text", "", "website"),
  license: written(
    inColumn(text("As the manifest has it, or the default.")),
    "text",
    "LGPL-3",
    "license",
  ),
  category: written(
    inColumn(text("As the manifest has it, or the default.")),
    "text",
    "Uncategorized",
    "category",
  ),
  auto_install: written(
    packed(flag("It installs itself once what triggers it is installed.")),
    "flag",
    false,
    "auto_install",
  ),
  auto_install_requires: written(
    packed(
      orNull(
        texts(
          "With `auto_install`: the modules that must all be installed to trigger it; `null` for all its dependencies.",
        ),
      ),
    ),
    "triggers",
    null,
    "auto_install",
  ),
  excludes: written(
    packed(texts("Modules that cannot be installed together with it.")),
    "list",
    [],
    "excludes",
  ),
  countries: written(
    packed(
      texts(
        "ISO 3166 codes of its countries; from 18.0 on it is auto-installed only if a company is in one of them.",
      ),
    ),
    "codes",
    [],
    "countries",
  ),
  application: written(inColumn(flag("As the manifest has it.")), "flag", false, "application"),
  installable: written(
    inColumn(flag("False for what is there and was not ported, and for what is `refused`.")),
    "flag",
    true,
    "installable",
  ),
  refused: packed(
    added(
      orNull(
        text(
          "Why the platform does not take it at this version, whatever its manifest says: its manifest, or its name; `null` where it does.",
        ),
      ),
      { since: 11, missing: null },
    ),
  ),
  development_status: written(
    inColumn(orNull(text("As the manifest has it."))),
    "text",
    null,
    "development_status",
  ),
  maintainers: written(
    packed(texts("In the order of the manifest.")),
    "people",
    [],
    "maintainers",
    "maintainer",
  ),
  committers: packed(texts("Most commits first, without bots.")),
  developers: packed(
    texts(
      "Committers who changed code, most such commits first; docs/people.md explains what counts.",
    ),
  ),
  translators: packed(texts("Committers who translated, likewise; a person may be both.")),
  dependencies: linked(resolved),
  declared_dependencies: packed(declared),
  has_depends: inColumn(flag("False if the manifest has no `depends`, which means `base`.")),
  has_tests: inColumn(flag("Whether there is a file `tests/test_….py`.")),
  unresolved_dependencies: linked(texts("Direct and indirect dependencies that are not indexed.")),
  update_date: inColumn(
    orNull(
      text(
        "Time of the last commit that changed the folder, UTC; `null` if the repository was read without its history: who changed the module, and when, is then unknown.",
        TIMESTAMP,
      ),
    ),
  ),
  last_code_change: packed(
    orNull(
      text(
        "Time of the last commit in which a person changed its code, UTC; `null` if there is none, or the history is unknown.",
        TIMESTAMP,
      ),
    ),
  ),
  first_commit_date: packed(
    added(
      orNull(
        text(
          "When the first commit of the folder was written, UTC, as its author's clock had it; `null` if the history is unknown.",
          TIMESTAMP,
        ),
      ),
      { since: 11, missing: null },
    ),
  ),
  trees: packed(
    added(
      texts(
        "Git tree ids of the folder, 12 digits each: that of the indexed commit, then the last 64, newest first. Folders with one id hold the same files.",
      ),
      { since: 11, missing: [] },
    ),
  ),
  port_requests: packed(
    added(
      listOf(
        portRequest,
        "Pull requests of its repository that add it to a platform version at which it is not there, or not installable: of those that the mirror holds, mergeable ones first, then the newest; at most 10. None if the sources file does not ask for them.",
      ),
      { since: 11, missing: [] },
    ),
  ),
  git: inColumn(text("Clone URL of the repository.")),
  branch: packed(text("Branch that was read; its name may differ from the platform version.")),
  commit: inColumn(text("Commit that was read.")),
  folder_size: packed(
    orNull(
      count(
        "Bytes of all files in the folder; `null` if only those were brought that are read of a module.",
      ),
    ),
  ),
  code_size: packed(orNull(codeSize)),
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
export type PackedFact = FactWith<{ readonly stored: "packed" }>;
type ManifestFact = FactWith<{ readonly manifest: ManifestSource }>;

/** Everything known of a module at a platform version, except its contents. */
export type RecordHead = { readonly [N in FactName]: ValueOf<Facts[N]["shape"]> };

/** The record head of one entry alone: facts that follow from other modules are found on demand. */
export type EntryHead = Omit<RecordHead, LinkedFact>;

export type ManifestFacts = Pick<RecordHead, ManifestFact>;

/** In the order of FACTS. */
export const FACT_NAMES = listKeys(FACTS);

export const FACT_SHAPES = Object.fromEntries(
  FACT_NAMES.map((name) => [name, FACTS[name].shape]),
) as { readonly [N in FactName]: Facts[N]["shape"] };

export const PACKED_FACTS = FACT_NAMES.filter(
  (name): name is PackedFact => FACTS[name].stored === "packed",
);

export const PACKED_FACT_SHAPES: Properties = Object.fromEntries(
  PACKED_FACTS.map((name) => [name, FACT_SHAPES[name]]),
);

/** The facts that manifests have, each with how. */
export const MANIFEST_FACTS: readonly (readonly [ManifestFact, ManifestSource])[] =
  FACT_NAMES.flatMap((name) => {
    const { manifest }: Fact = FACTS[name];
    return manifest === undefined ? [] : [[name as ManifestFact, manifest] as const];
  });

/** Facts of an empty manifest. */
export const MISSING_FACTS = Object.fromEntries(
  MANIFEST_FACTS.map(([name, { missing }]) => [name, missing]),
) as ManifestFacts;
