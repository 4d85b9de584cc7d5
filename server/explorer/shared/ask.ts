// The address of a question that the compiler holds to the declarations.
import { fillAddress } from "../../contract/browser/ask.js";
import type { QuestionAt, RoutePath } from "../../routes/ask.js";

/** The address of a question: its values in the path and in the query. */
export function toAddress<P extends RoutePath>(path: P, question: QuestionAt<P>): string {
  return fillAddress(path, question);
}
