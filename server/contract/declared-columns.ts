// Columns as the shape of an answer declares them, so that they are the same whatever values there are.
import { isOptional, type Properties, type Shape } from "../../data/shape.js";

/** Properties of an object of given keys; all of those of several shapes; `undefined` for what has none. */
function findFields(shape: Shape): Properties | undefined {
  const several = shape["anyOf"] as readonly Shape[] | undefined;
  if (several === undefined) return shape["properties"] as Properties | undefined;
  const all = several.flatMap((one) => findFields(one) ?? []);
  return all.length === 0 ? undefined : (Object.assign({}, ...all) as Properties);
}

/** Keys of a value, those of objects one by one, but for what may be missing. */
export function listDeclared(shape: Shape, key = ""): readonly string[] {
  const fields = findFields(shape);
  if (fields === undefined) return [key];
  return Object.entries(fields).flatMap(([name, field]) =>
    isOptional(field) ? [] : listDeclared(field, key === "" ? name : `${key}.${name}`),
  );
}

/** Keys that a value would have in place of `null`: its own, or those of the object. */
export function openNull(row: Shape | undefined, key: string): readonly string[] {
  const field = key
    .split(".")
    .reduce<Shape | undefined>((at, name) => at && findFields(at)?.[name], row);
  return field === undefined ? [key] : listDeclared(field, key);
}

/** Shape of a list's rows, by the name of the list in an answer, or of an answer that is the list. */
export function findRowShape(shape: Shape | undefined, name?: string): Shape | undefined {
  const list = name === undefined ? shape : shape && findFields(shape)?.[name];
  return list?.["items"] as Shape | undefined;
}
