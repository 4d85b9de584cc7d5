// Work of git with the network, tried again when the fault may pass, and not for ever.
import { SYSTEM_CLOCK, type Clock } from "../../../data/network/clock.js";
import { repeat, WAIT_LIMIT_MS } from "../../../data/network/repeat.js";
import { formatTime } from "../host/host-error.js";
import { DEFAULT_LIMITS, overLimit, type RepositoryLimits } from "../limits.js";
import { describeGitFault, findStatedWait, isTransient } from "./git-error.js";
import { SourceError } from "../source-error.js";

/** Waits between the attempts: one attempt more than there are waits. */
export const RETRY_DELAYS_MS: readonly number[] = [2000, 8000, 30_000];

export interface RetryOptions {
  readonly signal?: AbortSignal | undefined;
  /** Default: the clock of the machine. */
  readonly clock?: Clock | undefined;
  /** One line before each wait, so that nobody takes it for a standstill. */
  readonly onNotice?: ((notice: string) => void) | undefined;
  /** Wraps each wait, so that others work meanwhile. */
  readonly whileWaiting?: (<T>(wait: () => Promise<T>) => Promise<T>) | undefined;
}

/**
 * Result of `work`, retried after transient faults.
 * @throws SourceError `repository_unreachable` if the fault persists; other faults of `work`; the
 * signal's reason, also during a wait
 */
export function retryTransient<T>(
  label: string,
  work: () => Promise<T>,
  options: RetryOptions = {},
): Promise<T> {
  const { signal, clock = SYSTEM_CLOCK, onNotice = () => undefined } = options;
  const { whileWaiting = (wait) => wait() } = options;
  const patient: Clock = {
    now: clock.now,
    sleep: (delayMs, ended) => whileWaiting(() => clock.sleep(delayMs, ended)),
  };
  let failures = 0;
  return repeat(
    async () => {
      try {
        return { value: await work() };
      } catch (error) {
        if (!(error instanceof SourceError) || !isTransient(error)) throw error;
        const ownMs = RETRY_DELAYS_MS[failures++];
        if (ownMs === undefined) throw toUnreachable(label, error);
        const statedMs = findStatedWait(error) ?? 0;
        if (statedMs > WAIT_LIMIT_MS) throw toBusy(label, statedMs, error);
        const delayMs = Math.max(ownMs, statedMs);
        return { delayMs, notice: `${label} cannot be reached, again in ${formatTime(delayMs)}` };
      }
    },
    { clock: patient, onNotice, signal: signal ?? new AbortController().signal },
  );
}

/**
 * Result of `work` within the network time of a repository.
 * @param work its signal aborts it when the time is over
 * @throws SourceError `repository_over_limit`
 */
export async function withinNetworkTime<T>(
  label: string,
  signal: AbortSignal | undefined,
  { networkS }: Pick<RepositoryLimits, "networkS"> = DEFAULT_LIMITS,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const end = (): void => late.abort(overLimit(label, "network", networkS));
  const timer = setTimeout(end, networkS * 1000);
  try {
    return await work(AbortSignal.any([late.signal, ...(signal === undefined ? [] : [signal])]));
  } finally {
    clearTimeout(timer);
  }
}

function toBusy(label: string, statedMs: number, cause: SourceError): SourceError {
  const got = formatTime(statedMs);
  return new SourceError({
    code: "repository_unreachable",
    message: `${label} cannot be reached, its server takes no requests for ${got}; build again later.`,
    cause,
  });
}

function toUnreachable(label: string, error: SourceError): SourceError {
  const attempts = RETRY_DELAYS_MS.length + 1;
  return new SourceError({
    code: "repository_unreachable",
    message: `${label} cannot be reached, ${attempts} times in a row (${describeGitFault(error)}); check the network and build again later.`,
    cause: error,
  });
}
