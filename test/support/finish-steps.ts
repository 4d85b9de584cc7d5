// Work in steps, all of them at once.
import type { Steps } from "../../data/yield.js";

export function finishSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** A function whose work is in steps as one that takes them all. */
export const finishing =
  <Given extends readonly unknown[], T>(find: (...given: Given) => Steps<T>) =>
  (...given: Given): T =>
    finishSteps(find(...given));
