// Tables of manifest lists: dependencies, packages and people.
import type { ModuleRecord } from "../../../data/module/records.js";
import { findUnresolvedKind } from "../../../data/platform/module-names.js";
import { flag, orNull, text } from "../../../data/shape.js";
import { toPackageName } from "../../contract/browser/package-names.js";
import { parseRequirement } from "../../registry/python-versions.js";
import { defineListTable, ENTRY, type Table } from "../table.js";

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
