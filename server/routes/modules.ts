// GET /v1/modules: all modules in parts, or those of a list of names.
import { listModuleRows, listNamedRows } from "../lookup/module-rows.js";
import { readPageRequest, toPageResource, type Route } from "./route.js";

export const MOST_NAMES = 500;

const LIMIT = { fallback: 100, maximum: 500 };

export const modulesRoute: Route = {
  path: "/v1/modules",
  answer({ lookup, parameters }) {
    const names = parameters.readList("names", MOST_NAMES);
    // Who sends a list wants all of it.
    const limit = names === undefined ? LIMIT : { ...LIMIT, fallback: MOST_NAMES };
    const page = readPageRequest(parameters, limit);
    const query = { ...page, platformVersion: parameters.readVersion("platform_version") };
    parameters.check();
    return names === undefined
      ? toPageResource(listModuleRows(lookup.snapshot, query), page)
      : toPageResource(listNamedRows(lookup.snapshot, names, query), page);
  },
};
