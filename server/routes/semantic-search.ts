// GET /v1/semantic-search: modules by what they are for.
import { OperatorError } from "../../data/operator-error.js";
import { searchSemantic } from "../lookup/meaning/semantic-search.js";
import { limit, list, OFFSET, PLATFORM_VERSION, text, switchOn } from "../contract/parameter.js";
import { Problem } from "../contract/problem.js";
import { toPageResource } from "../contract/resource.js";
import { shape } from "../contract/route.js";
import { defineRoute } from "./define-route.js";

const MOST_REWORDINGS = 8;

export const semanticSearchRoute = defineRoute({
  path: "/v1/semantic-search",
  operation: "searchByMeaning",
  tag: "search",
  summary: "Modules by meaning",
  description:
    "Modules whose name, category and description are similar in meaning to the question, best first; one row for each Odoo version, newest first.",
  command: { name: "semantic", words: "q", asText: "per_module" },
  parameters: {
    q: text("What the module should do, in any language.", {
      example: "remind customers who have not paid",
      required: true,
      elsewhere: ["term", "query"],
    }),
    also: list(
      MOST_REWORDINGS,
      `The same in other words, comma-separated, at most ${MOST_REWORDINGS}: terms of the trade, possible names of a module. They count as much as the question.`,
      { example: "dunning,payment reminders" },
    ),
    platform_version: PLATFORM_VERSION,
    per_module: switchOn(
      "One row for each module, its newest, with all its Odoo versions; `limit` and `offset` count modules.",
    ),
    limit: limit(20, 50),
    offset: OFFSET,
  },
  answer: {
    description: "The rows, best first; an empty list if nothing matches.",
    shape: shape(() => import("../contract/shape/search.js"), "SemanticHits"),
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
