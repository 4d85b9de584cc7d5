// The one bound on the work of combining a view: counted and never timed, since archs and expressions are
// anyone's.

/** Steps that all specs of a view may take. Of the platform and the community none takes more than 80,000. */
export const MOST_STEPS = 2_000_000;
/** Steps that one spec may take. */
export const MOST_STEPS_OF_ONE = 500_000;
/** Characters of what `$0` may copy. */
export const MOST_COPIED = 1_000_000;
/** Characters of an expression. */
export const MOST_CHARACTERS = 4000;
/** Brackets of an expression in each other. */
export const MOST_NESTED = 60;

/** An expression that cannot be read, or that cannot be evaluated. */
export class XPathFault extends Error {
  constructor(
    message: string,
    readonly isTooLong = false,
  ) {
    super(message);
  }
}

/** Steps that may still be taken: a node that is looked at, an operation, a character that is made. */
export interface StepBudget {
  left: number;
}

/** @throws XPathFault when nothing is left */
export function spendSteps(budget: StepBudget, count: number): void {
  budget.left -= count;
  if (budget.left < 0) throw new XPathFault("it takes too many steps", true);
}

/** Characters that are read or compared in a row take less than those that are looked at one by one. */
export function spendText(budget: StepBudget, text: string): void {
  spendSteps(budget, text.length >> 4);
}
