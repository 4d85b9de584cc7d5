// What manifests say that a module needs, and what it cannot be beside.
import { toPackageName } from "../../interface/text/plan/requirements.js";
import { parseRequirement } from "../../registry/python-versions.js";
import { defineTable, ENTRY_PARENT, flag, OF_ENTRY, optional, text } from "../table.js";
import { findMissingKind } from "./module-tables.js";

export const dependencyTable = defineTable({
  name: "dependencies",
  description: "Modules that a manifest names in `depends`, in its order.",
  from: "entry",
  columns: {
    ...OF_ENTRY,
    depends_on: text("Technical name; it may have no entry, so it is no foreign key."),
    is_trigger: flag("With `auto_install`: one of those that must be there for it."),
    missing_kind: optional(
      text(
        "Where no repository has it at this version: `core`, `enterprise` or `unknown`; else NULL.",
      ),
    ),
  },
  key: ["entry_id", "position"],
  parents: [ENTRY_PARENT],
  indexes: [["depends_on"]],
  *listRows({ entry_id, record, isCarried }) {
    const { auto_install, auto_install_requires: triggers, platform_version } = record;
    for (const [position, name] of record.declared_dependencies.platform.entries()) {
      yield {
        entry_id,
        position,
        depends_on: name,
        is_trigger: auto_install && (triggers === null || triggers.includes(name)),
        missing_kind: findMissingKind(name, platform_version, isCarried(name)),
      };
    }
  },
});

export const exclusionTable = defineTable({
  name: "exclusions",
  description: "Modules that cannot be installed beside an entry.",
  from: "entry",
  columns: { ...OF_ENTRY, technical_name: text("It may have no entry.") },
  key: ["entry_id", "position"],
  parents: [ENTRY_PARENT],
  *listRows({ entry_id, record }) {
    for (const [position, technical_name] of record.excludes.entries()) {
      yield { entry_id, position, technical_name };
    }
  },
});

export const countryTable = defineTable({
  name: "countries",
  description: "Countries that an entry is for.",
  from: "entry",
  columns: { ...OF_ENTRY, country: text("ISO 3166 code.") },
  key: ["entry_id", "position"],
  parents: [ENTRY_PARENT],
  *listRows({ entry_id, record }) {
    for (const [position, country] of record.countries.entries()) {
      yield { entry_id, position, country };
    }
  },
});

export const pythonTable = defineTable({
  name: "python_requirements",
  description: "Python packages that a manifest names, in its order.",
  from: "entry",
  columns: {
    ...OF_ENTRY,
    requirement: text("As the manifest has it."),
    package: text("The distribution that has it; case and signs as in PEP 503."),
    specifier: text("Versions that are allowed, PEP 440; empty for any."),
    marker: text("When it is needed, PEP 508; empty for always."),
  },
  key: ["entry_id", "position"],
  parents: [ENTRY_PARENT],
  indexes: [["package"]],
  *listRows({ entry_id, record }) {
    for (const [position, requirement] of record.declared_dependencies.pip.entries()) {
      const { name, specifier, marker } = parseRequirement(requirement);
      const { name: distribution } = parseRequirement(toPackageName(name));
      yield { entry_id, position, requirement, package: distribution, specifier, marker };
    }
  },
});

export const binaryTable = defineTable({
  name: "binary_requirements",
  description: "Executables and system packages that a manifest names, in its order.",
  from: "entry",
  columns: { ...OF_ENTRY, name: text("Of a program or of a Debian package.") },
  key: ["entry_id", "position"],
  parents: [ENTRY_PARENT],
  indexes: [["name"]],
  *listRows({ entry_id, record }) {
    for (const [position, name] of record.declared_dependencies.bin.entries()) {
      yield { entry_id, position, name };
    }
  },
});
