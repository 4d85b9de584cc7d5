// Work in steps, all of them at once.
import type { Steps } from "../../data/yield.js";

export function finishSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
