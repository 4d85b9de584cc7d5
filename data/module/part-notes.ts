// Notes on shapes of parts (module-parts.ts) beside the answers: how data files give a property,
// the model whose records are rows, and what a property points at. JSON leaves them out.
import { count, flag, integer, listOf, orNull, type Shape, text, texts } from "../shape.js";

export const optionalText = (description?: string) => orNull(text(description));

export const optionalFlag = () => orNull(flag());

export const optionalNumber = () => orNull(integer());

/** Target of a text: a model (by name or by the id of its record), or the id of an action. */
export type Target = "model" | "action";

/** Note of a property; JSON leaves it out. */
export const POINTS_AT = Symbol("points at");

/**
 * Reading of a field of a record: ids (`links`), an expression (`source`), statements (`code`), or
 * its model (`type`).
 */
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

/** Reads the first of these fields that a record gives; a `constant` replaces them. */
export type GivenBy = readonly [as: GivenAs, ...fields: readonly string[]];

/**
 * Note of a property of a row that is a record of a data file; the first field with a value counts.
 */
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

/**
 * Model of the records that are rows of a part; a point at the end means all models that begin so.
 */
export const OF_MODEL = Symbol("of model");

export const recordsOf = <S extends Shape>(model: string, rows: S, about: string) => ({
  ...listOf(rows, about),
  [OF_MODEL]: model,
});

export type NotedShape = Shape & {
  readonly [POINTS_AT]?: Target;
  readonly [GIVEN_BY]?: readonly GivenBy[];
};

export function findGivenAs(shape: NotedShape): GivenAs | undefined {
  return shape[GIVEN_BY]?.[0]?.[0];
}

/** Position of a row in the files of its module. */
export const sourceLine = (line: string) => ({
  file: text("Relative to the module's folder."),
  line: count(line),
});
