// Askers of a long question: the work ends when the last one has left, and waiting clients get notice
// before their connection would time out.
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
 * Awaits the answer for a limited time; the work continues for a later request.
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
