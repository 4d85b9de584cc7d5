// The error that a piece of work ends with, as a value to look at.
import { OperatorError } from "../../data/operator-error.js";

/** The operator error that `work` throws; fails when it throws none or another kind. */
export function catchOperatorError(work: () => unknown): OperatorError {
  try {
    work();
  } catch (error) {
    return checkKind(error);
  }
  throw new Error("nothing was thrown");
}

/** The operator error that `work` is rejected with; fails when it is not. */
export async function awaitOperatorError(work: Promise<unknown>): Promise<OperatorError> {
  let error: unknown;
  try {
    await work;
  } catch (reason) {
    error = reason;
  }
  return checkKind(error);
}

function checkKind(error: unknown): OperatorError {
  if (error instanceof OperatorError) return error;
  throw new Error(`not an OperatorError: ${String(error)}`, { cause: error });
}
