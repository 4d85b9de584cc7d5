// /v1/search…: modules by technical name, and by words and filters.
import type { Parameter, ResourceDescription } from "./operation.js";
import {
  describeFlag,
  describeLimit,
  describeText,
  MODULE_NAME,
  OFFSET,
  PLATFORM_VERSION,
  REQUIRED_PLATFORM_VERSION,
} from "./parameters.js";
import { flag, listOf, mapOf, object, orNull, ref, text, type Schema } from "./schema.js";

const EXPLAIN = describeFlag(
  "explain",
  "Adds to each hit how what was searched for matched, and in which fields.",
);

/** Additive members of a hit, there with `explain=1`. */
const EXPLANATION: Readonly<Record<string, Schema>> = {
  match: {
    type: ["string", "null"],
    enum: ["exact", "prefix", "word", "substring", "typo", null],
    description:
      "How it matched; `null` where nothing was searched for. With `explain=1` only, as `fields`.",
  },
  fields: listOf(text(), "The fields of the module in which something of it was found."),
};
const EXPLAINED = { optional: Object.keys(EXPLANATION) };

/** The specification sets no limit here: without one all hits are given. */
const NAME_LIMIT: Parameter = {
  name: "limit",
  in: "query",
  required: false,
  description: "Most rows; all when it is not given.",
  schema: { type: "integer", minimum: 1 },
  example: 50,
};

const SORT: Parameter = {
  name: "sort",
  in: "query",
  required: false,
  description:
    "`relevance`: by where the words of `term` stand; `name`: technical name; `updated`: the latest first; `dependents`: what most modules depend on first. Ties go by technical name.",
  schema: {
    type: "string",
    enum: ["relevance", "name", "updated", "dependents"],
    default: "relevance",
  },
  example: "updated",
};

export const searchDescription: ResourceDescription = {
  operations: {
    "/v1/search/{module_name}": {
      operationId: "searchNames",
      tag: "search",
      summary: "Modules by technical name",
      description:
        "One hit for each technical name that contains the text, the best place first: the whole name, its start, the start of a word, inside. When none does, names within a typo or two.",
      parameters: [
        { ...MODULE_NAME, description: "A technical name or a part of it.", example: "rental" },
        PLATFORM_VERSION,
        describeFlag("installable", "Only modules that can, or that cannot, be installed."),
        NAME_LIMIT,
        OFFSET,
        EXPLAIN,
      ],
      answer: {
        description: "The hits, best first; none is an empty list.",
        content: { "application/json": listOf(ref("NameHit")) },
        isPaged: true,
      },
      problems: ["invalid_parameters"],
    },
    "/v1/search": {
      operationId: "searchModules",
      tag: "search",
      summary: "Modules by words and filters",
      description:
        "Modules of one platform version for which all that is given holds; ranked by where the words stand, else by technical name.",
      parameters: [
        REQUIRED_PLATFORM_VERSION,
        describeText(
          "term",
          "Words that must all begin a word of technical name, display name, summary or description.",
          "invoice",
        ),
        describeText("category", "The manifest's category; case does not matter.", "Sales/Rental"),
        describeText("depends_on", "Only modules that declare this dependency.", "rental_core"),
        describeFlag("installable", "Only modules that can, or that cannot, be installed."),
        describeFlag("application", "Only modules that are, or that are no, applications."),
        describeText("license", "The manifest's license; case does not matter.", "AGPL-3"),
        describeText("author", "Words that must all be words of the authors' names.", "harbor"),
        describeText(
          "maintainer",
          "Words that must all be words of maintainers' names.",
          "octocat",
        ),
        describeText("organization", "One organization; case does not matter.", "harbor-works"),
        describeText("repository", "One repository; case does not matter.", "retail"),
        describeText("development_status", "As the manifest says; case does not matter.", "Beta"),
        describeText(
          "updated_since",
          "Changed on this day or later; also with a time, UTC: `2024-01-31 12:00:00`.",
          "2020-01-31",
        ),
        SORT,
        EXPLAIN,
        describeLimit(50, 200),
        OFFSET,
      ],
      answer: {
        description: "The hits, best first; none is an empty list.",
        content: { "application/json": listOf(ref("ModuleHit")) },
        isPaged: true,
      },
      problems: ["invalid_parameters"],
    },
  },
  schemas: {
    NameHit: object(
      {
        technical_name: text(),
        versions: mapOf(listOf(text()), "Platform versions by the `<org>/<repo>` that has them."),
        ...EXPLANATION,
      },
      EXPLAINED,
    ),
    ModuleHit: object(
      {
        technical_name: text(),
        name: text("Display name."),
        category: orNull({ ...text(), type: "string" }),
        installable: flag(),
        application: flag(),
        organization: text(),
        repository: text(),
        ...EXPLANATION,
      },
      EXPLAINED,
    ),
  },
};
