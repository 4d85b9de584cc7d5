// GET /v1/semantic-search: modules by what they are for.
import { OperatorError } from "../../../data/operator-error.js";
import { searchSemantic } from "../../lookup/meaning/semantic-search.js";
import { limit, list, OFFSET, PLATFORM_VERSION, text, switchOn } from "../parameter.js";
import { Problem } from "../problem.js";
import { toPageResource } from "../resource.js";
import { defineRoute, shape } from "../route.js";

const MOST_REWORDINGS = 8;

export const semanticSearchRoute = defineRoute({
  path: "/v1/semantic-search",
  operation: "searchByMeaning",
  tag: "search",
  summary: "Modules by what they are for",
  description:
    "Modules whose name, category and description are near to the question; one row for each platform version, modules best first, a module's rows newest version first.",
  command: { name: "semantic", words: "q" },
  parameters: {
    q: text("What is sought, in words of any language.", {
      example: "remind customers who have not paid",
      required: true,
    }),
    also: list(
      MOST_REWORDINGS,
      `The same in other words, up to ${MOST_REWORDINGS} with commas between them: what the trade calls it, what a module for it may be called. They count as much as the question.`,
      { example: "dunning,payment reminders" },
    ),
    platform_version: PLATFORM_VERSION,
    per_module: switchOn(
      "One row for each module, its newest, with all platform versions that have it; `limit` and `offset` count modules.",
    ),
    limit: limit(20, 50),
    offset: OFFSET,
  },
  answer: {
    description: "The rows, best first; none is an empty list.",
    shape: shape(() => import("../shape/search.js"), "SemanticHits"),
    isPaged: true,
  },
  problems: ["semantic_unavailable"],
  async respond({ lookup }, { q, also, ...query }) {
    try {
      return toPageResource(
        await searchSemantic(lookup, { ...query, text: q, rewordings: also }),
        query,
      );
    } catch (error) {
      if (error instanceof OperatorError && error.code === "embedder_absent") {
        throw new Problem("semantic_unavailable", error.message);
      }
      throw error;
    }
  },
});
