// Words to declare answers with: the TypeScript type of a value and its JSON schema (2020-12, as OpenAPI 3.1
// has it) come from one declaration; of rows that are declared as plain data (data/declared/words.ts) both follow. The only
// file that knows the schema library; declarations are loaded by who writes schemas, everybody else imports their
// types alone.
import {
  Type,
  type SchemaOptions,
  type Static,
  type TObject,
  type TOptional,
  type TProperties,
  type TSchema,
  type TUnsafe,
} from "@sinclair/typebox";
import type { Properties, Property, RowType, ValueOf as DeclaredValue } from "./declared/words.js";

export type Shape = TSchema;

/** The type of the values of a shape; nothing in them can be changed. */
export type ValueOf<S> = S extends TSchema ? Frozen<Static<S>> : never;

type Frozen<T> = T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T;

export const text = (description?: string, options: SchemaOptions = {}) =>
  Type.String({ ...describe(description), ...options });

export const flag = (description?: string) => Type.Boolean(describe(description));

export const integer = (description?: string) => Type.Integer(describe(description));

/** A whole number from 0 on. */
export const count = (description?: string) =>
  Type.Integer({ minimum: 0, ...describe(description) });

export const listOf = <S extends TSchema>(items: S, description?: string) =>
  Type.Array(items, describe(description));

/** An object whose keys are data. */
export const mapOf = <S extends TSchema>(values: S, description?: string) =>
  Type.Unsafe<Record<string, Static<S>>>({
    type: "object",
    additionalProperties: values,
    ...describe(description),
  });

/** An object of given keys; `optional(…)` marks those that may be missing. */
export const object = <P extends TProperties>(properties: P, description?: string) =>
  Type.Object(properties, describe(description));

export const optional = <S extends TSchema>(shape: S) => Type.Optional(shape);

/** The same properties, none of which must be there. */
export const optionalAll = <P extends TProperties>(properties: P) =>
  Object.fromEntries(
    Object.entries(properties).map(([name, shape]) => [name, Type.Optional(shape)]),
  ) as { [N in keyof P]: TOptional<P[N]> };

/** The same or `null`. */
export const orNull = <S extends TSchema>(shape: S) =>
  Type.Unsafe<Static<S> | null>({
    ...shape,
    type: [shape["type"] as string, "null"],
    ...(Array.isArray(shape["enum"]) ? { enum: [...(shape["enum"] as unknown[]), null] } : {}),
  });

/** One of several. */
export const anyOf = <S extends TSchema[]>(...shapes: S) =>
  Type.Unsafe<Static<S[number]>>({ anyOf: shapes });

/** One of a few words. */
export const oneOf = <const T extends readonly string[]>(words: T, description?: string) =>
  Type.Unsafe<T[number]>({ type: "string", enum: words, ...describe(description) });

export const constant = <const T extends string | boolean>(value: T) =>
  Type.Unsafe<T>({ type: typeof value, const: value });

/** A schema that is written out, for values of a type. */
export const schemaOf = <T>(schema: SchemaOptions) => Type.Unsafe<T>(schema);

/** Gives a shape the name under which documents refer to it. */
export const named = <S extends TSchema>($id: string, shape: S): S => ({ ...shape, $id });

export const TIMESTAMP = { pattern: "^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$" };

/** The shapes of declared properties; those that may be missing may be missing. */
export type ShapesOf<P> = {
  [N in keyof P]: P[N] extends { readonly isOptional: true }
    ? TOptional<TUnsafe<DeclaredValue<P[N]>>>
    : TUnsafe<DeclaredValue<P[N]>>;
};

export const shapesOf = <P extends Properties>(properties: P) =>
  Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, shapeOf(property)]),
  ) as ShapesOf<P>;

export function shapeOf<T>(property: Property<T>): TUnsafe<T> {
  const plain = toPlainShape(property);
  const shape = property.isNullable === true ? orNull(plain) : plain;
  return (property.isOptional === true ? optional(shape) : shape) as unknown as TUnsafe<T>;
}

/** A row under its name, where it has one. */
export function shapeOfRow<P extends Properties>(row: RowType<P>): TObject<ShapesOf<P>> {
  const shape = object(shapesOf(row.properties), row.about);
  return row.name === undefined ? shape : named(row.name, shape);
}

function toPlainShape({ type, about, words = [], row = NO_ROW }: Property<unknown>): TSchema {
  switch (type) {
    case "text":
      return text(about);
    case "flag":
      return flag(about);
    case "integer":
      return integer(about);
    case "count":
      return count(about);
    case "moment":
      return text(about, TIMESTAMP);
    case "texts":
      return listOf(text(), about);
    case "word":
      return oneOf(words, about);
    case "map":
      return mapOf(text(), about);
    case "sources":
      return mapOf(schemaOf({ type: ["string", "array"], items: text() }), about);
    case "lists":
      return mapOf(listOf(text()), about);
    case "row":
      return shapeOfRow(row);
    case "rows":
      return listOf(shapeOfRow(row), about);
    default:
      return type satisfies never;
  }
}

const NO_ROW: RowType = { properties: {} };

function describe(description: string | undefined): SchemaOptions {
  return description === undefined ? {} : { description };
}
