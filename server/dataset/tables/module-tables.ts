// The snapshot itself, what it was read from, and what each module is.
import { findFactShape, TOLD } from "../../../data/module/told-facts.js";
import type { ModuleRecord } from "../../../data/module/records.js";
import { identifyModule } from "../../lookup/module/purl.js";
import { integer, text, type Properties } from "../../../data/shape.js";
import { defineTable, size, type Row } from "../table.js";

const snapshotTable = defineTable({
  name: "snapshot",
  description: "What the dataset was made of: one row.",
  from: "snapshot",
  columns: {
    id: text("Id of the snapshot, as answers have it in `Snapshot-Id`."),
    format: integer("Version of its file format."),
    program: text("Version of the program that built it."),
  },
  key: ["id"],
  *listRows({ snapshot: { entry } }) {
    yield { id: entry.id, format: entry.format, program: entry.program };
  },
});

const repositoryTable = defineTable({
  name: "repositories",
  description: "Repositories that were read.",
  from: "snapshot",
  columns: {
    id: integer("A number in this dataset alone; another snapshot may have others."),
    organization: text("As in answers."),
    repository: text("Its name."),
    git: text("Clone URL."),
  },
  key: ["id"],
  indexes: [["organization", "repository"]],
  *listRows({ snapshot, getRepositoryId }) {
    for (const { organization, repository, git } of snapshot.repositories) {
      const id = getRepositoryId(`${organization}/${repository}`);
      yield { id, organization, repository, git };
    }
  },
});

const branchTable = defineTable({
  name: "branches",
  description: "Branches that were read, one for each platform version of a repository.",
  from: "snapshot",
  columns: {
    repository_id: integer("Its repository."),
    platform_version: text("What the branch is for."),
    branch: text("Its name, which need not be the version."),
    sha: text("Commit that was read."),
    modules: integer("Modules that it has."),
  },
  key: ["repository_id", "platform_version"],
  parents: [["repositories", "repository_id"]],
  *listRows({ snapshot, getRepositoryId }) {
    for (const { organization, repository, branches } of snapshot.entry.sources) {
      const repository_id = getRepositoryId(`${organization}/${repository}`);
      for (const { platform_version, branch, commit, modules } of branches) {
        yield { repository_id, platform_version, branch, sha: commit, modules };
      }
    }
  },
});

const moduleTable = defineTable({
  name: "modules",
  description: "Technical names.",
  from: "snapshot",
  columns: {
    technical_name: text("Name of the module's folder."),
    entries: integer("How often it exists: by platform version and repository."),
    dependents: integer("How many other names depend on it directly, at any version."),
  },
  key: ["technical_name"],
  *listRows({ snapshot: { names, nameFirst, nameDependents } }) {
    for (let name = 0; name < names.length; name++) {
      yield {
        technical_name: names.get(name),
        entries: nameFirst.get(name + 1) - nameFirst.get(name),
        dependents: nameDependents.get(name),
      };
    }
  },
});

/** Columns that have other names than facts. */
const COLUMN_NAMES: Readonly<Record<string, string>> = { commit: "sha" };

const FACT_COLUMNS = Object.fromEntries(
  TOLD.dataset.map((name) => [COLUMN_NAMES[name] ?? name, size(findFactShape(name))]),
) as Properties;

function toFactRow(record: ModuleRecord): Row {
  const known = { ...record, ...identifyModule(record) };
  return Object.fromEntries(TOLD.dataset.map((name) => [COLUMN_NAMES[name] ?? name, known[name]]));
}

const entryTable = defineTable({
  name: "entries",
  description: "Modules at a platform version in a repository: what most questions begin with.",
  from: "entry",
  columns: {
    id: integer("A number in this dataset alone; another snapshot may have others."),
    technical_name: text("Name of the module's folder."),
    platform_version: text("`19.0`; compare with `=`, since `9.0` sorts behind `10.0`."),
    repository_id: integer("Where it is."),
    ...FACT_COLUMNS,
  },
  key: ["id"],
  parents: [
    ["modules", "technical_name"],
    ["repositories", "repository_id"],
  ],
  indexes: [["technical_name", "platform_version"], ["platform_version"]],
  *listRows({ entry_id, repository_id, record }) {
    yield {
      id: entry_id,
      technical_name: record.technical_name,
      platform_version: record.platform_version,
      repository_id,
      ...toFactRow(record),
    };
  },
});

export const diagnosticTable = defineTable({
  name: "diagnostics",
  description: "What was odd in the files that were read: the rows of `/v1/diagnostics`.",
  from: "snapshot",
  columns: {
    id: integer("In the order of the route."),
    repository_id: integer("Where it was found."),
    platform_version: text("What the branch is for."),
    branch: text("Where it was found."),
    path: text("Relative to the root of the repository."),
    line: integer("In the file, from 1."),
    code: text("As docs/errors.md explains it."),
    detail: text("May be empty."),
  },
  key: ["id"],
  parents: [["repositories", "repository_id"]],
  indexes: [["code"]],
  *listRows({ snapshot, getRepositoryId }) {
    let id = 0;
    for (const { organization, repository, ...row } of snapshot.readDiagnostics()) {
      id += 1;
      const { platform_version, branch, path, line, code, detail } = row;
      const repository_id = getRepositoryId(`${organization}/${repository}`);
      yield { id, repository_id, platform_version, branch, path, line, code, detail };
    }
  },
});

/** Tables that others refer to. */
export const MODULE_TABLES = [snapshotTable, repositoryTable, branchTable, moduleTable, entryTable];
