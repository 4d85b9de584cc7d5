// The rows of a snapshot: what the builder writes and the server answers with. Each is declared once, as
// shape and type. Names are those of the public interface, so a record is its own representation.
import {
  count,
  flag,
  listOf,
  mapOf,
  named,
  object,
  optional,
  orNull,
  schemaOf,
  text,
  type ValueOf,
} from "./shape.js";

const names = (description: string) => listOf(text(), description);

const optionalText = (description?: string) => orNull(text(description));

/** An `ir.ui.view` record or a `<template>`. */
export const View = named(
  "View",
  object({
    xml_id: text(),
    name: text("May be empty."),
    model: text("May be empty."),
    inherit_xml_id: optionalText("The view that it inherits from."),
    is_new: flag("True if it inherits from no other view."),
    view_type: optionalText("`form`, `list`, `kanban`, `qweb`, …"),
    file: text("Relative to the module's folder."),
    line: count("Line of its element."),
  }),
);
export type ViewRecord = ValueOf<typeof View>;

export const Field = named(
  "Field",
  object({
    name: text(),
    field_type: text("`Char`, `Many2one`, …"),
    relation: optionalText("The comodel of a relational field."),
    line: count("Line of its name."),
    attrs: orNull(
      mapOf(
        schemaOf<string | string[]>({ type: ["string", "array"], items: text() }),
        "`args`: positional arguments; every other key: a keyword argument. Python source text.",
      ),
    ),
  }),
);
export type FieldRecord = ValueOf<typeof Field>;

export const Method = named(
  "Method",
  object({
    name: text(),
    decorators: names("Python source text without `@`."),
    signature: text("`(self, vals, *, x=None) -> bool`"),
    line: count("Line of its first decorator, or of `def`."),
    docstring: optionalText(),
  }),
);
export type MethodRecord = ValueOf<typeof Method>;

const ModelAttrs = named(
  "ModelAttributes",
  orNull(
    object({
      kind: text("Base class: `Model`, `TransientModel`, `AbstractModel`, …"),
      description: optional(text()),
      rec_name: optional(text()),
      order: optional(text()),
      table: optional(text()),
      inherits: optional(mapOf(text(), "Model → field that links to it.")),
    }),
  ),
);
export type ModelAttributes = NonNullable<ValueOf<typeof ModelAttrs>>;

/** A class that defines or extends an ORM model. */
export const Model = named(
  "Model",
  object({
    model_name: text(),
    class_name: text("Name of the Python class."),
    inherit_from: names("Models that it extends."),
    is_new_model: flag("True if it defines a new model, false if it extends an existing one."),
    docstring: optionalText(),
    attrs: ModelAttrs,
    file: text("Relative to the module's folder."),
    line: count("Line of the word `class`."),
    fields: listOf(Field),
    methods: listOf(Method),
  }),
);
export type ModelRecord = ValueOf<typeof Model>;

const Resolved = object(
  {
    platform: mapOf(listOf(text()), "Modules, by the `<org>/<repo>` that has them."),
    pip: names("Python packages, with their version constraints."),
    bin: names("Executables and system packages."),
  },
  "All direct and indirect dependencies at this platform version.",
);
export type ResolvedDependencies = ValueOf<typeof Resolved>;

const Declared = object(
  { platform: names("Modules."), pip: names("Python packages."), bin: names("Executables.") },
  "Dependencies as the manifest declares them, in its order.",
);
export type DeclaredDependencies = ValueOf<typeof Declared>;

export const TIMESTAMP = { pattern: "^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$" };

/** UTC, `YYYY-MM-DD HH:MM:SS`. */
export const updateDate = text("Time of the last commit that changed the folder, UTC.", TIMESTAMP);

export const lastCodeChange = orNull(
  text(
    "Time of the last commit in which a person changed its code, UTC; `null` if there is none.",
    TIMESTAMP,
  ),
);

/** One module at one platform version in one repository. */
export const MODULE_PROPERTIES = {
  technical_name: text(),
  name: text("Display name."),
  version: text("Without the leading platform version; `0.1.0` where none is declared."),
  manifest_version: optionalText("As the manifest has it."),
  summary: text(),
  description: text("May be empty."),
  authors: names("In the order of the manifest."),
  website: text("May be empty."),
  license: text(),
  category: text(),
  auto_install: flag(),
  auto_install_requires: schemaOf<string[] | null>({
    type: ["array", "null"],
    items: text(),
    description:
      "With `auto_install`: the modules that must all be installed to trigger it; `null` for all its dependencies.",
  }),
  excludes: names("Modules that cannot be installed together with it."),
  countries: names(
    "ISO 3166 codes of its countries; from 18.0 on it is auto-installed only if a company is in one of them.",
  ),
  application: flag(),
  installable: flag(),
  development_status: optionalText(),
  maintainers: names("In the order of the manifest."),
  committers: names("Most commits first, without bots."),
  developers: names(
    "Committers who changed code, most such commits first; docs/people.md explains what counts.",
  ),
  translators: names("Committers who translated, likewise; a person may be both."),
  dependencies: Resolved,
  declared_dependencies: Declared,
  has_depends: flag("False if the manifest has no `depends`, which means `base`."),
  has_tests: flag("Whether there is a file `tests/test_….py`."),
  unresolved_dependencies: names("Direct and indirect dependencies that are not indexed."),
  update_date: updateDate,
  last_code_change: lastCodeChange,
  git: text("Clone URL of the repository."),
  branch: text("Branch that was read; its name may differ from the platform version."),
  commit: text("Commit that was read."),
  folder_size: count("Bytes of all files in the folder."),
  repository: text(),
  organization: text(),
  platform_version: text(),
  source_path: text("Folder of the module inside the repository."),
  views: listOf(View),
  models: listOf(Model),
};
const ModuleShape = object(MODULE_PROPERTIES);
export type ModuleRecord = ValueOf<typeof ModuleShape>;

/** A record without what most of it consists of. */
export type RecordHead = Omit<ModuleRecord, "views" | "models">;
