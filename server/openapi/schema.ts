// Words to write JSON schemas with, so that a description of a resource reads like the resource.

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

/** A JSON schema (2020-12), as OpenAPI 3.1 has it. */
export type Schema = JsonObject;

export function text(description?: string): Schema {
  return describe({ type: "string" }, description);
}

export function flag(description?: string): Schema {
  return describe({ type: "boolean" }, description);
}

export function count(description?: string): Schema {
  return describe({ type: "integer", minimum: 0 }, description);
}

export function listOf(items: Schema, description?: string): Schema {
  return describe({ type: "array", items }, description);
}

/** An object whose keys are data. */
export function mapOf(values: Schema, description?: string): Schema {
  return describe({ type: "object", additionalProperties: values }, description);
}

/** The same or `null`. */
export function orNull(schema: Schema & { readonly type: string }): Schema {
  return { ...schema, type: [schema.type, "null"] };
}

/** @param optional properties that may be missing; all others are always there */
export function object(
  properties: Readonly<Record<string, Schema>>,
  { optional = [], description }: { optional?: readonly string[]; description?: string } = {},
): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return describe({ type: "object", properties, required }, description);
}

/** One of several. */
export function anyOf(...schemas: readonly Schema[]): Schema {
  return { anyOf: schemas };
}

/** A schema of the document by its name. */
export function ref(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

function describe(schema: Schema, description: string | undefined): Schema & { type: string } {
  const described = description === undefined ? schema : { ...schema, description };
  return described as Schema & { type: string };
}
