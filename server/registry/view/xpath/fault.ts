// What ends the evaluation of an expression, or the reading of it.

/** An expression that cannot be read, or that cannot be evaluated. */
export class XPathFault extends Error {
  constructor(
    message: string,
    readonly isTooLong = false,
  ) {
    super(message);
  }
}

/** Nodes that may still be looked at, and characters that may still be made. */
export interface StepBudget {
  left: number;
}

/** @throws XPathFault when nothing is left */
export function spendSteps(budget: StepBudget, count: number): void {
  budget.left -= count;
  if (budget.left < 0) throw new XPathFault("it takes too many steps", true);
}
