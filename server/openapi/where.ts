// /v1/model/…, /v1/field/…, /v1/method/…, /v1/view/…: where something is defined, and who changes it.
import type { Operation, Parameter, ResourceDescription } from "./operation.js";
import { describeLimit, describeText, OFFSET, PLATFORM_VERSION } from "./parameters.js";
import { count, flag, listOf, mapOf, object, orNull, ref, text, type Schema } from "./schema.js";

const inPath = (name: string, description: string, example: string): Parameter => ({
  name,
  in: "path",
  required: true,
  description,
  schema: { type: "string", minLength: 1 },
  example,
});

const MODEL_NAME = inPath("model_name", "Name of a model.", "bank.import.transaction");

const QUERY: readonly Parameter[] = [
  {
    ...PLATFORM_VERSION,
    description: "Platform version; `17` means `17.0`. Without it the newest that has it.",
  },
  describeText("org", "Only this organization; case does not matter.", "meadow-apps"),
  describeText("repo", "Only this repository; case does not matter.", "finance"),
  describeLimit(50, 200),
  OFFSET,
];

/** What holds for the chains of all kinds. */
const ORDER =
  "Modules stand in the order in which the platform loads them: each after those that it depends on. They are given in parts; X-Total-Count says how many there are.";

function describeWhere(
  operation: Pick<Operation, "operationId" | "summary" | "description"> & {
    readonly path: readonly Parameter[];
    readonly schema: string;
    readonly unknown: NonNullable<Operation["problems"]>;
  },
): Operation {
  const { operationId, summary, description, path, schema, unknown } = operation;
  return {
    operationId,
    tag: "definitions",
    summary,
    description: `${description} ${ORDER}`,
    parameters: [...path, ...QUERY],
    answer: {
      description: "The modules, and what each has.",
      content: { "application/json": ref(schema) },
      isPaged: true,
    },
    problems: ["invalid_parameters", ...unknown, "not_at_version", "not_in_repository"],
  };
}

const versions = {
  platform_version: text("What the answer is about."),
  platform_versions: listOf(text(), "All that have it, in numeric order."),
};

const place = {
  technical_name: text(),
  organization: text(),
  repository: text(),
  after: listOf(
    text(),
    "Modules of this chain that it depends on, directly or not, in the order of the chain; empty where the chain begins.",
  ),
};

const className = { class_name: text(), is_new_model: flag() };

const optionalText = orNull({ ...text(), type: "string" });

function describeChain(key: Readonly<Record<string, Schema>>, row: Schema): Schema {
  return object({ ...key, ...versions, modules: listOf(row) });
}

function describeDeclarations(facts: Readonly<Record<string, Schema>>): Schema {
  return object({
    ...place,
    declarations: listOf(object({ ...className, ...facts }), "One for each class that has it."),
  });
}

const role = (...names: readonly string[]): Schema => ({ type: "string", enum: names });

export const whereDescription: ResourceDescription = {
  operations: {
    "/v1/model/{model_name}": describeWhere({
      operationId: "findModel",
      summary: "Where a model is defined and extended",
      description:
        "The modules that make a model (`_name`) and those that extend it (`_inherit`), each with its classes, fields and methods.",
      path: [MODEL_NAME],
      schema: "ModelPlaces",
      unknown: ["unknown_model"],
    }),
    "/v1/field/{model_name}/{field_name}": describeWhere({
      operationId: "findField",
      summary: "Which modules declare a field",
      description:
        "The chain of modules that declare a field of a model: first who brings it, then who changes it. What a model has from a mixin is with the mixin.",
      path: [MODEL_NAME, inPath("field_name", "Name of a field.", "state")],
      schema: "FieldPlaces",
      unknown: ["unknown_model", "unknown_field"],
    }),
    "/v1/method/{model_name}/{method_name}": describeWhere({
      operationId: "findMethod",
      summary: "Which modules override a method",
      description:
        "The chain of modules that have a method of a model: first who brings it, then who overrides it, with signatures. What a model has from a mixin is with the mixin.",
      path: [MODEL_NAME, inPath("method_name", "Name of a method.", "_select_source")],
      schema: "MethodPlaces",
      unknown: ["unknown_model", "unknown_method"],
    }),
    "/v1/view/{xml_id}": describeWhere({
      operationId: "findView",
      summary: "Where a view is defined and inherited",
      description:
        "The module that has a view, and those whose views inherit from it directly; ids are written in full. A view whose own module is not in the snapshot is known by those that inherit from it.",
      path: [
        inPath(
          "xml_id",
          "Full id of a view: `module.name`.",
          "bank_import_core.bank_import_transaction_view_search",
        ),
      ],
      schema: "ViewPlaces",
      unknown: ["unknown_view"],
    }),
  },
  schemas: {
    ModelPlaces: object({
      model_name: text(),
      ...versions,
      counts: object({ defining: count(), extending: count() }, { description: "Modules." }),
      modules: listOf(
        object({
          ...place,
          role: role("defines", "extends"),
          classes: listOf(ref("Model"), "Its classes of the model, in source order."),
        }),
      ),
    }),
    FieldPlaces: describeChain(
      { model_name: text(), name: text("Of the field.") },
      describeDeclarations({
        field_type: text(),
        relation: optionalText,
        attrs: {
          ...mapOf({ type: ["string", "array"], items: text() }, "As in Field."),
          type: ["object", "null"],
        },
      }),
    ),
    MethodPlaces: describeChain(
      { model_name: text(), name: text("Of the method.") },
      describeDeclarations({
        decorators: listOf(text()),
        signature: text(),
        docstring: optionalText,
      }),
    ),
    ViewPlaces: describeChain(
      { xml_id: text("In full.") },
      object({
        ...place,
        role: role("defines", "inherits"),
        views: listOf(ref("View"), "The view itself and those that inherit from it; ids in full."),
      }),
    ),
  },
};
