// /v1/module/…: where a module exists, and all that is known of it at one version.
import { PART_NAMES } from "../../data/module-parts.js";
import { VIEW_NAMES, VIEWS } from "../lookup/detail.js";
import { PART_PROPERTIES, PART_SCHEMAS } from "./module-parts.js";
import type { ResourceDescription } from "./operation.js";
import { describeText, MODULE_NAME, PLATFORM_VERSION_IN_PATH } from "./parameters.js";
import { anyOf, count, flag, listOf, mapOf, object, orNull, ref, text } from "./schema.js";

const names = (description: string) => listOf(text(), description);

const optionalText = (description?: string) => orNull({ ...text(description), type: "string" });

const moduleSummary = object({
  name: text("Display name at the newest platform version."),
  technical_name: text(),
  platform_versions: names("In numeric order: 6.1 < 8.0 < 10.0."),
  repos: names("Clone addresses of the repositories that carry the module."),
});

const resolvedDependencies = object(
  {
    platform: mapOf(
      listOf(text()),
      "Modules needed, directly or not, by the `<org>/<repo>` that carries them.",
    ),
    pip: names("Python packages, with their version constraints."),
    bin: names("Executables and system packages."),
  },
  { description: "Everything that is needed at this platform version." },
);

const declaredDependencies = object(
  { platform: names("Modules."), pip: names("Python packages."), bin: names("Executables.") },
  { description: "What the manifest itself declares, in its order." },
);

const DETAIL_PROPERTIES = {
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
  application: flag(),
  installable: flag(),
  development_status: optionalText(),
  maintainers: names("In the order of the manifest."),
  committers: names("Most commits first; robots left out."),
  dependencies: resolvedDependencies,
  declared_dependencies: declaredDependencies,
  unresolved_dependencies: names("Needed modules that no repository of the snapshot carries."),
  update_date: {
    type: "string",
    pattern: "^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$",
    description: "Time of the last commit that changed the folder, UTC.",
  },
  git: text("Clone address of the repository."),
  commit: text("Commit that was read."),
  folder_size: count("Bytes of all files in the folder."),
  repository: text(),
  organization: text(),
  platform_version: text(),
  source_path: text("Folder of the module inside the repository."),
  views: listOf(ref("View")),
  models: listOf(ref("Model")),
  ...PART_PROPERTIES,
};

const moduleDetail = object(DETAIL_PROPERTIES, { optional: Object.keys(PART_PROPERTIES) });

const moduleSelection = object(DETAIL_PROPERTIES, {
  optional: Object.keys(DETAIL_PROPERTIES),
  description: "The keys that `fields`, `view` and `include` name, and no others.",
});

const view = object({
  xml_id: text(),
  name: text("May be empty."),
  model: text("May be empty."),
  inherit_xml_id: optionalText("The view that it changes."),
  is_new: flag("True when it changes no other view."),
  view_type: optionalText("`form`, `list`, `kanban`, `qweb`, …"),
});

const model = object({
  model_name: text(),
  class_name: text("Name of the Python class."),
  inherit_from: names("Models that it extends."),
  is_new_model: flag("True when it does not extend a model of its own name."),
  docstring: optionalText(),
  attrs: ref("ModelAttributes"),
  fields: listOf(ref("Field")),
  methods: listOf(ref("Method")),
});

const modelAttributes = {
  ...object(
    {
      kind: text("Base class: `Model`, `TransientModel`, `AbstractModel`, …"),
      description: text(),
      rec_name: text(),
      order: text(),
      table: text(),
      inherits: mapOf(text(), "Model → field that links to it."),
    },
    { optional: ["description", "rec_name", "order", "table", "inherits"] },
  ),
  type: ["object", "null"],
};

const field = object({
  name: text(),
  field_type: text("`Char`, `Many2one`, …"),
  relation: optionalText("Model that a relational field leads to."),
  attrs: {
    ...mapOf(
      { type: ["string", "array"], items: text() },
      "`args`: positional arguments; every other key: a keyword argument. Python source text.",
    ),
    type: ["object", "null"],
  },
});

const method = object({
  name: text(),
  decorators: names("Python source text without `@`."),
  signature: text("`(self, vals, *, x=None) -> bool`"),
  docstring: optionalText(),
});

export const moduleDescription: ResourceDescription = {
  operations: {
    "/v1/module/{module_name}": {
      operationId: "getModule",
      tag: "modules",
      summary: "Where a module exists",
      description: "The platform versions and repositories that carry a module.",
      parameters: [MODULE_NAME],
      answer: {
        description: "The module.",
        content: { "application/json": ref("ModuleSummary") },
      },
      problems: ["invalid_parameters", "unknown_module"],
    },
    "/v1/module/{module_name}/{platform_version}": {
      operationId: "getModuleAtVersion",
      tag: "modules",
      summary: "A module at one platform version",
      description:
        "Everything that is known of a module at a platform version, with views, models, fields and methods: one element for each repository that carries it, by organization and repository.",
      parameters: [
        MODULE_NAME,
        PLATFORM_VERSION_IN_PATH,
        describeText("org", "Only this organization; case does not matter.", "harbor-works"),
        describeText("repo", "Only this repository; case does not matter.", "retail"),
        describeText(
          "include",
          `Parts to be given too, with commas between them: ${PART_NAMES.join(", ")}, or all.`,
          "controllers,crons",
        ),
        describeText(
          "fields",
          "Only these keys of a module, with commas between them, and what `view` and `include` name.",
          "name,version,license",
        ),
        {
          ...describeText(
            "view",
            `\`basic\`: ${VIEWS.basic.join(", ")}. \`extended\`: everything but the parts, which is what is given when neither \`view\` nor \`fields\` is.`,
            "basic",
          ),
          schema: { type: "string", enum: VIEW_NAMES },
        },
      ],
      answer: {
        description: "The module, once for each repository.",
        content: {
          "application/json": {
            ...listOf(anyOf(ref("ModuleDetail"), ref("ModuleSelection"))),
            minItems: 1,
          },
        },
      },
      problems: [
        "invalid_parameters",
        "unknown_module",
        "module_not_at_version",
        "module_not_in_repository",
      ],
    },
  },
  schemas: {
    ModuleSummary: moduleSummary,
    ModuleDetail: moduleDetail,
    ModuleSelection: moduleSelection,
    View: view,
    Model: model,
    ModelAttributes: modelAttributes,
    Field: field,
    Method: method,
    ...PART_SCHEMAS,
  },
};
