// Asks hosts' interfaces for a JSON document, with patience. Waits where the host says so, tries again
// what may pass, and never takes a token to another host.
import type { IncomingHttpHeaders } from "node:http";
import { RefusedTarget, type Guard } from "../../../data/network/guard.js";
import {
  getRetryDelay,
  repeat,
  RETRY_LIMIT,
  WAIT_LIMIT_MS,
  type Delay,
  type Network,
  findStatedWait,
  readHeader,
} from "../../../data/network/repeat.js";
import {
  describeFault,
  readText,
  sendRequest,
  type RequestRules,
} from "../../../data/network/request.js";
import {
  formatTime,
  invalidAnswer,
  type Asking,
  limitedHost,
  refusedAccess,
  unreachableHost,
} from "./host-error.js";
import { SourceError } from "../source-error.js";

export interface RequestOptions extends Asking, Network {
  readonly guard: Guard;
}

export interface HostAnswer {
  /** Final address, after redirects. */
  readonly address: URL;
  readonly headers: IncomingHttpHeaders;
  readonly document: unknown;
}

/** Waits that a host may ask for in a row. */
export const WAIT_LIMIT_TIMES = 5;

/** The wait where a host refuses for its rate limit and does not say how long. */
const UNSTATED_WAIT_MS = 60_000;

const REQUEST_LIMIT_MS = 60_000;

/** Limit of a page; a hundred repositories take half a megabyte. */
const PAGE_LIMIT_BYTES = 32 * 1024 * 1024;

/**
 * Asks for a document; `undefined` when there is none (404).
 * @throws SourceError `host_unreachable`, `host_limited`, `host_refused` or `host_answer_invalid`;
 * the signal's reason when it is aborted
 */
export function requestJson(
  address: URL,
  options: RequestOptions,
): Promise<HostAnswer | undefined> {
  const { host, clock } = options;
  let failures = 0;
  let waits = 0;
  const fail = (fault: string, statedMs = 0): Delay => {
    failures += 1;
    const delayMs = Math.max(statedMs, getRetryDelay(failures));
    if (failures > RETRY_LIMIT || delayMs > WAIT_LIMIT_MS) throw unreachableHost(host, fault);
    const notice = `${host} fails (${fault}); next attempt in ${formatTime(delayMs)}`;
    return { delayMs, notice };
  };
  return repeat<HostAnswer | undefined>(async () => {
    const reply = await send(address, options);
    if (reply instanceof Error) return fail(describeRequestFault(reply));
    const statedMs = findStatedWait(reply.headers, clock.now());
    if (reply.status >= 500) return fail(`status ${reply.status}`, statedMs);
    if (!isLimited(reply)) return { value: readDocument(reply, options) };
    waits += 1;
    const delayMs = statedMs ?? UNSTATED_WAIT_MS;
    if (delayMs > WAIT_LIMIT_MS || waits > WAIT_LIMIT_TIMES) {
      throw limitedHost(delayMs, options);
    }
    return { delayMs, notice: `${host} asks to wait ${formatTime(delayMs)}` };
  }, options);
}

interface Reply {
  readonly status: number;
  readonly address: URL;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** One attempt; a fault of the network is returned. */
async function send(
  address: URL,
  { host, token, signal, guard }: RequestOptions,
): Promise<Reply | Error> {
  const headers = {
    accept: "application/json",
    // All three kinds take a token in this form.
    ...(token === undefined ? {} : { authorization: `Bearer ${token.value}` }),
  };
  const rules: RequestRules = {
    guard,
    signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_LIMIT_MS)]),
    leavesOrigin: false,
  };
  try {
    const reply = await sendRequest({ method: "GET", address, headers }, rules);
    if (reply instanceof RefusedTarget) throw toRefusal(host, reply);
    if (reply instanceof Error) return reply;
    const text = await readText(reply, PAGE_LIMIT_BYTES);
    if (text === undefined) throw invalidAnswer(host, `more than ${PAGE_LIMIT_BYTES} bytes`);
    return { status: reply.status, address: reply.address, headers: reply.headers, text };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SourceError) throw error;
    return error as Error;
  }
}

function describeRequestFault(error: Error): string {
  return error.name === "TimeoutError"
    ? `no answer in ${formatTime(REQUEST_LIMIT_MS)}`
    : describeFault(error);
}

function toRefusal(host: string, { reason, target }: RefusedTarget): SourceError {
  if (reason === "foreign") return invalidAnswer(host, `a redirect to ${target}`, 'correct "host"');
  return invalidAnswer(host, `a redirect that is ${reason}`, 'check "host"');
}

/** GitHub says 403 for its limits too, with a header or, for the secondary ones, in words. */
function isLimited({ status, headers, text }: Reply): boolean {
  if (status === 429) return true;
  const isSpent = readHeader(headers, "x-ratelimit-remaining", "ratelimit-remaining") === "0";
  const isStated = headers["retry-after"] !== undefined;
  return status === 403 && (isSpent || isStated || /rate limit/i.test(text));
}

/** @throws SourceError when the answer is neither a document nor 404 */
function readDocument(
  { status, address, headers, text }: Reply,
  options: RequestOptions,
): HostAnswer | undefined {
  if (status === 404) return undefined;
  if (status === 401 || status === 403) throw refusedAccess(status, options);
  if (status === 200) {
    try {
      return { address, headers, document: JSON.parse(text) as unknown };
    } catch {
      // Reported below, without the text: nothing of a host belongs in a message.
    }
  }
  const type = headers["content-type"]?.split(";")[0] ?? "no type";
  throw invalidAnswer(options.host, `status ${status}, ${type}, no JSON document`);
}
