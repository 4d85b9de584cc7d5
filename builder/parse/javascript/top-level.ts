// Top level of a script module: its exports, and its functions.
import { findKey, isFunction, toName } from "./expressions.js";
import type { JsNode } from "./tree.js";

/** Exports; for `odoo.define` the keys of the returned object, or `default`. Each name once. */
export function listExports(statements: readonly JsNode[]): readonly string[] {
  return [...new Set(statements.flatMap(listExported))];
}

function listExported(statement: JsNode): readonly string[] {
  if (statement.type === "ExportDefaultDeclaration") return ["default"];
  if (statement.type === "ExportAllDeclaration") {
    return [statement.exported === null ? "*" : toName(statement.exported)];
  }
  if (statement.type === "ExportNamedDeclaration") {
    return statement.declaration === null
      ? statement.specifiers.map(({ exported }) => toName(exported))
      : listDeclared(statement.declaration);
  }
  if (statement.type !== "ReturnStatement" || statement.argument === null) return [];
  const { argument } = statement;
  if (argument.type !== "ObjectExpression") return ["default"];
  return argument.properties.flatMap((property) => findKey(property) ?? []);
}

function listDeclared(declaration: JsNode): readonly string[] {
  if (declaration.type === "VariableDeclaration") {
    return declaration.declarations.flatMap(({ id }) => listBound(id));
  }
  const isNamed =
    declaration.type === "FunctionDeclaration" || declaration.type === "ClassDeclaration";
  return isNamed && declaration.id !== null ? [declaration.id.name] : [];
}

/** Patterns within patterns are left out: nobody exports them. */
function listBound(pattern: JsNode): readonly string[] {
  if (pattern.type === "Identifier") return [pattern.name];
  if (pattern.type !== "ObjectPattern") return [];
  return pattern.properties.flatMap((property) =>
    property.type === "Property" && property.value.type === "Identifier"
      ? [property.value.name]
      : [],
  );
}

/** Declared functions, and those that a variable is. */
export function listFunctions(
  statements: readonly JsNode[],
  lineAt: (index: number) => number,
): readonly { readonly name: string; readonly line: number }[] {
  return statements.flatMap((statement) => {
    const exported =
      statement.type === "ExportNamedDeclaration" || statement.type === "ExportDefaultDeclaration";
    const declaration = exported ? statement.declaration : statement;
    // `export default () => …` has no name either.
    if (declaration?.type === "FunctionDeclaration" || (exported && isFunction(declaration))) {
      const name =
        (declaration.type !== "ArrowFunctionExpression" && declaration.id?.name) || "default";
      return [{ name, line: lineAt(declaration.start ?? 0) }];
    }
    if (declaration?.type !== "VariableDeclaration") return [];
    return declaration.declarations.flatMap(({ id, init, start }) =>
      id.type === "Identifier" && isFunction(init)
        ? [{ name: id.name, line: lineAt(start ?? 0) }]
        : [],
    );
  });
}
