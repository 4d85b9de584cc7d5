// Of what the answers are made, what was odd in it, and the files that were written of it.
import {
  count,
  flag,
  listOf,
  mapOf,
  named,
  object,
  oneOf,
  orNull,
  text,
  type ValueOf,
} from "../../../data/shape.js";

const SourceDetails = object({
  organization: text(),
  repository: text(),
  git: text("Clone address."),
  branches: listOf(
    object({
      branch: text(),
      platform_version: text("What the branch is for; its name need not say it."),
      commit: text(),
      modules: count(),
    }),
  ),
  faults: count(
    "How often something of it could not be read; the operator's report says what and why.",
  ),
  diagnostics: count("Rows of /v1/diagnostics."),
});

export const Snapshot = named(
  "Snapshot",
  object({
    id: text(),
    format: count("Version of the file format."),
    program: text("Version of the program that built it."),
    bytes: count("Size of its files."),
    embedder: orNull(object({ kind: text(), name: text(), dimensions: count() })),
    counts: object({
      entries: count("Modules by platform version and repository."),
      modules: count("Distinct technical names."),
      repositories: count(),
      platform_versions: mapOf(count(), "Entries by platform version, in numeric order."),
      models: count(),
      fields: count(),
      methods: count(),
      views: count(),
      diagnostics: mapOf(count(), "By code, the most frequent first."),
    }),
    diagnostic_meanings: mapOf(text(), "What these codes mean, one sentence each."),
    is_complete: flag("Every repository and branch that was asked for was read."),
    sources: listOf(SourceDetails),
  }),
);
export type SnapshotDetails = ValueOf<typeof Snapshot>;

const Diagnostic = named(
  "Diagnostic",
  object({
    organization: text(),
    repository: text(),
    branch: text(),
    platform_version: text(),
    path: text("Relative to the root of the repository."),
    line: count(),
    code: text(),
    detail: text("May be empty."),
    url: orNull(
      text(
        "The line on the repository's forge, at the commit that was read; `null` of a forge that is not known.",
      ),
    ),
  }),
);
export type DiagnosticRow = ValueOf<typeof Diagnostic>;
export const Diagnostics = listOf(Diagnostic);

const DatasetFile = named(
  "DatasetFile",
  object({
    path: text("Where it can be downloaded."),
    format: oneOf(["sqlite", "parquet"]),
    bytes: count("Its size."),
    sha256: text("Of its bytes, hexadecimal."),
  }),
);
export const DatasetFiles = listOf(DatasetFile);
