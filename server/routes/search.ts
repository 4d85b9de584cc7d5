// GET /v1/search/{module_name} and /v1/search
import { searchFiltered } from "../lookup/filtered-search.js";
import { searchNames } from "../lookup/name-search.js";
import { readPageRequest, toPageResource, type Route } from "./route.js";

export const nameSearchRoute: Route = {
  path: "/v1/search/:module_name",
  answer({ lookup, parameters }) {
    const query = {
      text: parameters.readPath("module_name"),
      platformVersion: parameters.readVersion("platform_version"),
      installable: parameters.readFlag("installable"),
    };
    parameters.check();
    return { body: searchNames(lookup.snapshot, query) };
  },
};

const SEARCH_LIMIT = { fallback: 50, maximum: 200 };

export const filteredSearchRoute: Route = {
  path: "/v1/search",
  answer({ lookup, parameters }) {
    const page = readPageRequest(parameters, SEARCH_LIMIT);
    const query = {
      ...page,
      platformVersion: parameters.readRequiredVersion("platform_version"),
      term: parameters.readText("term"),
      category: parameters.readText("category"),
      dependsOn: parameters.readText("depends_on"),
    };
    parameters.check();
    return toPageResource(searchFiltered(lookup, query), page);
  },
};
