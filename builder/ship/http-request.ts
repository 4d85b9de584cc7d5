// The one door to places on the network: one request, its answer as a stream. Follows redirects, to
// another host without the credentials, and tries again what may pass. Knows no kind of place.
import { createReadStream } from "node:fs";
import { request as requestHttp, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Clock } from "../clock.js";
import { invalidPlace, ShipError, unreachablePlace } from "./ship-error.js";

export interface Network {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** One line when something is tried again. */
  onNotice(message: string): void;
}

export interface PlaceRequest {
  readonly method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  readonly address: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: RequestBody;
}

/** Bytes in memory, or so many of a file, from its beginning or from a byte on. */
export type RequestBody = Uint8Array | FilePart;

export interface FilePart {
  readonly file: string;
  readonly from?: number;
  readonly bytes: number;
}

export interface PlaceReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Where it is from, after redirects. */
  readonly address: URL;
  /** Must be read or destroyed. */
  readonly body: IncomingMessage;
}

/** Further attempts after a fault that may pass: after the base delay, then after twice the time. */
export const RETRY_LIMIT = 4;
export const RETRY_BASE_DELAY_MS = 1_000;

/** A connection on which nothing moves for so long is given up. */
const STALL_LIMIT_MS = 60_000;
const REDIRECT_LIMIT = 5;
/** Headers that say who asks. */
const CREDENTIALS = new Set(["authorization", "x-amz-security-token"]);

/**
 * Sends a request until there is an answer below 500.
 * @throws ShipError `place_unreachable` or `place_invalid`; the signal's reason when it is aborted
 */
export async function askPlace(asked: PlaceRequest, network: Network): Promise<PlaceReply> {
  const place = asked.address.host;
  for (let failures = 1; ; failures++) {
    const reply = await sendThrough(asked, network);
    if (!(reply instanceof Error) && reply.status < 500 && reply.status !== 429) return reply;
    const fault = reply instanceof Error ? describeFault(reply) : `status ${reply.status}`;
    if (!(reply instanceof Error)) reply.body.destroy();
    if (failures > RETRY_LIMIT) throw unreachablePlace(place, fault);
    await waitAfter(failures, `${place} fails (${fault})`, network);
  }
}

/** Waits before another attempt: the more failures in a row, the longer. */
export async function waitAfter(
  failures: number,
  trouble: string,
  { clock, signal, onNotice }: Network,
): Promise<void> {
  const delayMs = RETRY_BASE_DELAY_MS * 2 ** (failures - 1);
  onNotice(`${trouble}; next attempt in ${delayMs / 1000} s`);
  try {
    await clock.sleep(delayMs, signal);
  } finally {
    signal.throwIfAborted();
  }
}

/**
 * The text of a small answer.
 * @throws ShipError `place_invalid` when it is longer than the limit, `place_unreachable` when it
 * ends too early
 */
export async function readSmallText(reply: PlaceReply, limitBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of reply.body as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (bytes > limitBytes) {
        throw invalidPlace(reply.address.host, `an answer of more than ${limitBytes} bytes`);
      }
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof ShipError) throw error;
    throw unreachablePlace(reply.address.host, describeFault(error as Error));
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** What a fault of the network is called, without any text of the other side. */
export function describeFault(error: Error): string {
  return (error as NodeJS.ErrnoException).code ?? error.name;
}

/** One attempt with the redirects that it leads through; a fault of the network is returned. */
async function sendThrough(asked: PlaceRequest, network: Network): Promise<PlaceReply | Error> {
  let { address, headers = {} } = asked;
  for (let redirects = 0; ; redirects++) {
    const reply = await send({ ...asked, address, headers }, network.signal);
    if (reply instanceof Error || reply.status < 300 || reply.status >= 400) return reply;
    const { location } = reply.headers;
    const isFollowed = asked.method === "GET" || asked.method === "HEAD";
    if (reply.status === 304 || location === undefined || !isFollowed) return reply;
    reply.body.destroy();
    const next = URL.canParse(location, address.href) ? new URL(location, address) : undefined;
    if (next === undefined || redirects >= REDIRECT_LIMIT || !isSafe(address, next)) {
      throw invalidPlace(asked.address.host, "a redirect that cannot be followed");
    }
    if (next.origin !== address.origin) headers = withoutCredentials(headers);
    address = next;
  }
}

/** From an encrypted place only to an encrypted one. */
function isSafe(from: URL, to: URL): boolean {
  return to.protocol === "https:" || (to.protocol === "http:" && from.protocol === "http:");
}

function withoutCredentials(
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !CREDENTIALS.has(name.toLowerCase())),
  );
}

async function send(
  { method, address, headers, body }: PlaceRequest,
  signal: AbortSignal,
): Promise<PlaceReply | Error> {
  signal.throwIfAborted();
  const request = address.protocol === "https:" ? requestHttps : requestHttp;
  const length = body instanceof Uint8Array ? body.length : body?.bytes;
  const outgoing = request(address, {
    method,
    signal,
    timeout: STALL_LIMIT_MS,
    headers: {
      "user-agent": "module-lookup",
      ...headers,
      ...(length === undefined ? {} : { "content-length": String(length) }),
    },
  });
  outgoing.on("timeout", () => outgoing.destroy(new StallError()));
  const answered = new Promise<IncomingMessage | Error>((resolve) => {
    outgoing.on("response", resolve);
    outgoing.on("error", resolve);
  });
  const sent =
    body === undefined || body instanceof Uint8Array
      ? outgoing.end(body ?? undefined)
      : pipeline(openPart(body), outgoing).catch((error: unknown) => error);
  const reply = await answered;
  // An answer that comes before all was sent ends the sending; its fault is told by the answer.
  void sent;
  signal.throwIfAborted();
  if (reply instanceof Error) return reply;
  // A body that nobody reads to its end may break off without anyone to tell.
  reply.on("error", () => undefined);
  return { status: reply.statusCode ?? 0, headers: reply.headers, address, body: reply };
}

function openPart({ file, from = 0, bytes }: FilePart): Readable {
  return createReadStream(file, { start: from, end: from + bytes - 1 });
}

class StallError extends Error {
  readonly code = "ETIMEDOUT";
}
