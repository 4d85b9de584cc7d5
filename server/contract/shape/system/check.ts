// Check of a list of references against a system.
import {
  count,
  flag,
  listOf,
  mapOf,
  object,
  oneOf,
  optional,
  orNull,
  namedObject,
  text,
  texts,
  type ValueOf,
} from "../../../../data/shape.js";

import { COMPLETENESS, OF_SYSTEM } from "../completeness.js";
import { MissingName } from "./plan.js";

const KINDS = ["model", "field", "method", "view", "record"] as const;

const CheckedLocation = namedObject("CheckedLocation", {
  module: text(),
  file: orNull(text("Relative to the module's folder; `null` for what Odoo adds itself.")),
  line: orNull(count()),
});
export type CheckedLocation = ValueOf<typeof CheckedLocation>;

const NewName = namedObject("NewName", {
  thing: oneOf(
    ["model", "field", "method", "record", "module"],
    "The part of the reference that was renamed.",
  ),
  from: text("The old name: of the model, the member, the external id, or the module that had it."),
  to: text(),
  kind: oneOf(["renamed", "merged", "split", "in_core"], "What became of the model or module."),
  since: text("The first platform version that has it so."),
  ref: orNull(text("The reference with the new name, if it exists in the installation.")),
});
export type NewName = ValueOf<typeof NewName>;

const CheckedReference = namedObject("CheckedReference", {
  ref: text("As in the request."),
  exists: orNull(
    flag(
      "`null` if unknown: a module that the installation needs and that is not indexed may have it, see `not_indexed`, or only running code knows.",
    ),
  ),
  ...COMPLETENESS,
  kind: orNull(
    oneOf(KINDS, "Its kind; if it does not exist, the kind that the name suggests, if any."),
  ),
  model: orNull(text("For a field or method: the model in which it was looked up.")),
  name: text("Name of the model, field or method, or the external id."),
  defined: listOf(CheckedLocation, "Where it is defined, then where it is changed, in load order."),
  near: texts("Similar names that exist in the installation."),
  provided_by: texts(
    "Modules at this platform version that have it and are not in the installation.",
  ),
  last_version: orNull(
    text(
      "The last earlier platform version at which an indexed module has it; `null` if a module has it at this one.",
    ),
  ),
  gone_since: orNull(
    text(
      "The first indexed platform version after that, if the modules that had it, or their successors, are indexed there. `null` if a module has it at this version, or if it is unknown.",
    ),
  ),
  now: listOf(
    NewName,
    "Its new name, if a model, member or module was renamed, merged or split at or before this platform version.",
  ),
});
export type CheckedReference = ValueOf<typeof CheckedReference>;

export const CheckedReferences = namedObject("CheckedReferences", {
  ...OF_SYSTEM,
  modules: count("Number of modules of the installation."),
  missing: texts("Modules that the installation needs and that cannot be had."),
  missing_versions: mapOf(
    texts(),
    "Module → other platform versions at which it is indexed, of those of `missing` that are.",
  ),
  counts: object({ exist: count(), missing: count(), unknown: count() }),
  references: listOf(CheckedReference, "In the order of the request."),
});
export type CheckedReferences = ValueOf<typeof CheckedReferences>;

const WrittenModule = namedObject("WrittenModule", {
  technical_name: text("Name of its folder."),
  files: mapOf(
    text(),
    "Path in its folder → text: the manifest, and Python, XML, CSV and JavaScript files.",
  ),
  encoded: optional(mapOf(text(), "Path → base64, of files that are not UTF-8.")),
  others: optional(texts("Paths of its other files, which the manifest may name.")),
  asked: optional(texts("Paths of the files to report on; by default all.")),
});

export const CheckQuestion = namedObject("CheckQuestion", {
  written: listOf(WrittenModule, "Modules that are being written; each has another name."),
  platform_version: optional(
    text("Platform version; by default the one with which the versions of manifests begin."),
  ),
  modules: optional(texts("Installed modules, beside what the written ones depend on.")),
  repositories: optional(texts("As of /v1/plan; `exclude` and `prefer` likewise.")),
  exclude: optional(texts()),
  prefer: optional(texts()),
  auto_install: optional(flag("As of /v1/plan.")),
  ignore: optional(texts("Kinds of findings to leave out.")),
  select: optional(texts("Kinds that are reported on request only.")),
});

const Finding = namedObject("Finding", {
  rule: text("Kind of the finding; docs/check-kinds.md lists them."),
  level: oneOf(["error", "warning", "off"], "`off`: reported on request only."),
  module: text(),
  file: text("Relative to the module's folder."),
  line: count(),
  name: text("Model, `model.field`, `model#method`, external id, file or spec."),
  message: text(),
  near: texts("Similar names."),
  provided_by: CheckedReference.properties.provided_by,
  last_version: CheckedReference.properties.last_version,
  gone_since: CheckedReference.properties.gone_since,
  now: CheckedReference.properties.now,
});

export const CheckedFiles = namedObject("CheckedFiles", {
  platform_version: text(),
  modules: count("Number of modules of the installations below."),
  missing: listOf(
    MissingName,
    "Modules that the installations need and cannot have, by name: what they define is unknown.",
  ),
  incomplete: texts(
    "Modules of the index that may have more than is known here: `base` where it is only a part of Odoo's, and `web` where `base` itself is checked.",
  ),
  references: count("Number of judged references."),
  not_judged: object({
    not_indexed: count("A module outside the index may have them."),
    run_time: count("Only running code knows."),
    demo_data: count("They may be records of demo data, which is not indexed."),
  }),
  silenced: count("Findings that comments or the question leave out."),
  findings: listOf(Finding, "By module, file and line."),
});
export type CheckedFiles = ValueOf<typeof CheckedFiles>;
