// A request with its answer, as an operator sees it: under which name it is logged, which route gave
// the answer, how long it took. What is in it is not known here.
import { randomUUID } from "node:crypto";
import { ServerResponse, type IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { Log } from "./log.js";
import type { Metrics } from "./metrics.js";
import type { TrustedProxies } from "./peer.js";

/** Label without a route. */
const NO_ROUTE = "none";

/** Form of a client's request id, which both logs can share. */
const REQUEST_ID = /^[\w.:=+/-]{1,100}$/;

/** node's response with facts for the log. */
export class ObservedResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  /** Template of the route that answers. */
  route: string = NO_ROUTE;
  readonly startMs: number = performance.now();
  /** The header Host as it was sent; nothing but /mcp may depend on it. */
  readonly sentHost: string | undefined;
  /** The client's own name for the request, if it is a sound one. */
  readonly requestId: string;

  constructor(...parameters: ConstructorParameters<typeof ServerResponse<Request>>) {
    super(...parameters);
    this.sentHost = this.req.headers.host;
    this.requestId = chooseRequestId(this.req.headers["x-request-id"]);
  }
}

function chooseRequestId(sent: string | readonly string[] | undefined): string {
  return typeof sent === "string" && REQUEST_ID.test(sent) ? sent : randomUUID();
}

export interface Observers {
  readonly metrics: Metrics;
  readonly log: Log;
  readonly proxies: TrustedProxies;
  /** Leave the addresses of clients out of the log. */
  readonly hidesPeers: boolean;
}

/** Counts and logs an answer when it has been sent, or its client has gone. */
export function observeExchange(response: ObservedResponse, observers: Observers): void {
  const { metrics, log } = observers;
  // Later it is not known any more.
  const peer = log.hasAccess ? findPeer(response, observers) : undefined;
  metrics.startRequest();
  // One that is sent at once is closed by node itself; from Node.js 24 on those behind it, too.
  const others = response.socket === null ? endWithSocket(response) : undefined;
  response.once("close", () => {
    others?.delete(response);
    const durationMs = performance.now() - response.startMs;
    const status = response.writableFinished ? response.statusCode : null;
    metrics.endRequest(response.route, status, durationMs / 1_000);
    if (!log.hasAccess) return;
    log.access({
      request_id: response.requestId,
      method: response.req.method ?? "",
      route: response.route,
      status,
      duration_ms: Math.round(durationMs * 1_000) / 1_000,
      ...(peer === undefined ? {} : { peer }),
    });
  });
}

function findPeer(response: ObservedResponse, observers: Observers): string | undefined {
  return observers.hidesPeers ? undefined : findClient(response, observers.proxies);
}

/** Address of the client, behind trusted proxies too. */
export function findClient({ req }: ObservedResponse, proxies: TrustedProxies): string | undefined {
  const { remoteAddress } = req.socket;
  if (remoteAddress === undefined) return undefined;
  const forwardedFor = req.headers["x-forwarded-for"];
  const forwarded = typeof forwardedFor === "string" ? forwardedFor : undefined;
  return proxies.findClient(remoteAddress, forwarded);
}

/** Answers that wait for those of the requests before them, by the socket that they are for. */
const waiting = new WeakMap<Duplex, Set<ObservedResponse>>();

/**
 * Closes an answer when its socket is closed before it was its turn. node itself does so only for the one
 * that is being sent: those of requests that were sent behind it at once would wait for ever, with all that
 * they hold.
 * @returns all that wait for their turn; who has had it is to be taken out
 */
function endWithSocket(response: ObservedResponse): Set<ObservedResponse> {
  const { socket } = response.req;
  const known = waiting.get(socket);
  const others = known ?? new Set<ObservedResponse>();
  others.add(response);
  if (known !== undefined) return others;
  waiting.set(socket, others);
  socket.once("close", () => {
    for (const one of others) {
      one.destroy();
      if (one.socket === null) one.emit("close");
    }
  });
  return others;
}
