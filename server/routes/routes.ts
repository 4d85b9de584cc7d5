// Every route of the service, by the files that declare them: a route of one of them has no line here.
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
