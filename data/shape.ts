// Words to declare data with: the TypeScript type of a value and its JSON schema (2020-12, as OpenAPI 3.1 has it) come
// from one declaration; of rows of a snapshot their key lists and packed form too.

/** A JSON schema, and for the compiler the type of its values. */
export interface Shape<T = unknown> extends Schema {
  /** Never there. */
  readonly [VALUE]?: T;
}

interface Schema {
  readonly [key: string]: unknown;
}

declare const VALUE: unique symbol;

/** Note of an object's optional properties; JSON leaves it out. */
const OPTIONAL = Symbol("optional");

/** Note of a property that rows of older snapshots lack; JSON leaves it out. */
const ADDED = Symbol("added");

/** A property that was added to rows of a snapshot. */
interface Added<T = unknown> {
  /** The format that was written then, which need not be the first of that number. */
  readonly since: number;
  /** Value for an older row. */
  readonly missing: T;
}

interface OptionalShape<T = unknown> extends Shape<T> {
  readonly [OPTIONAL]: true;
}

interface ObjectShape<P extends Properties> extends Shape<ObjectOf<P>> {
  readonly properties: P;
}

/** The type of the values of a shape; nothing in them can be changed. */
export type ValueOf<S> = S extends Shape<infer T> ? Frozen<T> : never;

type Frozen<T> = T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T;

export type Properties = Readonly<Record<string, Shape>>;

type ObjectOf<P extends Properties> = {
  [K in keyof P as P[K] extends OptionalShape ? never : K]: ValueOf<P[K]>;
} & { [K in keyof P as P[K] extends OptionalShape ? K : never]?: ValueOf<P[K]> };

/** A schema that is written out, for values of a type. */
export const schemaOf = <T>(schema: Schema): Shape<T> => schema;

export const text = (description?: string, options: Schema = {}) =>
  schemaOf<string>({ ...describe(description), ...options, type: "string" });

export const flag = (description?: string) =>
  schemaOf<boolean>({ ...describe(description), type: "boolean" });

export const integer = (description?: string) =>
  schemaOf<number>({ ...describe(description), type: "integer" });

/** A whole number from 0 on. */
export const count = (description?: string) =>
  schemaOf<number>({ minimum: 0, ...describe(description), type: "integer" });

export const listOf = <S extends Shape>(items: S, description?: string) =>
  schemaOf<ValueOf<S>[]>({ ...describe(description), type: "array", items });

export const texts = (description?: string) => listOf(text(), description);

/** An object whose keys are data. */
export const mapOf = <S extends Shape>(values: S, description?: string) =>
  schemaOf<Record<string, ValueOf<S>>>({
    type: "object",
    additionalProperties: values,
    ...describe(description),
  });

/** An object of given keys; `optional(…)` marks those that may be missing. */
export const object = <P extends Properties>(
  properties: P,
  description?: string,
): ObjectShape<P> => {
  const required = Object.entries(properties).flatMap(([key, shape]) =>
    OPTIONAL in shape ? [] : [key],
  );
  return {
    ...describe(description),
    type: "object",
    ...(required.length === 0 ? {} : { required }),
    properties,
  };
};

export const optional = <T>(shape: Shape<T>): OptionalShape<T> => ({ ...shape, [OPTIONAL]: true });

/** A property that was added to rows of a snapshot: with this, older snapshots stay readable. */
export const added = <S extends Shape>(shape: S, how: Added<ValueOf<S>>): S => ({
  ...shape,
  [ADDED]: how,
});

/** The properties, all optional. */
export const optionalAll = <P extends Properties>(properties: P) =>
  Object.fromEntries(
    Object.entries(properties).map(([name, shape]) => [name, optional(shape)]),
  ) as { [N in keyof P]: OptionalShape<ValueOf<P[N]>> };

export const orNull = <S extends Shape>(shape: S) =>
  schemaOf<ValueOf<S> | null>({
    ...shape,
    type: [shape["type"] as string, "null"],
    ...(Array.isArray(shape["enum"]) ? { enum: [...(shape["enum"] as unknown[]), null] } : {}),
  });

/** One of several. */
export const anyOf = <S extends readonly Shape[]>(...shapes: S) =>
  schemaOf<ValueOf<S[number]>>({ anyOf: shapes });

/** One of a few words. */
export const oneOf = <const T extends readonly string[]>(words: T, description?: string) =>
  schemaOf<T[number]>({ type: "string", enum: words, ...describe(description) });

export const constant = <const T extends string | boolean>(value: T) =>
  schemaOf<T>({ type: typeof value, const: value });

/** Gives a shape the name under which documents refer to it. */
export const named = <S extends Shape>($id: string, shape: S): S => ({ ...shape, $id });

/** An object of given keys with the name under which documents refer to it. */
export const namedObject = <P extends Properties>(
  $id: string,
  properties: P,
  description?: string,
): ObjectShape<P> => named($id, object(properties, description));

export const TIMESTAMP = { pattern: "^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$" };

/** The properties of an object of given keys, or of the objects of a list; `undefined` for any other shape. */
export function findProperties(shape: Shape): Properties | undefined {
  return (shape["properties"] ?? (shape["items"] as Shape | undefined)?.["properties"]) as
    | Properties
    | undefined;
}

/** True for a property that may be missing. */
export function isOptional(shape: Shape): boolean {
  return OPTIONAL in shape;
}

/** True if each object with these properties has keys of its own. */
export function isFree(properties: Properties): boolean {
  return Object.values(properties).some(isOptional);
}

/** `undefined` for a property that every snapshot has. */
export function findAdded(shape: Shape): Added | undefined {
  return (shape as { readonly [ADDED]?: Added })[ADDED];
}

export function listKeys<P extends object>(properties: P): readonly (keyof P & string)[] {
  return Object.keys(properties) as (keyof P & string)[];
}

function describe(description: string | undefined): Schema {
  return description === undefined ? {} : { description };
}
