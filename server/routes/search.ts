// GET /v1/search/{module_name} and /v1/search
import { searchFiltered, SORT_ORDERS } from "../lookup/filtered-search.js";
import { searchNames } from "../lookup/name-search.js";
import { LARGEST_OFFSET, readPageRequest, toPageResource, type Route } from "./route.js";

export const nameSearchRoute: Route = {
  path: "/v1/search/:module_name",
  answer({ lookup, parameters }) {
    const text = parameters.readPath("module_name");
    const page = readPageRequest(parameters, UNLIMITED);
    const query = {
      text,
      ...page,
      platformVersion: parameters.readVersion("platform_version"),
      installable: parameters.readFlag("installable"),
      explain: parameters.readFlag("explain") ?? false,
    };
    parameters.check();
    return toPageResource(searchNames(lookup, query), page);
  },
};

/** The specification gives this search no limit: without one in the request all hits are given. */
const UNLIMITED = { fallback: LARGEST_OFFSET, maximum: LARGEST_OFFSET };

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
      installable: parameters.readFlag("installable"),
      application: parameters.readFlag("application"),
      license: parameters.readText("license"),
      author: parameters.readText("author"),
      maintainer: parameters.readText("maintainer"),
      organization: parameters.readText("organization"),
      repository: parameters.readText("repository"),
      developmentStatus: parameters.readText("development_status"),
      updatedSince: parameters.readMoment("updated_since"),
      sort: parameters.readChoice("sort", SORT_ORDERS) ?? "relevance",
      explain: parameters.readFlag("explain") ?? false,
    };
    parameters.check();
    return toPageResource(searchFiltered(lookup, query), page);
  },
};
