// Long work in steps, so that signals are heard and progress is shown while it goes on.
import { setImmediate } from "node:timers/promises";

/** Work that ends with a value; it yields after each of its steps. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Others have their turn when steps have taken so long. */
const LONGEST_TURN_MS = 50;

/**
 * Takes all steps.
 * @param onTurn told how many steps are done, now and then; what it throws ends the work
 * @throws what a step throws
 */
export async function takeSteps<T>(
  steps: Steps<T>,
  onTurn: (done: number) => void,
  longestTurnMs = LONGEST_TURN_MS,
): Promise<T> {
  let turnStart = performance.now();
  for (let done = 0; ; done++) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() - turnStart < longestTurnMs) continue;
    await setImmediate();
    onTurn(done + 1);
    turnStart = performance.now();
  }
}
