// Every route of the service, by the files that declare them: a route of one of them has no line here.
import { moduleRoutes, lineageRoute } from "./module.js";
import { dependenciesRoutes } from "./dependencies.js";
import { moduleDiffRoute } from "./diff.js";
import { unportedRoute } from "./migration/unported.js";
import { apiChangesRoute } from "./migration/api-changes.js";
import { whereRoutes } from "./where.js";
import { modulesRoute } from "./modules.js";
import { exportRoute } from "./export.js";
import { browseRoute, repositoryRoute } from "./browse.js";
import { changesRoutes } from "./changes.js";
import { snapshotRoutes } from "./snapshot.js";
import { coverageRoutes } from "./coverage.js";
import { copiesRoute } from "./copies.js";
import { planRoute } from "./system/plan.js";
import { migrationRoute } from "./migration/report.js";
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
