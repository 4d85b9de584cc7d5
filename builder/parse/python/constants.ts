// Constants that a body binds by plain assignments.

import { evaluateLiteral, type Environment } from "./literal/literal.js";
import type { Literal } from "./literal/literal-value.js";
import { splitAssignment } from "./text/split.js";
import type { Statement } from "./statements.js";
import { tokenise, type TokenRange } from "./text/tokens.js";

/** The constants of a body; the last binding of a name counts. */
interface Constants {
  /** Bindings at the end of the body. */
  readonly names: Environment;
  /** Expressions bound to names. */
  readonly expressions: ReadonlyMap<string, TokenRange>;
}

export function readConstants(
  text: string,
  statements: readonly Statement[],
  outer: Environment,
): Constants {
  const expressions = new Map<string, TokenRange>();
  const constants = new Map<string, Literal>();
  const names: Environment = (name) => constants.get(name) ?? outer(name);
  for (const { type, node } of statements) {
    if (type !== "expression_statement" && type !== "assignment") continue;
    const assignment = splitAssignment(tokenise(text, node.startIndex, node.endIndex));
    if (assignment === undefined) continue;
    const value = evaluateLiteral(assignment.value, names);
    for (const target of assignment.targets) {
      constants.set(target, value);
      expressions.set(target, assignment.value);
    }
  }
  return { names, expressions };
}
