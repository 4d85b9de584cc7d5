// Tables of the snapshot itself, of what it was read from, of what each module is, and of the lists of its manifest: dependencies,
// packages and people.
import { findFactShape, TOLD } from "../../../data/module/told-facts.js";
import type { ModuleRecord } from "../../../data/module/records.js";
import { identifyModule } from "../../lookup/module/purl.js";
import { integer, text, type Properties, flag, orNull } from "../../../data/shape.js";
import { defineTable, type Row, defineListTable, ENTRY, type Table } from "../table.js";
import { findUnresolvedKind } from "../../../data/platform/module-names.js";
import { toPackageName } from "../../contract/browser/shell-lines.js";
import { parseRequirement } from "../../registry/python-versions.js";

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
  TOLD.dataset.map((name) => [COLUMN_NAMES[name] ?? name, findFactShape(name)]),
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
    code: text("`/v1/snapshot` has its meaning."),
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

const dependencyTable = defineListTable(ENTRY, {
  name: "dependencies",
  description: "Modules that a manifest names in `depends`, in its order.",
  columns: {
    depends_on: text("Technical name; it may have no entry, so it is no foreign key."),
    is_trigger: flag("With `auto_install`: one of those that must be there for it."),
    missing_kind: orNull(
      text(
        "Where no repository has it at this version: `core`, `enterprise` or `unknown`; else NULL.",
      ),
    ),
  },
  indexes: [["depends_on"]],
  listOf({ record, isCarried }) {
    const { auto_install, auto_install_requires: triggers, platform_version } = record;
    return record.declared_dependencies.platform.map((name) => ({
      depends_on: name,
      is_trigger: auto_install && (triggers === null || triggers.includes(name)),
      missing_kind: isCarried(name) ? null : findUnresolvedKind(name, platform_version),
    }));
  },
});

const pythonTable = defineListTable(ENTRY, {
  name: "python_requirements",
  description: "Python packages that a manifest names, in its order.",
  columns: {
    requirement: text("As the manifest has it."),
    package: text("The distribution that has it; case and signs as in PEP 503."),
    specifier: text("Versions that are allowed, PEP 440; empty for any."),
    marker: text("When it is needed, PEP 508; empty for always."),
  },
  indexes: [["package"]],
  listOf: ({ record }) =>
    record.declared_dependencies.pip.map((requirement) => {
      const { name, specifier, marker } = parseRequirement(requirement);
      const { name: distribution } = parseRequirement(toPackageName(name));
      return { requirement, package: distribution, specifier, marker };
    }),
});

/** A table of names that a manifest lists. @param column with what it says */
const defineNames = (
  name: string,
  description: string,
  [column, said]: readonly [string, string],
  list: (record: ModuleRecord) => readonly string[],
): Table =>
  defineListTable(ENTRY, {
    name,
    description,
    columns: { [column]: text(said) },
    indexes: column === "name" ? [[column]] : [],
    listOf: ({ record }) => list(record).map((one) => ({ [column]: one })),
  });

const committerTable = defineListTable(ENTRY, {
  name: "committers",
  description: "Who changed the folder on its branch, most commits first; robots are left out.",
  columns: {
    name: text("As git has it; never an address."),
    is_developer: flag("Changed code."),
    is_translator: flag("Translated; somebody may do both."),
  },
  indexes: [["name"]],
  listOf: ({ record: { committers, developers, translators } }) =>
    committers.map((name) => ({
      name,
      is_developer: developers.includes(name),
      is_translator: translators.includes(name),
    })),
});

export const NEED_TABLES = [
  dependencyTable,
  defineNames(
    "exclusions",
    "Modules that cannot be installed beside an entry.",
    ["technical_name", "It may have no entry."],
    ({ excludes }) => excludes,
  ),
  defineNames(
    "countries",
    "Countries that an entry is for.",
    ["country", "ISO 3166 code."],
    ({ countries }) => countries,
  ),
  pythonTable,
  defineNames(
    "binary_requirements",
    "Executables and system packages that a manifest names, in its order.",
    ["name", "Of a program or of a Debian package."],
    ({ declared_dependencies: { bin } }) => bin,
  ),
  defineNames(
    "authors",
    "Authors that a manifest names, in its order.",
    ["name", "A person or a company."],
    ({ authors }) => authors,
  ),
  defineNames(
    "maintainers",
    "Maintainers that a manifest names, in its order.",
    ["name", "Mostly an account of the forge."],
    ({ maintainers }) => maintainers,
  ),
  committerTable,
];
