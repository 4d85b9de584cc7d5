// /v1/module/…/dependencies and …/dependents: what a module needs, and who needs it.
import type { AnswerDescription, Parameter, ResourceDescription } from "./operation.js";
import {
  describeFlag,
  describeLimit,
  describeText,
  MODULE_NAME,
  OFFSET,
  PLATFORM_VERSION_IN_PATH,
} from "./parameters.js";
import { count, flag, listOf, object, ref, text } from "./schema.js";

const names = (description: string) => listOf(text(), description);

const FORMAT: Parameter = {
  name: "format",
  in: "query",
  required: false,
  description: "How it is written; without it what the header Accept would rather have.",
  schema: { type: "string", enum: ["json", "dot", "mermaid"] },
  example: "json",
};

function describeGraph(description: string, schema: string): AnswerDescription {
  return {
    description,
    content: {
      "application/json": ref(schema),
      "text/vnd.graphviz": text("DOT, for Graphviz."),
      "text/vnd.mermaid": text("A Mermaid flowchart."),
    },
  };
}

export const dependenciesDescription: ResourceDescription = {
  operations: {
    "/v1/module/{module_name}/{platform_version}/dependencies": {
      operationId: "getDependencies",
      tag: "modules",
      summary: "What a module needs",
      description:
        "Everything that a module needs at a platform version, with an order to install it in and the repositories to clone. Of several carriers of the module it is the first, unless `org` and `repo` choose; of a needed one it is the nearest: of the same repository, else of the same organization, else the first.",
      parameters: [
        MODULE_NAME,
        PLATFORM_VERSION_IN_PATH,
        describeText("org", "The organization to start from.", "harbor-works"),
        describeText("repo", "The repository to start from.", "retail"),
        FORMAT,
      ],
      answer: describeGraph("What is needed, or a drawing of it.", "Dependencies"),
      problems: [
        "invalid_parameters",
        "unknown_module",
        "module_not_at_version",
        "module_not_in_repository",
      ],
    },
    "/v1/module/{module_name}/{platform_version}/dependents": {
      operationId: "getDependents",
      tag: "modules",
      summary: "Who needs a module",
      description:
        "The modules that need this one at a platform version, directly or through others, the nearest first; also of a module that nobody in the snapshot carries.",
      parameters: [
        MODULE_NAME,
        PLATFORM_VERSION_IN_PATH,
        describeFlag("direct", "Only modules whose own manifest names it."),
        FORMAT,
        describeLimit(100, 500),
        OFFSET,
      ],
      answer: {
        ...describeGraph(
          "A part of them with the counts of all, or a drawing of it.",
          "Dependents",
        ),
        isPaged: true,
      },
      problems: ["invalid_parameters", "unknown_module", "module_not_at_version"],
    },
  },
  schemas: {
    Dependencies: object({
      technical_name: text(),
      platform_version: text(),
      organization: text(),
      repository: text(),
      modules: listOf(
        ref("NeededModule"),
        "Everything that is needed and found, itself included, each after what it needs.",
      ),
      tree: listOf(
        object({
          technical_name: text(),
          depth: count(),
          found: flag("Somebody carries it at this version."),
          repeated: flag("What it needs is told further up."),
        }),
        "The same as a tree is written down the page.",
      ),
      repositories: listOf(ref("NeededRepository"), "What to clone."),
      unresolved: listOf(
        object({ technical_name: text(), required_by: names("Modules that declare it.") }),
        "Needed modules that no repository of the snapshot carries.",
      ),
      cycles: listOf(listOf(text()), "Modules that need each other: no order is right for them."),
      pip: names("Python packages that all of it needs."),
      bin: names("Executables and system packages that all of it needs."),
    }),
    NeededModule: object({
      technical_name: text(),
      depth: count("The shortest way to it; 0 is the module itself."),
      organization: text(),
      repository: text(),
      depends: names("What its manifest declares, sorted."),
      carriers: names("Every `<org>/<repo>` that has it at this version."),
    }),
    NeededRepository: object({
      organization: text(),
      repository: text(),
      git: text("Clone address."),
      branch: text(),
      modules: names("What is needed of it."),
    }),
    Dependents: object({
      technical_name: text(),
      platform_version: text(),
      carriers: names("Who carries the module itself; may be nobody."),
      counts: object(
        { direct: count(), indirect: count(), all: count() },
        { description: "Distinct technical names." },
      ),
      modules: listOf(ref("DependentModule")),
    }),
    DependentModule: object({
      technical_name: text(),
      depth: { type: "integer", minimum: 1, description: "1 for one that names it itself." },
      through: names("What it declares that leads to the module."),
      carriers: names("Every `<org>/<repo>` whose module of this name needs it."),
    }),
  },
};
