// Records for tests: one plain record to change, and arbitrary ones for properties.
import { finishSteps } from "../../data/yield.js";
import { createHash } from "node:crypto";
import { NOTHING_LOADED } from "./nothing-loaded.js";
import * as fc from "fast-check";
import type { RecordSource } from "../../builder/index/vectors.js";
import { type LoadedModule } from "../../data/module/loaded-module.js";
import type { ModuleParts } from "../../data/module/module-parts.js";
import { MODULE_PROPERTIES, type ModuleRecord } from "../../data/module/records.js";
import type {
  BranchRow,
  SnapshotContents,
  VectorSet,
  SourceRow,
} from "../../data/snapshot/contents.js";
import { compareRecords } from "../../data/snapshot/encode.js";
import {
  NOTHING_PACKED,
  packHistory,
  unpackHistory,
  type PackedHistory,
} from "../../data/snapshot/history/packed-history.js";
import { packEntry } from "../../data/snapshot/module/entry-rows.js";
import { toTimestamp } from "../../data/snapshot/record/record-head.js";
import { encodeNameWords, encodeTerms } from "../../data/snapshot/table/word-sections.js";
import { anyTimestamp, arbitraryObject } from "./arbitrary-shape.js";
import { linkDependencies, type Resolution } from "./link-dependencies.js";
import { NO_PARTS } from "./module-parts.js";

/** A module without models and views; `changes` are its point. */
export function createRecord(changes: Partial<ModuleRecord> = {}): ModuleRecord {
  return {
    technical_name: "sale_extra",
    name: "Sale Extra",
    version: "1.0.0",
    manifest_version: "17.0.1.0.0",
    summary: "More sales",
    description: "Sells more.",
    authors: ["Ann Author"],
    website: "https://example.org",
    license: "LGPL-3",
    category: "Sales",
    auto_install: false,
    auto_install_requires: null,
    excludes: [],
    countries: [],
    application: false,
    installable: true,
    refused: null,
    development_status: null,
    maintainers: [],
    committers: ["Ann Author"],
    developers: ["Ann Author"],
    translators: [],
    dependencies: { platform: {}, pip: [], bin: [] },
    declared_dependencies: { platform: [], pip: [], bin: [] },
    has_depends: true,
    has_tests: false,
    unresolved_dependencies: [],
    needs: [],
    update_date: "2024-01-01 00:00:00",
    last_code_change: "2024-01-01 00:00:00",
    first_commit_date: "2023-01-01 00:00:00",
    trees: [],
    port_requests: [],
    git: "https://git.example.org/acme/sales.git",
    branch: changes.platform_version ?? "17.0",
    commit: "0123456789abcdef0123456789abcdef01234567",
    folder_size: 1234,
    code_size: { python: 1000, javascript: 0, xml: 200, tests: 34, migrations: 0 },
    repository: "sales",
    organization: "acme",
    platform_version: "17.0",
    source_path: "sale_extra",
    views: [],
    models: [],
    ...changes,
  };
}

/** Contents of a snapshot, with its records whole: dependencies are those that follow. */
export interface RecordContents extends SnapshotContents {
  /** In the order of entries. */
  readonly records: readonly ModuleRecord[];
}

/**
 * Contents of a snapshot of these records, each a search document of its own.
 * @param changes with `parts` of each record, and what is `loaded` of it, in the order of entries; none
 * where they are left out
 */
export function createContents(
  records: readonly ModuleRecord[],
  {
    parts = [],
    loaded = [],
    ...changes
  }: Partial<SnapshotContents> & {
    readonly parts?: readonly ModuleParts[];
    readonly loaded?: readonly LoadedModule[];
  } = {},
): RecordContents {
  const sources = changes.sources ?? listSources(records);
  const resolve = linkDependencies(records);
  const plain = records.toSorted(compareRecords);
  const sorted = plain.map((record) => resolveWhenAsked(record, () => resolve(record)));
  return {
    records: sorted,
    heads: sorted,
    readRows(entry) {
      const record = sorted[entry];
      if (record === undefined) throw new Error(`there is no record ${entry}`);
      const { technical_name, views, models } = record;
      const own = { parts: parts[entry] ?? NO_PARTS, loaded: loaded[entry] ?? NOTHING_LOADED };
      return packEntry(technical_name, { views, models, ...own });
    },
    linkViewTypes: () => [],
    digestEntry: (entry) => JSON.stringify([plain[entry], parts[entry], loaded[entry]]),
    sources,
    histories: sources.map(packUnknown),
    lineage: [],
    replacements: [],
    diagnostics: [],
    documentOfRecord: sorted.map((_, position) => position),
    terms: encodeTerms({ chunks: [], postings: [], names: [] }),
    vectors: undefined,
    ...changes,
  };
}

