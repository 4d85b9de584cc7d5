// /v1/semantic-search: modules by what they are for.
import type { ResourceDescription } from "./operation.js";
import { describeLimit, OFFSET, PLATFORM_VERSION } from "./parameters.js";
import { listOf, object, ref, text } from "./schema.js";

export const semanticSearchDescription: ResourceDescription = {
  operations: {
    "/v1/semantic-search": {
      operationId: "searchByMeaning",
      tag: "search",
      summary: "Modules by what they are for",
      description:
        "Modules whose name, category and description are near to the question; one row for each platform version, modules best first, a module's rows newest version first.",
      parameters: [
        {
          name: "q",
          in: "query",
          required: true,
          description: "What is sought, in words of any language.",
          schema: { type: "string", minLength: 1 },
          example: "remind customers who have not paid",
        },
        PLATFORM_VERSION,
        describeLimit(20, 50),
        OFFSET,
      ],
      answer: {
        description: "The rows, best first; none is an empty list.",
        content: { "application/json": listOf(ref("SemanticHit")) },
        isPaged: true,
      },
      problems: ["invalid_parameters", "semantic_unavailable"],
    },
  },
  schemas: {
    SemanticHit: object({
      technical_name: text(),
      name: text("Display name."),
      category: text(),
      platform_version: text(),
      org_name: text("Organization."),
      repository: text(),
      score: {
        type: "number",
        minimum: 0,
        maximum: 1,
        description: "How near it is; comparable between questions to one snapshot.",
      },
    }),
  },
};
