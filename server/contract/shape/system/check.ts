// Check of a list of references against a system.
import {
  count,
  flag,
  listOf,
  mapOf,
  object,
  oneOf,
  orNull,
  namedObject,
  text,
  texts,
  type ValueOf,
} from "../../../../data/shape.js";

import { COMPLETENESS, OF_SYSTEM } from "../completeness.js";

const KINDS = ["model", "field", "method", "view", "record"] as const;

const CheckedLocation = namedObject("CheckedLocation", {
  module: text(),
  file: orNull(text("Relative to the module's folder; `null` for what Odoo adds itself.")),
  line: orNull(count()),
});
export type CheckedLocation = ValueOf<typeof CheckedLocation>;

const NewName = namedObject("NewName", {
  thing: oneOf(["model", "record", "module"], "The part of the reference that was renamed."),
  from: text("The old name: of the model, the external id, or the module that had it."),
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
    text("The last earlier platform version at which an indexed module has it."),
  ),
  gone_since: orNull(
    text(
      "The first indexed platform version after that, if the modules that had it, or their successors, are indexed there. `null` if a module has it at this version, or if it is unknown.",
    ),
  ),
  now: listOf(
    NewName,
    "Its new name, if a model or module was renamed, merged or split at or before this platform version.",
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
