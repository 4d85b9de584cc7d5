// Every route of the service; a new one has its declaration in resource/ and a line here.
import {
  authorsRoute,
  categoriesRoute,
  licensesRoute,
  repositoriesRoute,
  versionsRoute,
} from "./browse.js";
import { changesFeedRoute, changesRoute } from "./changes.js";
import { checkRoute } from "./system/check.js";
import { coverageRoute, repositoryCoverageRoute } from "./coverage.js";
import { dependenciesRoute, dependentsRoute } from "./dependencies.js";
import { findRoute } from "./find.js";
import { moduleDiffRoute } from "./diff.js";
import { datasetsRoute, jsonExportRoute, tableExportRoute } from "./export.js";
import { moduleDetailRoute, moduleSummaryRoute } from "./module.js";
import { apiChangesRoute } from "./migration/api-changes.js";
import { lineageRoute } from "./migration/lineage.js";
import { migrationRoute } from "./migration/report.js";
import { moduleUpgradeRoute, upgradeRoute } from "./migration/upgrade.js";
import { unportedRoute } from "./migration/unported.js";
import { modulesRoute } from "./modules.js";
import { overviewRoute, startRoute } from "./overview.js";
import { planRoute } from "./system/plan.js";
import {
  registryAccessModelsRoute,
  registryAccessRoute,
  registryGroupRoute,
  registryGroupsRoute,
} from "./system/registry-rights.js";
import { registryActionsRoute, registryMenusRoute } from "./system/registry-menus.js";
import { registryRecordRoute, registryRecordsRoute } from "./system/registry-records.js";
import {
  registryBundleRoute,
  registryBundlesRoute,
  registryTemplateRoute,
  registryTemplatesRoute,
} from "./system/registry-assets.js";
import { registryModelRoute, registryModelsRoute, registryViewRoute } from "./system/registry.js";
import { repositoryRoute } from "./repository.js";
import { facetsRoute, filteredSearchRoute, nameSearchRoute, unknownValuesRoute } from "./search.js";
import { semanticSearchRoute } from "./semantic-search.js";
import { healthRoute, metricsRoute, openapiRoute, problemRoute, readyRoute } from "./service.js";
import { diagnosticsRoute, snapshotRoute } from "./snapshot.js";
import {
  fieldRoute,
  fieldsRoute,
  methodRoute,
  methodsRoute,
  modelRoute,
  viewRoute,
  javascriptRoute,
} from "./where.js";

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
  javascriptRoute,
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
  registryAccessModelsRoute,
  registryAccessRoute,
  registryGroupsRoute,
  registryGroupRoute,
  registryMenusRoute,
  registryActionsRoute,
  registryRecordsRoute,
  registryRecordRoute,
  registryBundlesRoute,
  registryBundleRoute,
  registryTemplatesRoute,
  registryTemplateRoute,
  checkRoute,
  findRoute,
  nameSearchRoute,
  filteredSearchRoute,
  facetsRoute,
  unknownValuesRoute,
  semanticSearchRoute,
  upgradeRoute,
  moduleUpgradeRoute,
  startRoute,
  overviewRoute,
  openapiRoute,
  problemRoute,
  healthRoute,
  readyRoute,
  metricsRoute,
] as const;
