// Columns as the shape of an answer declares them, so that they are the same whatever values there are.
import { isOptional, type Properties, type Shape } from "../../data/shape.js";

/** Properties of an object of given keys, or of any of its forms; `undefined` for what has none. */
export function findFields(shape: Shape): Properties | undefined {
  const forms = listForms(shape).flatMap((form) => (form["properties"] as Properties) ?? []);
  return forms.length === 0 ? undefined : (Object.assign({}, ...forms) as Properties);
}

function listForms(shape: Shape): readonly Shape[] {
  return (shape["anyOf"] as readonly Shape[] | undefined) ?? [shape];
}

/** Keys of the columns of a value: objects are opened, and what may be missing in a form of it, or is deprecated, is left out. */
export function listDeclared(shape: Shape, key = ""): readonly string[] {
  const fields = findFields(shape);
  if (fields === undefined) return [key];
  const isEverywhere = (name: string): boolean =>
    listForms(shape).every((form) => {
      const field = findFields(form)?.[name];
      return field !== undefined && !isOptional(field) && field["deprecated"] !== true;
    });
  return Object.entries(fields).flatMap(([name, field]) =>
    isEverywhere(name) ? listDeclared(field, key === "" ? name : `${key}.${name}`) : [],
  );
}

/** Columns for a `null`: those of the object that it stands for, or its own. */
export function openNull(row: Shape | undefined, key: string): readonly string[] {
  const field = key
    .split(".")
    .reduce<Shape | undefined>((at, name) => at && findFields(at)?.[name], row);
  const opened = field === undefined ? [] : listDeclared(field, key);
  return opened.length === 0 ? [key] : opened;
}

/** Shape of the rows of a list, by its name in an answer, or of an answer that is the list. */
export function findRowShape(shape: Shape | undefined, name?: string): Shape | undefined {
  const list = name === undefined ? shape : shape && findFields(shape)?.[name];
  return list?.["items"] as Shape | undefined;
}
