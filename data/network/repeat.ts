// Work with the network that is tried again after what may pass: one loop, which reports each wait.
import type { Clock } from "./clock.js";
import type { IncomingHttpHeaders } from "node:http";

export interface Network {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** One line when there is a wait. */
  onNotice(message: string): void;
}

/** When there should be another attempt, and why, for the operator. */
export interface Delay {
  readonly delayMs: number;
  readonly notice: string;
}

type Attempt<T> = { readonly value: T } | Delay;

/** Further attempts after a fault that may pass: after the base delay, then after twice the time. */
export const RETRY_LIMIT = 4;
const RETRY_BASE_DELAY_MS = 1_000;

/** The longest wait that a server may ask for. */
export const WAIT_LIMIT_MS = 15 * 60_000;

/** The wait after so many failures in a row. */
export function getRetryDelay(failures: number): number {
  return RETRY_BASE_DELAY_MS * 2 ** (failures - 1);
}

/**
 * The value of the first attempt that has one.
 * @throws what an attempt throws; the signal's reason when it is aborted, also during a wait
 */
export async function repeat<T>(attempt: () => Promise<Attempt<T>>, network: Network): Promise<T> {
  for (;;) {
    const outcome = await attempt();
    if ("value" in outcome) return outcome.value;
    network.onNotice(outcome.notice);
    await network.clock.sleep(outcome.delayMs, network.signal);
    network.signal.throwIfAborted();
  }
}

/**
 * Wait that the server asks for: `Retry-After` in seconds or as a date, else the reset of its rate
 * limit; at least 1 s.
 */
export function findStatedWait(headers: IncomingHttpHeaders, localNow: number): number | undefined {
  // Dates are compared with the server's own clock where it tells it.
  const now = Date.parse(headers.date ?? "") || localNow;
  const retryAfter = headers["retry-after"] ?? "";
  const reset = Number(readHeader(headers, "x-ratelimit-reset", "ratelimit-reset") ?? NaN);
  const waitMs = /^\d+$/.test(retryAfter)
    ? Number(retryAfter) * 1000
    : (Date.parse(retryAfter) || reset * 1000) - now;
  return Number.isFinite(waitMs) ? Math.max(waitMs, 1_000) : undefined;
}

/** The first of the headers that is there. */
export function readHeader(
  headers: IncomingHttpHeaders,
  ...names: readonly string[]
): string | undefined {
  const value = names.map((name) => headers[name]).find((given) => given !== undefined);
  return Array.isArray(value) ? value.join(", ") : value;
}
