// /v1/coverage and /v1/repo/…/coverage: what of one platform version exists at another.
import type { AnswerDescription, Parameter, ResourceDescription } from "./operation.js";
import { count, listOf, object, orNull, ref, text } from "./schema.js";

const VERSION = {
  in: "query",
  required: true,
  schema: { type: "string", minLength: 1 },
} as const;

const VERSIONS: readonly Parameter[] = [
  { ...VERSION, name: "from", description: "The platform version to leave.", example: "16.0" },
  { ...VERSION, name: "to", description: "The platform version to reach.", example: "17.0" },
];

const answer: AnswerDescription = {
  description: "The modules with their status, and how many there are of each.",
  content: { "application/json": ref("Coverage") },
};

const names = (description: string) => listOf(text(), description);

export const coverageDescription: ResourceDescription = {
  operations: {
    "/v1/coverage": {
      operationId: "coverNames",
      tag: "modules",
      summary: "Which of these modules exist at another version",
      description:
        "For each name whether it exists at the platform version `to`, and where; of one that does not, which of its dependencies at `from` are missing as well.",
      parameters: [
        {
          name: "names",
          in: "query",
          required: true,
          description: "Technical names with commas between them, up to 500.",
          schema: { type: "string", minLength: 1 },
          example: "rental_core,leave_calendar,no_such_module",
        },
        ...VERSIONS,
      ],
      answer,
      problems: ["invalid_parameters", "unknown_version"],
    },
    "/v1/repo/{repo_name}/coverage": {
      operationId: "coverRepository",
      tag: "repositories",
      summary: "Which modules of a repository exist at another version",
      description:
        "The same for every module that a repository has at the platform version `from`; of all organizations that have one of this name.",
      parameters: [
        {
          name: "repo_name",
          in: "path",
          required: true,
          description: "Name of a repository, without its organization.",
          schema: { type: "string", minLength: 1 },
          example: "retail",
        },
        ...VERSIONS,
      ],
      answer,
      problems: ["invalid_parameters", "unknown_repository", "unknown_version"],
    },
  },
  schemas: {
    Coverage: object({
      from: text(),
      to: text(),
      counts: object({
        present: count(),
        moved: count(),
        missing: count(),
        unknown: count(),
        ready: count("Missing, with nothing in the way."),
      }),
      modules: listOf(ref("CoverageRow")),
    }),
    CoverageRow: object({
      technical_name: text(),
      status: {
        type: "string",
        enum: ["present", "moved", "missing", "unknown"],
        description:
          "`present`: in the same repository, or new at `to`; `moved`: in others only; `missing`: nowhere; `unknown`: no module has this name at any version.",
      },
      carrier: orNull({
        ...text("The `<org>/<repo>` whose module is looked for; `null` for anybody's."),
        type: "string",
      }),
      carriers_from: names("Every `<org>/<repo>` that has it at `from`."),
      carriers_to: names("Every `<org>/<repo>` that has it at `to`."),
      blocked_by: names("What a missing one needs, directly or not, that is missing as well."),
    }),
  },
};
