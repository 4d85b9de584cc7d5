// /v1/search…: modules by technical name, and by words, category and dependency.
import type { ResourceDescription } from "./operation.js";
import {
  describeFlag,
  describeLimit,
  describeText,
  MODULE_NAME,
  OFFSET,
  PLATFORM_VERSION,
  REQUIRED_PLATFORM_VERSION,
} from "./parameters.js";
import { flag, listOf, mapOf, object, orNull, ref, text } from "./schema.js";

export const searchDescription: ResourceDescription = {
  operations: {
    "/v1/search/{module_name}": {
      operationId: "searchNames",
      tag: "search",
      summary: "Modules by technical name",
      description:
        "One hit for each technical name that contains the text, the best place first: the whole name, its start, the start of a word, inside. When none does, names within a typo or two.",
      parameters: [
        { ...MODULE_NAME, description: "A technical name or a part of it.", example: "rental" },
        PLATFORM_VERSION,
        describeFlag("installable", "Only modules that can, or that cannot, be installed."),
      ],
      answer: {
        description: "The hits, best first; none is an empty list.",
        content: { "application/json": listOf(ref("NameHit")) },
      },
      problems: ["invalid_parameters"],
    },
    "/v1/search": {
      operationId: "searchModules",
      tag: "search",
      summary: "Modules by words, category and dependency",
      description:
        "Modules of one platform version for which all that is given holds; ranked by where the words stand, else by technical name.",
      parameters: [
        REQUIRED_PLATFORM_VERSION,
        describeText(
          "term",
          "Words that must all begin a word of technical name, display name, summary or description.",
          "invoice",
        ),
        describeText("category", "The manifest's category; case does not matter.", "Sales/Rental"),
        describeText("depends_on", "Only modules that declare this dependency.", "rental_core"),
        describeLimit(50, 200),
        OFFSET,
      ],
      answer: {
        description: "The hits, best first; none is an empty list.",
        content: { "application/json": listOf(ref("ModuleHit")) },
        isPaged: true,
      },
      problems: ["invalid_parameters"],
    },
  },
  schemas: {
    NameHit: object({
      technical_name: text(),
      versions: mapOf(listOf(text()), "Platform versions by the `<org>/<repo>` that has them."),
    }),
    ModuleHit: object({
      technical_name: text(),
      name: text("Display name."),
      category: orNull({ ...text(), type: "string" }),
      installable: flag(),
      application: flag(),
      organization: text(),
      repository: text(),
    }),
  },
};
