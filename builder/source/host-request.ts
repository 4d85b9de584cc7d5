// The one door to the hosts' interfaces: asks for a JSON document with patience. Waits where the
// host says so, tries again what may pass, and never takes a token to another host.
import type { Clock } from "../clock.js";
import {
  formatTime,
  invalidAnswer,
  type Asking,
  limitedHost,
  refusedAccess,
  unreachableHost,
} from "./host-error.js";

export interface RequestOptions extends Asking {
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** One line when there is a wait. */
  onNotice(message: string): void;
}

export interface HostAnswer {
  /** Where the answer is from, after redirects. */
  readonly address: URL;
  readonly headers: Headers;
  readonly document: unknown;
}

/** Further attempts after a fault that may pass: after the base delay, then after twice the time. */
export const RETRY_LIMIT = 4;
export const RETRY_BASE_DELAY_MS = 1_000;

/** The longest wait that a host may ask for, and how many of them in a row. */
export const WAIT_LIMIT_MS = 15 * 60_000;
export const WAIT_LIMIT_TIMES = 5;

/** The wait where a host refuses for its rate limit and does not say how long. */
const UNSTATED_WAIT_MS = 60_000;

const REQUEST_LIMIT_MS = 60_000;
const REDIRECT_LIMIT = 5;

/**
 * Asks for a document; `undefined` when there is none (404).
 * @throws SourceError `host_unreachable`, `host_limited`, `host_refused` or `host_answer_invalid`;
 * the signal's reason when it is aborted
 */
export async function requestJson(
  address: URL,
  options: RequestOptions,
): Promise<HostAnswer | undefined> {
  const { host, clock } = options;
  let target = address;
  let redirects = 0;
  let failures = 0;
  let waits = 0;
  for (;;) {
    const reply = await send(target, options);
    if (reply instanceof Error || reply.status >= 500) {
      const fault = describeFault(reply);
      failures += 1;
      if (failures > RETRY_LIMIT) throw unreachableHost(host, fault);
      const stated =
        reply instanceof Error ? undefined : findStatedWait(reply.headers, clock.now());
      const delayMs = Math.max(stated ?? 0, RETRY_BASE_DELAY_MS * 2 ** (failures - 1));
      if (delayMs > WAIT_LIMIT_MS) throw unreachableHost(host, fault);
      options.onNotice(`${host} fails (${fault}); next attempt in ${formatTime(delayMs)}`);
      await wait(delayMs, options);
    } else if (isLimited(reply)) {
      waits += 1;
      const delayMs = findStatedWait(reply.headers, clock.now()) ?? UNSTATED_WAIT_MS;
      if (delayMs > WAIT_LIMIT_MS || waits > WAIT_LIMIT_TIMES)
        throw limitedHost(delayMs, WAIT_LIMIT_MS, options);
      options.onNotice(`${host} asks to wait ${formatTime(delayMs)}`);
      await wait(delayMs, options);
    } else if (reply.status >= 300 && reply.status < 400) {
      redirects += 1;
      target = followRedirect(reply, target, redirects, options);
    } else {
      return readDocument(reply, target, options);
    }
  }
}

interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** One attempt; a fault of the network is returned. */
async function send(target: URL, { token, signal }: RequestOptions): Promise<Reply | Error> {
  signal.throwIfAborted();
  const headers = new Headers({ accept: "application/json", "user-agent": "module-lookup" });
  // All three kinds take a token in this form.
  if (token !== undefined) headers.set("authorization", `Bearer ${token.value}`);
  try {
    const response = await fetch(target, {
      headers,
      // Followed by hand, so that the token stays at its host.
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_LIMIT_MS)]),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (error) {
    signal.throwIfAborted();
    return error as Error;
  }
}

function describeFault(reply: Reply | Error): string {
  if (!(reply instanceof Error)) return `status ${reply.status}`;
  if (reply.name === "TimeoutError") return `no answer in ${formatTime(REQUEST_LIMIT_MS)}`;
  const { cause } = reply;
  if (!(cause instanceof Error)) return reply.message;
  return (cause as NodeJS.ErrnoException).code ?? cause.message;
}

/** GitHub says 403 for its limits too, with a header or, for the secondary ones, in words. */
function isLimited({ status, headers, text }: Reply): boolean {
  if (status === 429) return true;
  const isSpent = readHeader(headers, "x-ratelimit-remaining", "ratelimit-remaining") === "0";
  return status === 403 && (isSpent || headers.has("retry-after") || /rate limit/i.test(text));
}

/** `Retry-After` in seconds or as a date, else when the rate limit begins anew; at least 1 s. */
function findStatedWait(headers: Headers, localNow: number): number | undefined {
  // Dates are compared with the host's own clock where it tells it.
  const now = Date.parse(headers.get("date") ?? "") || localNow;
  const retryAfter = headers.get("retry-after") ?? "";
  const reset = Number(readHeader(headers, "x-ratelimit-reset", "ratelimit-reset") ?? NaN);
  const waitMs = /^\d+$/.test(retryAfter)
    ? Number(retryAfter) * 1000
    : (Date.parse(retryAfter) || reset * 1000) - now;
  return Number.isFinite(waitMs) ? Math.max(waitMs, 1_000) : undefined;
}

function readHeader(headers: Headers, ...names: readonly string[]): string | undefined {
  return names.map((name) => headers.get(name)).find((value) => value !== null) ?? undefined;
}

async function wait(delayMs: number, { clock, signal }: RequestOptions): Promise<void> {
  try {
    await clock.sleep(delayMs, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}

function followRedirect(
  { status, headers }: Reply,
  from: URL,
  redirects: number,
  { host }: RequestOptions,
): URL {
  const location = headers.get("location") ?? "";
  const to = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  if (to === undefined || location === "" || redirects > REDIRECT_LIMIT) {
    throw invalidAnswer(host, `status ${status} without an end`, 'check "host"');
  }
  if (to.origin === from.origin) return to;
  throw invalidAnswer(host, `a redirect to ${to.origin}`, 'correct "host"');
}

/** @throws SourceError when the answer is neither a document nor 404 */
function readDocument(
  { status, headers, text }: Reply,
  address: URL,
  options: RequestOptions,
): HostAnswer | undefined {
  if (status === 404) return undefined;
  if (status === 401 || status === 403) throw refusedAccess(status, options);
  if (status === 200) {
    try {
      return { address, headers, document: JSON.parse(text) as unknown };
    } catch {
      // Told below, without the text: nothing of a host belongs in a message.
    }
  }
  const type = headers.get("content-type")?.split(";")[0] ?? "no type";
  throw invalidAnswer(options.host, `status ${status}, ${type}, no JSON document`);
}
