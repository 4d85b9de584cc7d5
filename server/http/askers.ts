// For whom a long question is answered: it ends when the last who asked for it has gone, and who waits is told before the
// connection would be closed for its silence.
import type { Asker } from "../../data/semaphore.js";
import { Problem } from "../contract/problem.js";
import { AskerGone } from "../lookup/limits.js";
import type { ObservedResponse } from "../observe/exchange.js";

/** The client of an exchange. @param name the same for all that the client asks */
export function createAsker(exchange: ObservedResponse, name: string): Asker {
  const controller = new AbortController();
  const leave = (): void => controller.abort(new AskerGone());
  if (exchange.destroyed) leave();
  exchange.once("close", () => {
    if (!exchange.writableFinished) leave();
  });
  return { name, signal: controller.signal };
}

/**
 * The answer, if it comes in time; the work goes on for who asks again.
 * @throws Problem `too_busy`; what the answer throws
 */
export async function answerInTime<T>(answer: Promise<T>, patienceMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const detail = "The answer takes longer than a connection may be silent; ask again for it.";
    timer = setTimeout(() => reject(new Problem("too_busy", detail)), patienceMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
