// Sources of the answers, and their diagnostics, with how these are read.
import {
  count,
  flag,
  listOf,
  mapOf,
  object,
  orNull,
  namedObject,
  text,
  type ValueOf,
} from "../../../data/shape.js";
import { DIAGNOSTICS } from "../../../data/diagnostic-codes.js";
import { toPath, toQuery } from "../browser/ask.js";
import { layCaveat, layTable, type Block, type LayoutContext } from "../layout.js";
import { layPlain } from "../plain-blocks.js";
import { LAST_COMMIT } from "./browse.js";
import { linkRepository, REPOSITORY, toProvider } from "./repository-column.js";

const SourceDetails = object({
  organization: text(),
  repository: text(),
  git: text("Clone URL."),
  branches: listOf(
    object({
      branch: text(),
      platform_version: text("Platform version of the branch; its name may differ."),
      commit: text(),
      modules: count(),
      stale: orNull(
        object({
          reason: text(
            "Code of the fault in reading it for this snapshot. Its modules are those of the last good reading.",
          ),
          date: orNull(text("When its modules changed last; `null` if unknown.")),
        }),
      ),
    }),
  ),
  faults: count(
    "How many things of it could not be read; the report of the build says what and why.",
  ),
  diagnostics: count("Rows of /v1/diagnostics."),
});

const Embedder = object({ kind: text(), name: text(), dimensions: count() });

export const Snapshot = namedObject("Snapshot", {
  id: text(),
  format: count("Version of the file format."),
  program: text("Version of the program that built it."),
  bytes: count("Size of its files."),
  last_commit: LAST_COMMIT,
  embedder: orNull(Embedder),
  // The neural one whose scores are mixed with those of the first.
  embedder_beside: orNull(Embedder),
  counts: object({
    entries: count("Modules by platform version and repository."),
    modules: count("Distinct technical names."),
    repositories: count("Those with a module."),
    platform_versions: mapOf(count(), "Entries by platform version, in numeric order."),
    models: count(),
    fields: count(),
    methods: count(),
    views: count(),
    diagnostics: mapOf(count(), "By code, the most frequent first."),
  }),
  diagnostic_meanings: mapOf(text(), "Meaning of these codes, one sentence each."),
  is_complete: flag("True if every repository and branch of the sources file was read."),
  sources: listOf(SourceDetails),
});
export type SnapshotDetails = ValueOf<typeof Snapshot>;

/** Facts, a table of diagnostic codes, and a row for each branch. */
export function laySnapshot(
  { diagnostic_meanings: meanings, sources, ...snapshot }: SnapshotDetails,
  context: LayoutContext,
): readonly Block[] {
  const { diagnostics, ...counts } = snapshot.counts;
  const meaningOf = new Map(Object.entries(meanings));
  const branches = sources.flatMap((source) =>
    (source.branches.length === 0 ? [undefined] : source.branches).map((branch) => ({
      source,
      branch,
    })),
  );
  return [
    ...layPlain({ ...snapshot, counts }, context),
    layTable({
      name: "codes",
      title: "Diagnostics",
      rows: Object.entries(diagnostics),
      columns: [
        {
          key: "code",
          isCode: true,
          value: ([code]) => code,
          href: (_, code) => toPath("diagnostics") + toQuery({ code }),
        },
        { key: "count", value: ([, number]) => number },
        { key: "meaning", value: ([code]) => meaningOf.get(code) },
      ],
    }),
    layTable({
      name: "sources",
      isMain: true,
      rows: branches,
      columns: [
        { key: "organization", place: "data", value: ({ source }) => source.organization },
        { key: "repository", place: "data", value: ({ source }) => source.repository },
        { key: "provider", value: ({ source }) => toProvider(source), href: linkRepository },
        { key: "git", place: "data", value: ({ source }) => source.git },
        { key: "faults", value: ({ source }) => source.faults },
        { key: "diagnostics", value: ({ source }) => source.diagnostics },
        { key: "branch", value: ({ branch }) => branch?.branch },
        { key: "platform_version", value: ({ branch }) => branch?.platform_version },
        { key: "commit", value: ({ branch }) => branch?.commit },
        { key: "modules", value: ({ branch }) => branch?.modules },
        { key: "stale.reason", value: ({ branch }) => branch?.stale?.reason },
        { key: "stale.date", unit: "day", value: ({ branch }) => branch?.stale?.date },
      ],
    }),
  ];
}

const Diagnostic = namedObject("Diagnostic", {
  organization: text(),
  repository: text(),
  branch: text(),
  platform_version: text(),
  path: text("Relative to the root of the repository."),
  line: count(),
  code: text(),
  detail: text("May be empty."),
  url: orNull(
    text("The line on the forge, at the commit that was read; `null` if the forge is unknown."),
  ),
});
export type DiagnosticRow = ValueOf<typeof Diagnostic>;
export const Diagnostics = listOf(Diagnostic);

const MEANINGS: ReadonlyMap<string, string> = new Map(Object.entries(DIAGNOSTICS));

export const layDiagnostics = (
  rows: readonly DiagnosticRow[],
  { total }: LayoutContext,
): readonly Block[] => [
  ...layCaveat(rows.length === 0, "No diagnostics."),
  layTable({
    name: "diagnostics",
    title: "Places",
    rows,
    total,
    columns: [
      {
        key: "path",
        title: "File",
        value: ({ path, line }) => `${path}:${line}`,
        href: ({ url }) => url,
      },
      { key: "code", isCode: true },
      "detail",
      { key: "meaning", place: "detail", value: ({ code }) => MEANINGS.get(code) },
      REPOSITORY,
      "platform_version: Version",
      {
        key: "branch",
        value: ({ branch, platform_version: at }) => (branch === at ? null : branch),
      },
    ],
  }),
];
