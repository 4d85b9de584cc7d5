// Every table of the dataset, those first that others refer to.
import type { Table } from "./table.js";
import * as code from "./tables/code-tables.js";
import * as history from "./tables/history-tables.js";
import * as modules from "./tables/module-tables.js";
import * as needs from "./tables/need-tables.js";
import * as parts from "./tables/part-tables.js";
import * as people from "./tables/people-tables.js";
import * as security from "./tables/security-tables.js";

export const TABLES: readonly Table[] = [
  modules.snapshotTable,
  modules.repositoryTable,
  modules.branchTable,
  modules.moduleTable,
  modules.entryTable,
  needs.dependencyTable,
  needs.exclusionTable,
  needs.countryTable,
  needs.pythonTable,
  needs.binaryTable,
  people.authorTable,
  people.maintainerTable,
  people.committerTable,
  code.modelTable,
  code.inheritanceTable,
  code.fieldTable,
  code.methodTable,
  code.tableObjectTable,
  code.viewTable,
  security.groupTable,
  security.impliedGroupTable,
  security.accessTable,
  security.ruleTable,
  security.ruleGroupTable,
  parts.menuTable,
  parts.actionTable,
  parts.cronTable,
  parts.controllerTable,
  parts.routeTable,
  parts.assetTable,
  parts.scriptTable,
  parts.scriptClassTable,
  parts.scriptPatchTable,
  parts.registryKeyTable,
  parts.readmeTable,
  parts.migrationStepTable,
  parts.imageTable,
  history.pullRequestTable,
  history.commitTable,
  history.commitPathTable,
  history.commitBranchTable,
  history.lineageTable,
  modules.diagnosticTable,
];

/** The texts in which words are looked for: `entry_texts MATCH 'stock move'`. */
export const FULL_TEXT = {
  name: "entry_texts",
  table: "entries",
  rowid: "id",
  columns: ["technical_name", "name", "summary", "description"],
} as const;

/** Raised when a table or a column is removed or means something else; new ones do not count. */
export const DATASET_VERSION = 1;
