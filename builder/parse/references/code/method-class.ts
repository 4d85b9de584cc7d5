// Class of a model that a function is a method of.
import { findAround, findChild, type Syntax } from "../../python/syntax.js";
import type { ClassOfCode, Code } from "./code.js";

/** `#12`: the model of the class in line 12, whose name its module knows. */
export const toClassModel = ({ line }: Pick<ClassOfCode, "line">): string => `#${line}`;

const CLASSES: ReadonlySet<string> = new Set(["class_definition", "function_definition"]);

/** Whether the first argument of a method is no record. */
export function isStatic(method: Syntax, code: Code): boolean {
  const decorated = method.parent;
  if (decorated?.type !== "decorated_definition") return false;
  return decorated.children.some(
    (one) =>
      one.type === "decorator" && /^@(?:staticmethod|classmethod)\b/.test(code.toSourceText(one)),
  );
}

/**
 * The class of a model that a function is a method of, or a lambda in one of its fields; none where a base that is of no
 * add-on may have any method.
 */
export function findMethodClass(node: Syntax, code: Code): ClassOfCode | undefined {
  const owner = findAround(node, CLASSES);
  if (owner?.type !== "class_definition") return undefined;
  const found = code.classes.get(code.lineAt(owner.start));
  const bases = findChild(owner, "superclasses")?.children.length ?? 0;
  return bases === (found?.bases.length ?? 0) + 1 ? found : undefined;
}
