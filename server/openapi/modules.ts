// /v1/modules: modules as rows, all of them or those of a list of names.
import type { ResourceDescription } from "./operation.js";
import { describeLimit, describeText, OFFSET, PLATFORM_VERSION } from "./parameters.js";
import { anyOf, flag, listOf, object, orNull, ref, text, type Schema } from "./schema.js";

export const UPDATE_DATE: Schema = {
  type: "string",
  pattern: "^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$",
  description: "Time of the last commit that changed the folder, UTC.",
};

export const modulesDescription: ResourceDescription = {
  operations: {
    "/v1/modules": {
      operationId: "listModules",
      tag: "modules",
      summary: "All modules, or those of a list of names",
      description:
        "One row for each module at each platform version in each repository, ordered by technical name, platform version, organization and repository. With `names` one row for each name, in their order and marked where there is none; at the newest platform version unless one is given. `/v1/export/modules.ndjson` gives everything at once.",
      parameters: [
        PLATFORM_VERSION,
        describeText(
          "names",
          "Technical names with commas between them, up to 500 and as many as an address may hold.",
          "rental_core,delivery_window,no_such_module",
        ),
        describeLimit(100, 500),
        OFFSET,
      ],
      answer: {
        description: "The rows.",
        content: {
          "application/json": listOf(anyOf(ref("ModuleRow"), ref("MissingModuleRow"))),
        },
        isPaged: true,
      },
      problems: ["invalid_parameters"],
    },
  },
  schemas: {
    ModuleRow: object({
      technical_name: text(),
      found: { type: "boolean", const: true },
      name: text("Display name."),
      summary: text(),
      version: text("Without the leading platform version."),
      platform_version: text(),
      category: text(),
      license: text(),
      development_status: orNull({ ...text(), type: "string" }),
      installable: flag(),
      application: flag(),
      organization: text(),
      repository: text(),
      source_path: text("Folder of the module inside the repository."),
      update_date: UPDATE_DATE,
      carriers: listOf(text(), "Every `<org>/<repo>` that carries the name at this version."),
    }),
    MissingModuleRow: object({
      technical_name: text("As it was asked for."),
      found: { type: "boolean", const: false },
      available_versions: listOf(text(), "Where it exists; empty when no module has the name."),
    }),
  },
};
