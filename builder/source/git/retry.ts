// Work of git with the network, tried again when the fault may pass.
import { SYSTEM_CLOCK, type Clock } from "../../clock.js";
import { repeat } from "../../network/repeat.js";
import { isTransient } from "./git-error.js";
import { SourceError } from "../source-error.js";

/** Waits between the attempts: one attempt more than there are waits. */
export const RETRY_DELAYS_MS: readonly number[] = [2000, 8000, 30_000];

export interface RetryOptions {
  readonly signal?: AbortSignal | undefined;
  /** Default: the clock of the machine. */
  readonly clock?: Clock | undefined;
  /** One line before each wait, so that nobody takes it for a standstill. */
  readonly onNotice?: ((notice: string) => void) | undefined;
}

/**
 * What `work` returns, at its first attempt or a later one.
 * @throws SourceError `repository_unreachable` when a passing fault did not pass; what `work` throws
 * when it is another; the signal's reason when it is aborted, also during a wait
 */
export function retryTransient<T>(
  label: string,
  work: () => Promise<T>,
  { signal, clock = SYSTEM_CLOCK, onNotice = () => undefined }: RetryOptions = {},
): Promise<T> {
  let failures = 0;
  return repeat(
    async () => {
      try {
        return { value: await work() };
      } catch (error) {
        if (!(error instanceof SourceError) || !isTransient(error)) throw error;
        const delayMs = RETRY_DELAYS_MS[failures++];
        if (delayMs === undefined) throw toUnreachable(label, error);
        return { delayMs, notice: `${label} cannot be reached, again in ${delayMs / 1000} s` };
      }
    },
    { clock, onNotice, signal: signal ?? new AbortController().signal },
  );
}

function toUnreachable(label: string, error: SourceError): SourceError {
  const attempts = RETRY_DELAYS_MS.length + 1;
  const got = error.got ?? "";
  return new SourceError(
    {
      code: "repository_unreachable",
      message: `${label} cannot be reached, ${attempts} times in a row (${got}); check the network and build again later.`,
      expected: "an answer of the server",
      got,
    },
    { cause: error },
  );
}