/** History without a commit. */
function packUnknown({ branches }: SourceRow): PackedHistory {
  const nothing = { folders: [], line: "", members: [], pullRequests: [], hidden: [] };
  return packHistory(
    {
      ...finishSteps(unpackHistory(NOTHING_PACKED)),
      branches: branches.map(({ branch, platform_version, commit }) => ({
        ...nothing,
        branch,
        platformVersion: platform_version,
        commit,
        tipSeconds: 0,
        isUnknown: true,
        hiddenFromAll: [],
        blacklists: [],
      })),
    },
    [],
  );
}

/** A record whose closure is followed when somebody looks: of a long chain it grows with the square. */
function resolveWhenAsked(record: ModuleRecord, resolve: () => Resolution): ModuleRecord {
  let known: Resolution | undefined;
  return {
    ...record,
    needs: [],
    get dependencies() {
      known ??= resolve();
      return known.dependencies;
    },
    get unresolved_dependencies() {
      known ??= resolve();
      return known.unresolved_dependencies;
    },
  };
}

/** The repositories that records are from, with the branches that they have; other records, other commits. */
function listSources(records: readonly ModuleRecord[]): SnapshotContents["sources"] {
  const sources = new Map<string, ReturnType<typeof startSource>>();
  for (const record of records) {
    const { organization, repository, platform_version, branch } = record;
    const key = JSON.stringify([organization, repository]);
    const source = sources.get(key) ?? startSource(record);
    sources.set(key, source);
    const known = source.branches.get(platform_version) ?? { commit: "", modules: 0 };
    const commit = hash(known.commit + JSON.stringify(record));
    const modules = known.modules + 1;
    source.branches.set(platform_version, { branch, platform_version, commit, modules });
  }
  return [...sources.values()].map((source) => ({
    ...source,
    branches: [...source.branches.values()],
  }));
}

function startSource({ organization, repository, git }: ModuleRecord) {
  return { organization, repository, git, branches: new Map<string, BranchRow>(), faults: [] };
}

function hash(text: string): string {
  return createHash("sha1").update(text).digest("hex");
}

/** Records to be embedded, each a document of its own. */
export function toSource(records: readonly ModuleRecord[]): RecordSource {
  const readModels: RecordSource["readModels"] = (document) => records[document]?.models ?? [];
  const digestModels = (document: number): string => JSON.stringify(readModels(document));
  return { records, readModels, digestModels };
}

/** Vectors of two dimensions, one for each of `count` documents. */
export function createVectors(count: number): VectorSet {
  return {
    spec: {
      kind: "static",
      name: "test",
      dimensions: 2,
      revision: 1,
      weights: "0".repeat(64),
      normalised: true,
    },
    learned: Uint8Array.of(1, 2, 3),
    vectors: Array.from({ length: count }, (_, at) =>
      Float32Array.of(Math.cos(at + 1), Math.sin(at + 1)),
    ),
    needs: [],
    isMoved: false,
    beside: undefined,
    needRows: [],
    needsOfDocument: Array.from({ length: count }, () => []),
    nameWords: encodeNameWords({
      words: ["a", "name"],
      documents: [[0], Array.from({ length: count }, (_, at) => at)],
      weights: Array.from({ length: count }, (_, at) => at + 0.5),
    }),
  };
}

/** Any record that the builder could make. */
export const arbitraryRecord: fc.Arbitrary<ModuleRecord> = fc
  .tuple(
    arbitraryObject(MODULE_PROPERTIES),
    fc.record({
      // The first second of 1970 stands for no date.
      update_date: anyTimestamp.map((date) => (date === toTimestamp(0) ? null : date)),
      repository: fc.constantFrom("web", "sales", "__proto__"),
      organization: fc.constantFrom("acme", "constructor"),
      platform_version: fc.constantFrom("8.0", "16.0", "17.0", "saas-17.4", "master"),
    }),
  )
  .map(([record, known]) => ({
    ...record,
    ...known,
    // A repository has one address.
    git: `https://git/${known.organization}/${known.repository}`,
  }));

export interface ContentSize {
  /** Length of the description. Default: a few words. */
  readonly textChars?: number;
  /** Default: one. */
  readonly vectors?: number;
}

/** Text that hardly compresses. */
function createText(chars: number): string {
  const parts = [""];
  while (parts.length * 44 < chars + 44) {
    parts.push(
      createHash("sha256")
        .update(String(parts.at(-1)))
        .digest("base64"),
    );
  }
  return parts.join("").slice(0, chars);
}

/** One module of that name, with vectors, so that a snapshot of it has all its files. */
export function createNamedContents(
  name: string,
  { textChars = 10, vectors = 1 }: ContentSize = {},
): SnapshotContents {
  const record = createRecord({ technical_name: name, description: createText(textChars) });
  return createContents([record], { vectors: createVectors(vectors) });
}
