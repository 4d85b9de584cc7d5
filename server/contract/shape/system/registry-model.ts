// A model of a system, as the platform builds it, and its uses: records that data files load.
import {
  anyOf,
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
  type Shape,
} from "../../../../data/shape.js";
import { COMPLETENESS } from "../completeness.js";
import {
  listUses,
  USE_PARTS,
  type Use,
  type UsePart,
} from "../../../../data/module/module-parts.js";

/** Comodel of a field whose model the system lacks: an abstract model of `base`, without fields of its own. */
export const NO_MODEL = "_unknown";

const MODEL_KINDS = ["Model", "TransientModel", "AbstractModel"] as const;

const dynamic = texts(
  "Names of values that only running code knows: they are `null` here, or may differ at run time. `fields`: code creates or changes fields; `*`, `**`: any argument.",
);

const place = {
  module: text(),
  class_name: text(),
  model: orNull(
    text("The model of the class: another one if inherited; `null` for a plain Python class."),
  ),
  file: text("Relative to the folder of the module."),
  line: count(),
};

const RegistryClass = namedObject("RegistryClass", place);
export type RegistryClass = ValueOf<typeof RegistryClass>;

const FieldDefinition = namedObject("RegistryFieldDefinition", {
  ...place,
  type: text("Name of the field class."),
  arguments: texts("Names of its arguments, sorted."),
});
export type RegistryFieldDefinition = ValueOf<typeof FieldDefinition>;

const RegistryField = namedObject("RegistryField", {
  name: text(),
  type: text("As in the ORM: `many2one`."),
  string: orNull(text("Label; by default as Odoo derives it from the name.")),
  comodel_name: orNull(text(`\`${NO_MODEL}\` for a model that the installation does not have.`)),
  inverse_name: orNull(text()),
  required: orNull(flag()),
  readonly: orNull(flag()),
  store: orNull(flag()),
  index: orNull(text("`btree`, `btree_not_null` or `trigram`; `null` without an index.")),
  copy: orNull(flag()),
  compute: orNull(text("Name of a method; a function of Odoo as `callable:<name>`.")),
  inverse: orNull(text("Likewise.")),
  search: orNull(text("Likewise.")),
  related: orNull(text("Path of fields.")),
  selection: orNull(
    listOf(texts(), "Values with labels, in order; for a related field those of its target."),
  ),
  groups: orNull(text("External ids.")),
  company_dependent: orNull(flag()),
  translate: anyOf(
    orNull(flag("Whether a value is translated as a whole.")),
    text("The function that translates it in parts: `callable:html_translate`."),
  ),
  inherited: orNull(flag("Delegated by `_inherits`; `related` has the path to its values.")),
  automatic: orNull(flag("Added by Odoo itself.")),
  modules: texts("Modules whose definitions make up the field, sorted."),
  definitions: listOf(
    FieldDefinition,
    "Definitions in classes, the first one wins. Empty for delegated and automatic fields.",
  ),
  dynamic,
});
export type RegistryField = ValueOf<typeof RegistryField>;

const RegistryMethod = namedObject("RegistryMethod", {
  name: text(),
  definers: listOf(
    object({
      ...place,
      decorators: texts("Python source without `@`."),
      signature: text(),
      calls_super: flag(),
      calls_sudo: flag(
        "Whether a call of `sudo(…)` stands in it, behind which access rights do not count.",
      ),
    }),
    "In the order of `super()` calls.",
  ),
});
export type RegistryMethod = ValueOf<typeof RegistryMethod>;

const TABLE_OBJECT_KINDS = ["constraint", "index", "unique_index"] as const;

const RegistryTableObject = namedObject("RegistryTableObject", {
  ...place,
  name: text("Without the name of the table."),
  kind: oneOf(TABLE_OBJECT_KINDS, "Until 18.0 all are of `_sql_constraints`."),
  definition: orNull(text("SQL; `null` where only running code knows it.")),
  message: orNull(text("Message for users; `null` without one, or if only running code knows it.")),
});

const summary = {
  model: text(),
  kind: oneOf(MODEL_KINDS),
  description: orNull(text()),
  module: orNull(text("The module that defines the model; `null` where it is not indexed.")),
};

export const RegistryModelSummary = namedObject("RegistryModelSummary", {
  ...summary,
  kind: orNull(
    oneOf(MODEL_KINDS, "`null`, as all that follows, where the model is `too_complex` to combine."),
  ),
  classes: orNull(
    count(
      "Classes of the model and of the models that it inherits from, without those that extend `base`.",
    ),
  ),
  fields: orNull(count()),
  methods: orNull(count("Number of method names, without those of `base` alone.")),
  ...COMPLETENESS,
});
export type RegistryModelSummary = ValueOf<typeof RegistryModelSummary>;

export const RegistryModel = namedObject("RegistryModel", {
  ...summary,
  transient: flag(),
  abstract: flag(),
  auto: flag("`_auto`: true if Odoo creates its table."),
  log_access: flag(),
  table: orNull(text()),
  order: orNull(text("`property` if a method computes it.")),
  rec_name: orNull(text()),
  parent_name: orNull(text()),
  inherits: mapOf(text(), "`_inherits`: model → field that links to it."),
  inherit_parents: texts("Other models that its own classes inherit from."),
  ancestors: texts("All models that it inherits from, in method resolution order."),
  classes: listOf(
    RegistryClass,
    "In method resolution order, the first one wins; those that extend `base` are listed with `base` only.",
  ),
  fields: listOf(RegistryField, "By name."),
  methods: listOf(RegistryMethod, "By name; those of `base` alone are listed with `base`."),
  table_objects: listOf(
    RegistryTableObject,
    "Constraints and indexes of its table, with the class whose definition counts.",
  ),
  dynamic,
});
export type RegistryModel = ValueOf<typeof RegistryModel>;

const usePlace = {
  xml_id: text("In full."),
  module: text("The module whose data file has it; the id may belong to another one."),
  file: text("Relative to the module's folder."),
  line: count("Line of the file."),
};

const Place = object(usePlace);

const optionalText = (description?: string) => orNull(text(description));

const { crons, ...uses } = Object.fromEntries(
  USE_PARTS.map((part) => {
    const row = object({ ...usePlace, ...Object.fromEntries(listUses(part)) });
    return [part, listOf(row, "Ids are in full.")];
  }),
) as unknown as { readonly [P in UsePart]: Shape<(ValueOf<typeof Place> & Use<P>)[]> };

export const ModelUsage = namedObject("ModelUsage", {
  views: listOf(
    object({
      ...usePlace,
      name: optionalText(),
      type: optionalText(),
      inherit_id: optionalText("Full id of the view that it inherits from."),
    }),
  ),
  ...uses,
  menus: listOf(
    object({ ...usePlace, name: optionalText(), action: text("Full id of one of the actions.") }),
  ),
  crons,
});
