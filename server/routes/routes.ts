// Every route of the service, by the files that declare them: a route of one of them has no line here. And former addresses: routes of
// their own that became values of a parameter. They answer what the route answers; /openapi.json names them in one sentence.
import { moduleRoutes, lineageRoute, modulesRoute } from "./module.js";
import { dependenciesRoutes } from "./dependencies.js";
import {
  moduleDiffRoute,
  unportedRoute,
  apiChangesRoute,
  migrationRoute,
} from "./migration/compared.js";
import { whereRoutes } from "./where.js";
import { exportRoute } from "./export.js";
import { browseRoute, repositoryRoute, coverageRoutes, copiesRoute } from "./repositories.js";
import { changesRoutes, snapshotRoutes } from "./snapshot.js";
import { planRoute } from "./system/plan.js";
import { registryRoutes } from "./system/registry.js";
import { registryRightsRoutes } from "./system/registry-rights.js";
import { registryKindsRoutes } from "./system/registry-kinds.js";
import { registryRecordsRoutes } from "./system/registry-records.js";
import { registryAssetsRoutes } from "./system/registry-assets.js";
import { checkRoute } from "./system/check.js";
import { referencesRoute } from "./system/references.js";
import { findRoute } from "./find.js";
import { searchRoutes } from "./search.js";
import { semanticSearchRoute } from "./semantic-search.js";
import { upgradeRoutes } from "./migration/upgrade.js";
import { overviewRoute } from "./overview.js";
import { serviceRoutes } from "./service.js";
import type { Route } from "../contract/route.js";

export const ROUTES = [
  ...moduleRoutes,
  ...dependenciesRoutes,
  moduleDiffRoute,
  unportedRoute,
  lineageRoute,
  apiChangesRoute,
  ...whereRoutes,
  modulesRoute,
  exportRoute,
  browseRoute,
  ...changesRoutes,
  ...snapshotRoutes,
  repositoryRoute,
  ...coverageRoutes,
  copiesRoute,
  planRoute,
  migrationRoute,
  ...registryRoutes,
  ...registryRightsRoutes,
  ...registryKindsRoutes,
  ...registryRecordsRoutes,
  ...registryAssetsRoutes,
  checkRoute,
  referencesRoute,
  findRoute,
  ...searchRoutes,
  semanticSearchRoute,
  ...upgradeRoutes,
  overviewRoute,
  ...serviceRoutes,
] as const;

interface FormerAddress extends Pick<Route, "path" | "command"> {
  /** Address today: the path of a route, with the values that are fixed. */
  readonly is: string;
  /** Path of the route, where `is` is not that. */
  readonly of?: string;
  readonly fixed?: Readonly<Record<string, string>>;
}

const FORMER_ADDRESSES: readonly FormerAddress[] = [
  { path: "/", is: "/v1" },
  { path: "/v1/names/{kind}", is: "/v1/{kind}" },
  toFormat("/v1/changes.atom", "/v1/changes", "atom"),
  toFormat("/v1/export/modules.ndjson", "/v1/export/modules", "ndjson"),
  toFormat("/v1/export/modules.csv", "/v1/export/modules", "csv"),
  toMembers("field"),
  toMembers("method"),
];

function toFormat(path: string, of: string, format: string): FormerAddress {
  return { path, is: `${of}?format=${format}`, of, fixed: { format } };
}

function toMembers(what: "field" | "method"): FormerAddress {
  const kind = `${what}s`;
  const command = { name: kind, words: "name" };
  const of = "/v1/members/{kind}";
  return { path: `/v1/${what}`, is: `/v1/members/${kind}`, of, fixed: { kind }, command };
}

/** The routes themselves at their former addresses. */
export function listFormerRoutes(
  routes: readonly Route[],
): readonly (Route & { readonly is: string })[] {
  return FORMER_ADDRESSES.flatMap(({ of, fixed = {}, ...former }) =>
    routes
      .filter(({ path }) => path === (of ?? former.is))
      .map((route) => ({
        ...route,
        ...former,
        fixed,
        parameters: Object.fromEntries(
          Object.entries(route.parameters).filter(([name]) => !Object.hasOwn(fixed, name)),
        ),
      })),
  );
}
