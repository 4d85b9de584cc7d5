// The snapshot itself, what it was read from, and what each module is.
import { findUnresolvedKind } from "../../../data/platform/module-names.js";
import { identifyModule } from "../../lookup/module/identity.js";
import { bytes, defineTable, flag, integer, moment, optional, text } from "../table.js";

export const snapshotTable = defineTable({
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

export const repositoryTable = defineTable({
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

export const branchTable = defineTable({
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
  parents: [{ table: "repositories", columns: ["repository_id"] }],
  *listRows({ snapshot, getRepositoryId }) {
    for (const { organization, repository, branches } of snapshot.entry.sources) {
      const repository_id = getRepositoryId(`${organization}/${repository}`);
      for (const { platform_version, branch, commit, modules } of branches) {
        yield { repository_id, platform_version, branch, sha: commit, modules };
      }
    }
  },
});

export const moduleTable = defineTable({
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

export const entryTable = defineTable({
  name: "entries",
  description: "Modules at a platform version in a repository: what most questions begin with.",
  from: "entry",
  columns: {
    id: integer("A number in this dataset alone; another snapshot may have others."),
    technical_name: text("Name of the module's folder."),
    platform_version: text("`17.0`; compare with `=`, since `9.0` sorts behind `10.0`."),
    repository_id: integer("Where it is."),
    name: text("Display name."),
    version: text("Without the leading platform version; `0.1.0` where none is declared."),
    manifest_version: optional(text("As the manifest has it.")),
    summary: text("May be empty."),
    description: text("May be empty; Markdown, reStructuredText or plain."),
    website: text("May be empty."),
    category: text("As the manifest has it, or the default."),
    license: text("As the manifest has it, or the default."),
    license_spdx: text("The licence as an SPDX expression."),
    development_status: optional(text("As the manifest has it.")),
    installable: flag("False for what is there and was not ported."),
    application: flag("As the manifest has it."),
    auto_install: flag("It installs itself; `dependencies.is_trigger` says when."),
    has_depends: flag("False where the manifest does not say what it depends on: `base` then."),
    has_tests: flag("Whether there is a file `tests/test_….py`."),
    update_date: moment("Last commit that changed its folder."),
    last_code_change: optional(moment("Last commit in which a person changed its code.")),
    branch: text("Branch that was read."),
    sha: text("Commit that was read."),
    source_path: text("Its folder inside the repository."),
    folder_size: bytes("Bytes of all files in its folder."),
    purl: text("Package URL of the folder at the commit."),
    distribution_purl: optional(text("Package URL of the Python distribution made of it.")),
  },
  key: ["id"],
  parents: [
    { table: "modules", columns: ["technical_name"] },
    { table: "repositories", columns: ["repository_id"] },
  ],
  indexes: [["technical_name", "platform_version"], ["platform_version"]],
  *listRows({ entry_id, repository_id, record }) {
    yield {
      id: entry_id,
      technical_name: record.technical_name,
      platform_version: record.platform_version,
      repository_id,
      name: record.name,
      version: record.version,
      manifest_version: record.manifest_version,
      summary: record.summary,
      description: record.description,
      website: record.website,
      category: record.category,
      license: record.license,
      development_status: record.development_status,
      installable: record.installable,
      application: record.application,
      auto_install: record.auto_install,
      has_depends: record.has_depends,
      has_tests: record.has_tests,
      update_date: record.update_date,
      last_code_change: record.last_code_change,
      branch: record.branch,
      sha: record.commit,
      source_path: record.source_path,
      folder_size: record.folder_size,
      ...identifyModule(record),
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
  parents: [{ table: "repositories", columns: ["repository_id"] }],
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

/** Whose module a needed name is that no repository of the snapshot has. */
export function findMissingKind(
  name: string,
  platformVersion: string,
  isCarried: boolean,
): string | null {
  return isCarried ? null : findUnresolvedKind(name, platformVersion);
}
