// What a model of a system is, as the platform builds it.
import {
  count,
  flag,
  listOf,
  mapOf,
  named,
  object,
  oneOf,
  orNull,
  text,
  type ValueOf,
} from "../../../../data/shape.js";

export const MODEL_KINDS = ["Model", "TransientModel", "AbstractModel"] as const;

const names = (description: string) => listOf(text(), description);

const dynamic = names(
  "What only running code knows: of these the value is `null`, or may be another one. `fields`: code of a class makes or changes some; `*`, `**`: any argument.",
);

const place = {
  module: text(),
  class_name: text(),
  model: orNull(
    text(
      "The model of the class, which is another one where it is inherited; of a plain Python class `null`.",
    ),
  ),
  file: text("Relative to the folder of the module."),
  line: count(),
};

const RegistryClass = named("RegistryClass", object(place));
export type RegistryClass = ValueOf<typeof RegistryClass>;

const FieldDefinition = named(
  "RegistryFieldDefinition",
  object({
    ...place,
    type: text("Name of the field class."),
    arguments: names("Names of what it gives, sorted."),
  }),
);
export type RegistryFieldDefinition = ValueOf<typeof FieldDefinition>;

const RegistryField = named(
  "RegistryField",
  object({
    name: text(),
    type: text("As the ORM names it: `many2one`."),
    string: orNull(text("Label, that of the platform where none is given.")),
    comodel_name: orNull(text("`_unknown` for a model that the system does not have.")),
    inverse_name: orNull(text()),
    required: orNull(flag()),
    readonly: orNull(flag()),
    store: orNull(flag()),
    index: orNull(text("`btree`, `btree_not_null` or `trigram`; none where it has no index.")),
    copy: orNull(flag()),
    compute: orNull(text("A method; a function of the platform as `callable:<name>`.")),
    inverse: orNull(text("Likewise.")),
    search: orNull(text("Likewise.")),
    related: orNull(text("Path of fields.")),
    selection: orNull(
      listOf(
        listOf(text()),
        "Value and label, in their order; of a related field those of its end.",
      ),
    ),
    groups: orNull(text("External ids.")),
    company_dependent: orNull(flag()),
    translate: orNull(flag()),
    inherited: orNull(flag("By `_inherits`: `related` is where its values are.")),
    automatic: orNull(flag("Added by the platform.")),
    modules: names("Modules whose definitions count, sorted."),
    definitions: listOf(
      FieldDefinition,
      "What is written in classes; the first overrides. None of a field that is delegated or automatic.",
    ),
    dynamic,
  }),
);
export type RegistryField = ValueOf<typeof RegistryField>;

const RegistryMethod = named(
  "RegistryMethod",
  object({
    name: text(),
    definers: listOf(
      object({
        ...place,
        decorators: names("Python source without `@`."),
        signature: text(),
        calls_super: flag(),
      }),
      "In the order in which `super()` leads through them.",
    ),
  }),
);
export type RegistryMethod = ValueOf<typeof RegistryMethod>;

const summary = {
  model: text(),
  kind: oneOf(MODEL_KINDS),
  description: orNull(text()),
  module: text("The one whose class made it."),
};

export const RegistryModelSummary = named(
  "RegistryModelSummary",
  object({
    ...summary,
    classes: count("Of the model and of what it inherits, without those that extend `base`."),
    fields: count(),
    methods: count("Names, without those that are of `base` alone."),
  }),
);
export type RegistryModelSummary = ValueOf<typeof RegistryModelSummary>;

export const RegistryModel = named(
  "RegistryModel",
  object({
    ...summary,
    transient: flag(),
    abstract: flag(),
    auto: flag("Does the platform make its table?"),
    log_access: flag(),
    table: orNull(text()),
    order: orNull(text("`property` where a method of a class gives it.")),
    rec_name: orNull(text()),
    parent_name: orNull(text()),
    inherits: mapOf(text(), "Model → field that links to it: its fields are delegated."),
    inherit_parents: names("What its own classes inherit beside itself."),
    ancestors: names("All models it inherits, in method resolution order."),
    classes: listOf(
      RegistryClass,
      "In method resolution order, the first overrides; those that extend `base` stand at `base` alone.",
    ),
    fields: listOf(RegistryField, "By name."),
    methods: listOf(RegistryMethod, "By name; those that are of `base` alone stand there."),
    dynamic,
  }),
);
export type RegistryModel = ValueOf<typeof RegistryModel>;
