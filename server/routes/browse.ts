// GET /v1/repos, /v1/versions, /v1/categories and /v1/authors: lists to browse.
import {
  listAuthors,
  listCategories,
  listRepositories,
  listVersionCounts,
} from "../lookup/browse.js";
import type { Lookup } from "../lookup/lookup.js";
import { cutPage } from "../lookup/page.js";
import { readPageRequest, toPageResource, type Route } from "./route.js";

const LIMIT = { fallback: 100, maximum: 500 };

type Snapshot = Lookup["snapshot"];

function createListRoute(
  path: string,
  list: (snapshot: Snapshot) => readonly unknown[] | Promise<readonly unknown[]>,
): Route {
  return {
    path,
    async answer({ lookup, parameters }) {
      const page = readPageRequest(parameters, LIMIT);
      parameters.check();
      return toPageResource(cutPage(await list(lookup.snapshot), page), page);
    },
  };
}

export const browseRoutes: readonly Route[] = [
  createListRoute("/v1/repos", listRepositories),
  createListRoute("/v1/versions", listVersionCounts),
  createListRoute("/v1/categories", listCategories),
  createListRoute("/v1/authors", listAuthors),
];
