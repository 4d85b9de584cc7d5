// Browser code of a system: bundles of assets, and their templates.
import {
  count,
  flag,
  listOf,
  mapOf,
  namedObject,
  object,
  oneOf,
  orNull,
  text,
  texts,
  type ValueOf,
} from "../../../../data/shape.js";
import { OF_SYSTEM } from "../completeness.js";

const total = count("Of the whole list, of which this is a part.");

const error = orNull(
  text("Why Odoo refuses the bundle; what is here is what there is until then."),
);

const file = text("`/module/static/…`.");

export const RegistryBundles = namedObject("RegistryBundles", {
  ...OF_SYSTEM,
  bundles: texts("Bundles that some module adds to, includes or calls, sorted."),
  total,
});
export type RegistryBundles = ValueOf<typeof RegistryBundles>;

export const RegistryBundle = namedObject("RegistryBundle", {
  ...OF_SYSTEM,
  bundle: text(),
  paths: listOf(
    object({
      path: text("`/module/static/…`; as written where no module has the file."),
      module: text("The module that put it there; `#` and the id of an `ir.asset`."),
      directive: text("`append`, `prepend`, `before`, `after` or `replace`."),
      bundle: text("The bundle that says so, which this one may include."),
      def: text("Path or glob as written."),
      target: orNull(text("Path or glob that `before`, `after` and `replace` refer to.")),
      file: flag("Whether a module has the file."),
    }),
    "In the order in which a browser gets them.",
  ),
  files_by_module: mapOf(count(), "How many of these files each module has, most first."),
  bytes_by_module: mapOf(
    orNull(count()),
    "Their bytes in the repository, before Odoo compiles and minifies them; `null` for a module whose repository was cloned without its history, where styles are not fetched.",
  ),
  error,
});
export type RegistryBundle = ValueOf<typeof RegistryBundle>;

export const RegistryTemplates = namedObject("RegistryTemplates", {
  ...OF_SYSTEM,
  bundle: text(),
  templates: listOf(
    object({
      name: text("`t-name`."),
      module: text(),
      file,
      line: count(),
      inherit: orNull(text("The template that it is a copy of.")),
      changed_by: texts("Modules that change it, in order."),
    }),
    "In the order in which they are made.",
  ),
  total,
  error,
});
export type RegistryTemplates = ValueOf<typeof RegistryTemplates>;

const MODES = ["base", "primary", "extension"] as const;

const place = { step: count("Number in `applied`."), line: count() };

export const RegistryTemplate = namedObject("RegistryTemplate", {
  ...OF_SYSTEM,
  name: text(),
  bundle: text(),
  module: text(),
  file,
  line: count(),
  inherit: orNull(text("The template that it is a copy of.")),
  applied: listOf(
    object({
      mode: oneOf(MODES, "`base` makes it, `primary` makes a copy, `extension` changes it."),
      module: text(),
      file,
      line: count(),
      name: orNull(text("`t-name`.")),
    }),
    "In order; a copy has the steps of its parent before its own.",
  ),
  arch: orNull(text("XML.")),
  elements: listOf(
    object({ tag: text(), ...place }),
    "Each element of `arch`, in the same order, with what put it there.",
  ),
  errors: listOf(
    object({
      ...place,
      detail: text(),
      spec: text("The expression of an `xpath`, else its tag with its attributes."),
    }),
    "Specs that could not be applied, for which Odoo refuses the bundle.",
  ),
});
export type RegistryTemplate = ValueOf<typeof RegistryTemplate>;
