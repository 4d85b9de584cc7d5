// /v1/snapshot and /v1/diagnostics: of what the answers are made, and what was odd in it.
import type { ResourceDescription } from "./operation.js";
import { describeLimit, describeText, OFFSET, PLATFORM_VERSION } from "./parameters.js";
import { count, flag, listOf, mapOf, object, ref, text } from "./schema.js";

export const snapshotDescription: ResourceDescription = {
  operations: {
    "/v1/snapshot": {
      operationId: "getSnapshot",
      tag: "service",
      summary: "Of what the answers are made",
      description:
        "What the snapshot was built from: every source with the commits that were read, what of it could not be read, and how much was odd. What is not listed here was not looked at.",
      answer: {
        description: "The facts of the build.",
        content: { "application/json": ref("Snapshot") },
      },
    },
    "/v1/diagnostics": {
      operationId: "listDiagnostics",
      tag: "service",
      summary: "What was odd in the files that were read",
      description:
        "One row for each thing that could not be read as it stands, or was passed over, with its place.",
      parameters: [
        describeText("code", "Only this code; `/v1/snapshot` counts them.", "python_recovered"),
        describeText("org", "Only this organization; case does not matter.", "meadow-apps"),
        describeText("repo", "Only this repository; case does not matter.", "finance"),
        PLATFORM_VERSION,
        describeLimit(100, 500),
        OFFSET,
      ],
      answer: {
        description: "The rows.",
        content: { "application/json": listOf(ref("Diagnostic")) },
        isPaged: true,
      },
      problems: ["invalid_parameters"],
    },
  },
  schemas: {
    Snapshot: object({
      id: text(),
      format: count("Version of the file format."),
      program: text("Version of the program that built it."),
      bytes: count("Size of its files."),
      embedder: {
        ...object({ kind: text(), name: text(), dimensions: count() }),
        type: ["object", "null"],
      },
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
      is_complete: flag("Every repository and branch that was asked for was read."),
      sources: listOf(
        object({
          organization: text(),
          repository: text(),
          git: text("Clone address."),
          branches: listOf(object({ branch: text(), commit: text(), modules: count() })),
          faults: count(
            "How often something of it could not be read; the operator is told what and why.",
          ),
          diagnostics: count("Rows of /v1/diagnostics."),
        }),
      ),
    }),
    Diagnostic: object({
      organization: text(),
      repository: text(),
      branch: text(),
      path: text("Relative to the root of the repository."),
      line: count(),
      code: text(),
      detail: text("May be empty."),
    }),
  },
};
