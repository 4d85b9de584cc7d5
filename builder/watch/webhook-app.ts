// The address that hosts send their pushes to, and the numbers of a watch. Says nothing of what it has.
import { once } from "node:events";
import { createServer, STATUS_CODES, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { ConfigError } from "../../data/operator-error.js";
import { isProven, parsePush, type Push } from "./push-event.js";
import type { WatchMetrics } from "./watch-metrics.js";

interface WebhookOptions {
  /** Any of them proves that a host sent it. */
  readonly secrets: readonly string[];
  readonly metrics: WatchMetrics;
  /** Sources to look at after a push; none for an unwatched repository. */
  onPush(push: Push): readonly string[];
}

export const WEBHOOK_PATH = "/webhook";
const METRICS_PATH = "/metrics";

/** A push of many commits has half a mebibyte. */
export const BODY_LIMIT_BYTES = 4 * 1024 * 1024;

/** Slower or further requests wait or are refused. */
const REQUEST_LIMIT_MS = 10_000;
const CONNECTION_LIMIT = 32;

/** Checks for slow clients within their time. */
const LOOKS_PER_REQUEST = 10;

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
}

const REFUSALS = {
  unknownPath: { status: 404, code: "unknown_path", detail: `Send webhooks to ${WEBHOOK_PATH}.` },
  wrongMethod: { status: 405, code: "method_not_allowed", detail: "Send webhooks with POST." },
  tooLarge: {
    status: 413,
    code: "body_too_large",
    detail: `The body is longer than ${BODY_LIMIT_BYTES} bytes; the next check of all repositories finds what was pushed.`,
  },
  unproven: {
    status: 401,
    code: "signature_invalid",
    detail: "The signature or token matches none of the configured secrets.",
  },
  unreadable: {
    status: 400,
    code: "malformed_request",
    detail: "Not an event of GitHub, GitLab, Gitea or Forgejo with a repository.",
  },
} as const satisfies Readonly<Record<string, Refusal>>;

/** Answers one request, wherever it is from. */
type WebhookApp = (request: Request) => Promise<Response>;

export function createWebhookApp({ secrets, metrics, onPush }: WebhookOptions): WebhookApp {
  return async (request) => {
    switch (new URL(request.url).pathname) {
      case WEBHOOK_PATH: {
        const response = await answerPush(request);
        metrics.countWebhook(response.status);
        return response;
      }
      case METRICS_PATH:
        return request.method === "GET"
          ? new Response(metrics.format(), { headers: { "Content-Type": METRICS_TYPE } })
          : refuse(REFUSALS.wrongMethod);
      default:
        return refuse(REFUSALS.unknownPath);
    }
  };

  async function answerPush(request: Request): Promise<Response> {
    if (request.method !== "POST") return refuse(REFUSALS.wrongMethod);
    const body = await readBody(request);
    if (body === undefined) return refuse(REFUSALS.tooLarge);
    const header = (name: string): string | null => request.headers.get(name);
    if (!isProven(header, body, secrets)) return refuse(REFUSALS.unproven);
    const push = parsePush(header, body);
    if (push === undefined) return refuse(REFUSALS.unreadable);
    const repositories = push === "ignored" ? [] : onPush(push);
    return toJson(202, { state: repositories.length > 0 ? "accepted" : "ignored", repositories });
  }
}

const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** `undefined` when it is too large, or was not sent to its end. */
async function readBody({ headers, body }: Request): Promise<Uint8Array | undefined> {
  if (Number(headers.get("content-length")) > BODY_LIMIT_BYTES) return undefined;
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  try {
    // Cancelling what is left would close the connection before it was answered.
    for await (const piece of body?.values({ preventCancel: true }) ?? []) {
      bytes += piece.length;
      if (bytes > BODY_LIMIT_BYTES) return undefined;
      pieces.push(piece);
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(pieces);
}

/** The one body of errors (RFC 9457). */
function refuse({ status, code, detail }: Refusal): Response {
  const body = { type: "about:blank", title: STATUS_CODES[status], status, detail, code };
  return toJson(status, body, "application/problem+json");
}

function toJson(status: number, body: unknown, type = "application/json"): Response {
  return new Response(JSON.stringify(body), { status, headers: { "Content-Type": type } });
}

export interface Listening {
  readonly port: number;
  close(): Promise<void>;
}

/** @throws ConfigError `listen_failed` */
export async function listenForPushes(
  app: WebhookApp,
  host: string,
  port: number,
  requestLimitMs = REQUEST_LIMIT_MS,
): Promise<Listening> {
  const limits = {
    requestTimeout: requestLimitMs,
    headersTimeout: requestLimitMs,
    connectionsCheckingInterval: Math.ceil(requestLimitMs / LOOKS_PER_REQUEST),
  };
  const server = createServer(limits, (incoming, outgoing) => {
    void respond(app, incoming, outgoing);
  });
  server.maxConnections = CONNECTION_LIMIT;
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    const got = (error as NodeJS.ErrnoException).code ?? "";
    throw new ConfigError({
      code: "listen_failed",
      message: `${host}:${port} cannot be listened on (${got}); choose another --webhook-port or --webhook-host.`,
      cause: error,
    });
  }
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function respond(
  app: WebhookApp,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  let response: Response;
  try {
    response = await app(toRequest(incoming));
  } catch {
    // A method or an address that no request can have.
    response = refuse(REFUSALS.unreadable);
  }
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(await response.text());
  // Many read no answer before they have sent everything: what is left is passed over, for as long as they may take.
  if (!incoming.complete) incoming.removeAllListeners("data").resume();
}

function toRequest(incoming: IncomingMessage): Request {
  const { method = "", url = "", headersDistinct } = incoming;
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  const body = method === "GET" || method === "HEAD" ? null : Readable.toWeb(incoming);
  return new Request(new URL(url, "http://localhost"), { method, headers, body, duplex: "half" });
}
