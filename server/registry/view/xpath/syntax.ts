// What an XPath expression says.

export const AXES = [
  "ancestor",
  "ancestor-or-self",
  "attribute",
  "child",
  "descendant",
  "descendant-or-self",
  "following",
  "following-sibling",
  "namespace",
  "parent",
  "preceding",
  "preceding-sibling",
  "self",
] as const;

export type Axis = (typeof AXES)[number];

/** Those whose nodes come in the order opposite to that of the document. */
export const REVERSE_AXES: ReadonlySet<Axis> = new Set([
  "ancestor",
  "ancestor-or-self",
  "preceding",
  "preceding-sibling",
]);

/** `name`: `null` for `*`. `type`: `node()`, `text()`, `comment()`, `processing-instruction()`. */
export type NodeTest =
  | { readonly kind: "name"; readonly name: string | null }
  | { readonly kind: "type"; readonly type: string };

export interface Step {
  readonly axis: Axis;
  readonly test: NodeTest;
  readonly predicates: readonly Expression[];
  /** Whether a predicate asks for the place of a node among the others. */
  readonly isPositional: boolean;
}

export type Expression =
  | { readonly kind: "literal"; readonly value: string | number }
  | {
      readonly kind: "binary";
      readonly operator: string;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: "negate"; readonly operand: Expression }
  | { readonly kind: "call"; readonly name: string; readonly operands: readonly Expression[] }
  /** `@name = "value"`, the most frequent predicate of all. */
  | { readonly kind: "attribute_is"; readonly name: string; readonly value: string }
  /** `hasclass("a", "b")`, the next most frequent. */
  | { readonly kind: "has_classes"; readonly names: readonly string[] }
  | { readonly kind: "filter"; readonly start: Expression; readonly predicate: Expression }
  | {
      readonly kind: "path";
      /** `root`: of the document. */
      readonly start: "root" | "context" | Expression;
      readonly steps: readonly Step[];
    };

const NUMERIC_OPERATORS = new Set(["+", "-", "*", "div", "mod"]);
const NUMERIC_FUNCTIONS = new Set([
  "last",
  "position",
  "count",
  "number",
  "sum",
  "floor",
  "ceiling",
  "round",
  "string-length",
]);

/** Whether a predicate's truth depends on where its node stands among others: a number is such a place. */
export const isPositional = (predicate: Expression): boolean =>
  isNumeric(predicate) || asksPosition(predicate);

function isNumeric(expression: Expression): boolean {
  switch (expression.kind) {
    case "literal":
      return typeof expression.value === "number";
    case "negate":
      return true;
    case "binary":
      return NUMERIC_OPERATORS.has(expression.operator);
    case "call":
      return NUMERIC_FUNCTIONS.has(expression.name);
    case "attribute_is":
    case "has_classes":
    case "filter":
    case "path":
      return false;
  }
}

/** Predicates inside have places of their own. */
function asksPosition(expression: Expression): boolean {
  switch (expression.kind) {
    case "binary":
      return asksPosition(expression.left) || asksPosition(expression.right);
    case "negate":
      return asksPosition(expression.operand);
    case "call":
      return (
        expression.name === "position" ||
        expression.name === "last" ||
        expression.operands.some(asksPosition)
      );
    case "filter":
      return asksPosition(expression.start);
    case "path":
      return typeof expression.start === "object" && asksPosition(expression.start);
    case "attribute_is":
    case "has_classes":
    case "literal":
      return false;
  }
}
