// What manifests say that a module needs, and what it cannot be beside.
import { toPackageName } from "../../contract/browser/package-names.js";
import { parseRequirement } from "../../registry/python-versions.js";
import { defineListTable, flag, optional, text } from "../table.js";
import { findMissingKind } from "./module-tables.js";

export const dependencyTable = defineListTable({
  name: "dependencies",
  description: "Modules that a manifest names in `depends`, in its order.",
  columns: {
    depends_on: text("Technical name; it may have no entry, so it is no foreign key."),
    is_trigger: flag("With `auto_install`: one of those that must be there for it."),
    missing_kind: optional(
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
      missing_kind: findMissingKind(name, platform_version, isCarried(name)),
    }));
  },
});

export const exclusionTable = defineListTable({
  name: "exclusions",
  description: "Modules that cannot be installed beside an entry.",
  columns: { technical_name: text("It may have no entry.") },
  listOf: ({ record }) => record.excludes.map((technical_name) => ({ technical_name })),
});

export const countryTable = defineListTable({
  name: "countries",
  description: "Countries that an entry is for.",
  columns: { country: text("ISO 3166 code.") },
  listOf: ({ record }) => record.countries.map((country) => ({ country })),
});

export const pythonTable = defineListTable({
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

export const binaryTable = defineListTable({
  name: "binary_requirements",
  description: "Executables and system packages that a manifest names, in its order.",
  columns: { name: text("Of a program or of a Debian package.") },
  indexes: [["name"]],
  listOf: ({ record }) => record.declared_dependencies.bin.map((name) => ({ name })),
});
