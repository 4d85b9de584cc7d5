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
    inherit_xml_id: optionalText("The view that it changes."),
    is_new: flag("True when it changes no other view."),
    view_type: optionalText("`form`, `list`, `kanban`, `qweb`, …"),
    file: text("Relative to the module's folder."),
    line: count("Of its element."),
  }),
);
export type ViewRecord = ValueOf<typeof View>;

export const Field = named(
  "Field",
  object({
    name: text(),
    field_type: text("`Char`, `Many2one`, …"),
    relation: optionalText("Model that a relational field leads to."),
    line: count("Of its name."),
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
    line: count("Of its first decorator, or of `def`."),
    docstring: optionalText(),
  }),
);
export type MethodRecord = ValueOf<typeof Method>;

export const ModelAttrs = named(
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
    is_new_model: flag("True when it does not extend a model of its own name."),
    docstring: optionalText(),
    attrs: ModelAttrs,
    file: text("Relative to the module's folder."),
    line: count("Of the word `class`."),
    fields: listOf(Field),
    methods: listOf(Method),
  }),
);
export type ModelRecord = ValueOf<typeof Model>;

const Resolved = object(
  {
    platform: mapOf(
      listOf(text()),
      "Modules needed, directly or not, by the `<org>/<repo>` that carries them.",
    ),
    pip: names("Python packages, with their version constraints."),
    bin: names("Executables and system packages."),
  },
  "Everything that is needed at this platform version.",
);
export type ResolvedDependencies = ValueOf<typeof Resolved>;

const Declared = object(
  { platform: names("Modules."), pip: names("Python packages."), bin: names("Executables.") },
  "What the manifest itself declares, in its order.",
);
export type DeclaredDependencies = ValueOf<typeof Declared>;

export const TIMESTAMP = { pattern: "^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$" };

/** UTC, `YYYY-MM-DD HH:MM:SS`. */
export const updateDate = text("Time of the last commit that changed the folder, UTC.", TIMESTAMP);

export const lastCodeChange = orNull(
  text(
    "Time of the last commit in which a person changed its code, UTC; `null` where there is none.",
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
      "With `auto_install`: the modules that must be there for it to install itself; `null` for all that it depends on.",
  }),
  excludes: names("Modules that cannot be installed beside it."),
  countries: names(
    "ISO 3166 codes of the countries that it is for; from 18.0 on it installs itself only where a company is in one of them.",
  ),
  application: flag(),
  installable: flag(),
  development_status: optionalText(),
  maintainers: names("In the order of the manifest."),
  committers: names("Most commits first; robots left out."),
  developers: names(
    "Of the committers those who changed code, most such commits first; docs/people.md tells what counts.",
  ),
  translators: names("The same of those who translated; somebody may be both."),
  dependencies: Resolved,
  declared_dependencies: Declared,
  has_depends: flag(
    "False where the manifest does not say what it depends on, which means `base`.",
  ),
  unresolved_dependencies: names("Needed modules that no repository of the snapshot carries."),
  update_date: updateDate,
  last_code_change: lastCodeChange,
  git: text("Clone address of the repository."),
  branch: text(
    "Branch of the repository that was read; its name need not be the platform version.",
  ),
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
