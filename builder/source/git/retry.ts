// Work with the network, tried again when the fault may pass.
import { setTimeout as sleepFor } from "node:timers/promises";
import { isTransient } from "./git-error.js";
import { SourceError } from "../source-error.js";

/** Waits between the attempts: one attempt more than there are waits. */
export const RETRY_DELAYS_MS: readonly number[] = [2000, 8000, 30_000];

export interface RetryOptions {
  readonly signal?: AbortSignal | undefined;
  /** Waits so long; tests give one that does not. Default: the clock. */
  readonly sleep?: ((milliseconds: number) => Promise<void>) | undefined;
  /** Called before each wait, so that nobody takes it for a standstill. */
  readonly onWait?: ((label: string, delayMs: number) => void) | undefined;
}

/**
 * What `work` returns, at its first attempt or a later one.
 * @throws SourceError `repository_unreachable` when a passing fault did not pass; what `work` throws
 * when it is another; the signal's reason when it is aborted, also during a wait
 */
export async function retryTransient<T>(
  label: string,
  work: () => Promise<T>,
  options: RetryOptions = {},
): Promise<T> {
  for (const delay of RETRY_DELAYS_MS) {
    try {
      return await work();
    } catch (error) {
      if (!isTransient(error)) throw error;
    }
    options.onWait?.(label, delay);
    await wait(delay, options);
  }
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SourceError) || !isTransient(error)) throw error;
    const attempts = RETRY_DELAYS_MS.length + 1;
    throw new SourceError(
      {
        code: "repository_unreachable",
        message: `${label} cannot be reached, ${attempts} times in a row (${error.got ?? ""}); check the network and build again later.`,
        expected: "an answer of the server",
        got: error.got ?? "",
      },
      { cause: error },
    );
  }
}

async function wait(delayMs: number, { signal, sleep }: RetryOptions): Promise<void> {
  signal?.throwIfAborted();
  if (sleep !== undefined) await sleep(delayMs);
  else {
    await sleepFor(delayMs, undefined, signal === undefined ? {} : { signal }).catch(
      () => undefined,
    );
  }
  signal?.throwIfAborted();
}
