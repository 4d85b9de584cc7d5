// The one door to web servers: one request, its redirects, and the answer as a stream. Credentials
// go only to the origin they were given for. Knows no content and does not retry.
import { createReadStream } from "node:fs";
import { request as requestHttp, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import { pipeline } from "node:stream/promises";
import { RefusedTarget, type Guard } from "./guard.js";

export interface WebRequest {
  readonly method: "GET" | "HEAD" | "PUT" | "POST";
  readonly address: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: RequestBody;
}

/** Bytes in memory, or a file of so many. */
export type RequestBody = Uint8Array | { readonly file: string; readonly bytes: number };

export interface WebReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Final address, after redirects. */
  readonly address: URL;
  /** Must be read or destroyed. */
  readonly body: IncomingMessage;
}

export interface RequestRules {
  readonly guard: Guard;
  readonly signal: AbortSignal;
  /** True to follow redirects to other origins. */
  readonly leavesOrigin: boolean;
  /** A connection on which nothing moves for so long is given up. Default: a minute. */
  readonly stallLimitMs?: number;
}

const STALL_LIMIT_MS = 60_000;
const REDIRECT_LIMIT = 5;

/** Headers that other origins may see: they describe the request, never the client. */
const HARMLESS_HEADERS = new Set(["accept", "cache-control", "if-none-match", "range"]);

/**
 * One attempt with the redirects that it leads through (those of GET and HEAD). A fault of the network
 * is returned; it is a RefusedTarget where the answer leads to somewhere that must not be asked.
 * @throws the signal's reason when it is aborted
 */
export async function sendRequest(
  asked: WebRequest,
  rules: RequestRules,
): Promise<WebReply | Error> {
  const { guard, leavesOrigin } = rules;
  let { address, headers = {} } = asked;
  for (let redirects = 0; ; redirects++) {
    const reply = await send({ ...asked, address, headers }, rules);
    const location = reply instanceof Error ? undefined : findRedirect(asked, reply);
    if (reply instanceof Error || location === undefined) return reply;
    reply.body.destroy();
    const next = URL.canParse(location, address.href) ? new URL(location, address) : undefined;
    if (next === undefined) return new RefusedTarget("unusable", "");
    const { host } = next;
    if (redirects >= REDIRECT_LIMIT) return new RefusedTarget("endless", host);
    const isSafe = next.protocol === "https:" || address.protocol === "http:";
    if (!isSafe) return new RefusedTarget("unencrypted", host);
    if (next.origin !== guard.origin && !leavesOrigin)
      return new RefusedTarget("foreign", next.origin);
    if (next.origin !== address.origin) headers = withoutSecrets(headers);
    address = next;
  }
}

function findRedirect({ method }: WebRequest, { status, headers }: WebReply): string | undefined {
  const isFollowed = method === "GET" || method === "HEAD";
  return isFollowed && status >= 300 && status < 400 && status !== 304
    ? headers.location
    : undefined;
}

/** Once gone they stay away, also on a redirect back. */
function withoutSecrets(
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => HARMLESS_HEADERS.has(name.toLowerCase())),
  );
}

async function send(
  { method, address, headers, body }: WebRequest,
  { guard, signal, stallLimitMs = STALL_LIMIT_MS }: RequestRules,
): Promise<WebReply | Error> {
  signal.throwIfAborted();
  const fault = guard.findFault(address);
  if (fault !== undefined) return fault;
  const isEncrypted = address.protocol === "https:";
  const length = body instanceof Uint8Array ? body.length : body?.bytes;
  const outgoing = (isEncrypted ? requestHttps : requestHttp)(address, {
    method,
    signal,
    agent: guard.agents[isEncrypted ? "https:" : "http:"],
    lookup: guard.lookup,
    timeout: stallLimitMs,
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
      : pipeline(createReadStream(body.file), outgoing).catch((error: unknown) => error);
  const reply = await answered;
  // An answer that comes before all was sent ends the sending; its fault is reported by the answer.
  void sent;
  signal.throwIfAborted();
  if (reply instanceof Error) return reply;
  // A body that nobody reads to its end may break off without anyone to tell.
  reply.on("error", () => undefined);
  return { status: reply.statusCode ?? 0, headers: reply.headers, address, body: reply };
}

class StallError extends Error {
  readonly code = "ETIMEDOUT";
}

/** Name of a network fault, without any text of the other side. */
export function describeFault(error: Error): string {
  return (error as NodeJS.ErrnoException).code ?? error.name;
}

/**
 * The text of a small answer; `undefined` when it is longer than the limit.
 * @throws the network's error when it ends too early
 */
export async function readText(
  { body }: WebReply,
  limitBytes: number,
): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    // Leaving the loop ends the connection.
    if (bytes > limitBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
