// GET /v1/semantic-search
import { OperatorError } from "../../data/operator-error.js";
import { searchSemantic } from "../lookup/semantic-search.js";
import { Problem } from "../problem.js";
import { readPageRequest, toPageResource, type Route } from "./route.js";

const SEMANTIC_LIMIT = { fallback: 20, maximum: 50 };

export const semanticSearchRoute: Route = {
  path: "/v1/semantic-search",
  async answer({ lookup, parameters }) {
    const page = readPageRequest(parameters, SEMANTIC_LIMIT);
    const query = {
      ...page,
      text: parameters.readRequiredText("q"),
      platformVersion: parameters.readVersion("platform_version"),
    };
    parameters.check();
    try {
      return toPageResource(await searchSemantic(lookup, query), page);
    } catch (error) {
      if (error instanceof OperatorError && error.code === "embedder_absent") {
        throw new Problem("semantic_unavailable", error.message);
      }
      throw error;
    }
  },
};
