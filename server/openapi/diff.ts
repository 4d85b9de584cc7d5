// /v1/module/…/diff: a module at two platform versions.
import type { Parameter, ResourceDescription } from "./operation.js";
import { describeText, MODULE_NAME } from "./parameters.js";
import { listOf, object, ref, text, type Schema } from "./schema.js";
import { UPDATE_DATE } from "./modules.js";

const names = (description?: string) => listOf(text(), description);

const VERSION = {
  in: "path",
  required: true,
  schema: { type: "string", minLength: 1 },
} as const;

const VERSIONS: readonly Parameter[] = [
  { ...VERSION, name: "from", description: "The platform version before.", example: "16.0" },
  { ...VERSION, name: "to", description: "The platform version after.", example: "17.0" },
];

const fact: Schema = {
  type: ["string", "boolean", "array", "null"],
  items: text(),
  description: "`null` where nothing is said.",
};

const nameDiff = object({ added: names(), removed: names() });

const side = object({
  platform_version: text(),
  organization: text(),
  repository: text(),
  version: text(),
  update_date: UPDATE_DATE,
});

export const moduleDiffDescription: ResourceDescription = {
  operations: {
    "/v1/module/{module_name}/diff/{from}/{to}": {
      operationId: "diffModule",
      tag: "modules",
      summary: "What changed between two platform versions",
      description:
        "What manifest, declared dependencies, models, fields, methods and views gained, lost and changed. Of several carriers it is the first at `from` and the nearest to it at `to`, unless `org` and `repo` choose. A rename is a guess with its reason, made where exactly one name that came fits one that went.",
      parameters: [
        MODULE_NAME,
        ...VERSIONS,
        describeText("org", "Only this organization; case does not matter.", "harbor-works"),
        describeText("repo", "Only this repository; case does not matter.", "retail"),
      ],
      answer: {
        description: "The differences; empty lists where there are none.",
        content: { "application/json": ref("ModuleDiff") },
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
    ModuleDiff: object({
      technical_name: text(),
      from: side,
      to: side,
      manifest: listOf(ref("FactChange")),
      dependencies: object({ platform: nameDiff, pip: nameDiff, bin: nameDiff }),
      models: object({
        added: names(),
        removed: names(),
        renamed: listOf(ref("Rename")),
        changed: listOf(
          object({
            model_name: text(),
            changes: listOf(ref("FactChange"), "Of the model itself."),
            fields: ref("SetDiff"),
            methods: ref("SetDiff"),
          }),
        ),
      }),
      views: ref("SetDiff"),
    }),
    SetDiff: object({
      added: names(),
      removed: names(),
      renamed: listOf(ref("Rename")),
      changed: listOf(object({ name: text(), changes: listOf(ref("FactChange")) })),
    }),
    FactChange: object({ key: text(), from: fact, to: fact }),
    Rename: object({ from: text(), to: text(), reason: text("What the guess rests on.") }),
  },
};
