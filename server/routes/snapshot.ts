// GET /v1/snapshot and /v1/diagnostics: of what the answers are made, and what was odd in it.
import { listDiagnostics, readSnapshotFacts } from "../lookup/snapshot-facts.js";
import { readPageRequest, toPageResource, type Route } from "./route.js";

export const snapshotRoute: Route = {
  path: "/v1/snapshot",
  answer: ({ lookup }) => ({ body: readSnapshotFacts(lookup.snapshot) }),
};

const LIMIT = { fallback: 100, maximum: 500 };

export const diagnosticsRoute: Route = {
  path: "/v1/diagnostics",
  answer({ lookup, parameters }) {
    const page = readPageRequest(parameters, LIMIT);
    const query = {
      ...page,
      code: parameters.readText("code"),
      organization: parameters.readText("org"),
      repository: parameters.readText("repo"),
      platformVersion: parameters.readVersion("platform_version"),
    };
    parameters.check();
    return toPageResource(listDiagnostics(lookup.snapshot, query), page);
  },
};
