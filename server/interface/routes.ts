// Every route of the service; a new one has its declaration in resource/ and a line here.
import {
  authorsRoute,
  categoriesRoute,
  licensesRoute,
  repositoriesRoute,
  versionsRoute,
} from "./resource/browse.js";
import { changesFeedRoute, changesRoute } from "./resource/changes.js";
import { checkRoute } from "./resource/system/check.js";
import { coverageRoute, repositoryCoverageRoute } from "./resource/coverage.js";
import { dependenciesRoute, dependentsRoute } from "./resource/dependencies.js";
import { findRoute } from "./resource/find.js";
import { moduleDiffRoute } from "./resource/diff.js";
import { datasetsRoute, jsonExportRoute, tableExportRoute } from "./resource/export.js";
import { moduleDetailRoute, moduleSummaryRoute } from "./resource/module.js";
import { apiChangesRoute } from "./resource/migration/api-changes.js";
import { lineageRoute } from "./resource/migration/lineage.js";
import { migrationRoute } from "./resource/migration/report.js";
import { unportedRoute } from "./resource/migration/unported.js";
import { modulesRoute } from "./resource/modules.js";
import { overviewRoute, startRoute } from "./resource/overview.js";
import { planRoute } from "./resource/system/plan.js";
import {
  registryModelRoute,
  registryModelsRoute,
  registryViewRoute,
} from "./resource/system/registry.js";
import { repositoryRoute } from "./resource/repository.js";
import {
  facetsRoute,
  filteredSearchRoute,
  nameSearchRoute,
  unknownValuesRoute,
} from "./resource/search.js";
import { semanticSearchRoute } from "./resource/semantic-search.js";
import {
  healthRoute,
  metricsRoute,
  openapiRoute,
  problemRoute,
  readyRoute,
} from "./resource/service.js";
import { diagnosticsRoute, snapshotRoute } from "./resource/snapshot.js";
import {
  fieldRoute,
  fieldsRoute,
  methodRoute,
  methodsRoute,
  modelRoute,
  viewRoute,
} from "./resource/where.js";

export const ROUTES = [
  moduleSummaryRoute,
  moduleDetailRoute,
  dependenciesRoute,
  dependentsRoute,
  moduleDiffRoute,
  unportedRoute,
  lineageRoute,
  apiChangesRoute,
  modelRoute,
  fieldRoute,
  methodRoute,
  viewRoute,
  fieldsRoute,
  methodsRoute,
  modulesRoute,
  jsonExportRoute,
  tableExportRoute,
  datasetsRoute,
  repositoriesRoute,
  versionsRoute,
  categoriesRoute,
  licensesRoute,
  authorsRoute,
  changesRoute,
  changesFeedRoute,
  snapshotRoute,
  diagnosticsRoute,
  repositoryRoute,
  coverageRoute,
  repositoryCoverageRoute,
  planRoute,
  migrationRoute,
  registryModelsRoute,
  registryModelRoute,
  registryViewRoute,
  checkRoute,
  findRoute,
  nameSearchRoute,
  filteredSearchRoute,
  facetsRoute,
  unknownValuesRoute,
  semanticSearchRoute,
  startRoute,
  overviewRoute,
  openapiRoute,
  problemRoute,
  healthRoute,
  readyRoute,
  metricsRoute,
] as const;
