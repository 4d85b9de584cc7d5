// Why an expression has no value.
import type { StepBudget } from "../../../lookup/limits.js";

/** An expression that cannot be read, or that cannot be evaluated. */
export class XPathFault extends Error {
  constructor(
    message: string,
    readonly isTooLong = false,
  ) {
    super(message);
  }
}

/** Steps of one expression. */
export const createSteps = (left: number): StepBudget => ({
  left,
  fault: () => new XPathFault("it takes too many steps", true),
});
