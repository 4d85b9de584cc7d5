// What is noted of shapes of parts (module-parts.ts) beside what answers say of them: how data files give a property, of
// which model rows are records, and what a property points at. What is written as JSON does not have it.
import { count, flag, integer, listOf, orNull, type Shape, text, texts } from "../shape.js";

export const optionalText = (description?: string) => orNull(text(description));

export const optionalFlag = () => orNull(flag());

export const optionalNumber = () => orNull(integer());

/** What a text points at: a model, by its name or the id of its record, or the id of an action. */
export type Target = "model" | "action";

/** Of a property; what is written as JSON does not have it. */
export const POINTS_AT = Symbol("points at");

/** What is read of a field of a record: ids (`links`), an expression (`source`), statements (`code`); or its model (`type`). */
export type GivenAs =
  | "text"
  | "reference"
  | "links"
  | "flag"
  | "integer"
  | "source"
  | "code"
  | "type"
  | "constant";

/** What is read of the first of these fields that a record gives; a `constant` is what stands in their place. */
export type GivenBy = readonly [as: GivenAs, ...fields: readonly string[]];

/** Of a property of a row that is a record of a data file; the first that says something counts. */
export const GIVEN_BY = Symbol("given by");

export const given = <S extends Shape>(shape: S, ...by: readonly GivenBy[]) => ({
  ...shape,
  [GIVEN_BY]: by,
});

export const givenText = (field: string, about?: string) =>
  given(optionalText(about), ["text", field]);

export const givenFlag = (field: string) => given(optionalFlag(), ["flag", field]);

export const reference = (about: string, ...fields: readonly string[]) =>
  given(optionalText(about), ["reference", ...fields]);

export const links = (about: string, ...fields: readonly string[]) =>
  given(texts(about), ["links", ...fields]);

export const pointing = (target: Target, about: string, ...by: readonly GivenBy[]) => ({
  ...given(optionalText(about), ...by),
  [POINTS_AT]: target,
});

/** Of a part whose rows are records: of which model, with a point at its end of all that begin so. */
export const OF_MODEL = Symbol("of model");

export const recordsOf = <S extends Shape>(model: string, rows: S, about: string) => ({
  ...listOf(rows, about),
  [OF_MODEL]: model,
});

export type NotedShape = Shape & {
  readonly [POINTS_AT]?: Target;
  readonly [GIVEN_BY]?: readonly GivenBy[];
};

/** What is read for a property of this shape. */
export function findGivenAs(shape: NotedShape): GivenAs | undefined {
  return shape[GIVEN_BY]?.[0]?.[0];
}

/** Where a row stands in the files of its module. @param line what it is the line of */
export const place = (line: string) => ({
  file: text("Relative to the module's folder."),
  line: count(line),
});
