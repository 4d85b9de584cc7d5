// Every route of the service. A new one has its file here and its description in server/openapi/;
// tests hold both lists equal.
import { browseRoutes } from "./browse.js";
import { changesFeedRoute, changesRoute } from "./changes.js";
import { coverageRoute, repositoryCoverageRoute } from "./coverage.js";
import { dependenciesRoute, dependentsRoute } from "./dependencies.js";
import { moduleDiffRoute } from "./diff.js";
import { exportRoutes } from "./export.js";
import { overviewRoutes } from "./overview.js";
import { moduleDetailRoute, moduleSummaryRoute } from "./module.js";
import { modulesRoute } from "./modules.js";
import { openapiRoute } from "./openapi.js";
import { problemRoute } from "./problem-kind.js";
import { repositoryRoute } from "./repository.js";
import type { Route } from "./route.js";
import { filteredSearchRoute, nameSearchRoute } from "./search.js";
import { semanticSearchRoute } from "./semantic-search.js";
import { diagnosticsRoute, snapshotRoute } from "./snapshot.js";
import { healthRoute, metricsRoute, readyRoute } from "./service.js";
import { whereRoutes } from "./where.js";

export const ROUTES: readonly Route[] = [
  ...overviewRoutes,
  moduleSummaryRoute,
  moduleDetailRoute,
  dependenciesRoute,
  dependentsRoute,
  moduleDiffRoute,
  ...whereRoutes,
  modulesRoute,
  ...exportRoutes,
  ...browseRoutes,
  changesRoute,
  changesFeedRoute,
  snapshotRoute,
  diagnosticsRoute,
  repositoryRoute,
  repositoryCoverageRoute,
  coverageRoute,
  nameSearchRoute,
  filteredSearchRoute,
  semanticSearchRoute,
  openapiRoute,
  problemRoute,
  healthRoute,
  readyRoute,
  metricsRoute,
];
