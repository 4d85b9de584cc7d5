// node's HTTP server around the application: its limits, what it refuses itself, and what is logged of
// every exchange.
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { yieldToEventLoop } from "../../data/yield.js";
import type { Limits } from "../config.js";
import { ObservedResponse, observeExchange, type Observers } from "../observe/exchange.js";
import { ALLOWED_METHODS } from "./cors.js";
import { Problem } from "../contract/problem.js";
import {
  findFormFault,
  forgetHost,
  refuseConnection,
  refuseRequest,
  writeProblem,
} from "./refusal.js";

interface HttpServerOptions {
  readonly limits: Limits;
  readonly observers: Observers;
  /** The application. */
  readonly listener: Listener;
  /** Called with what the application failed to turn into an answer. */
  onDefect(error: unknown, response: ObservedResponse): void;
}

/** Answers a request: at once, or later with a promise of it. */
export type Listener = (
  request: IncomingMessage,
  response: ObservedResponse,
) => Promise<void> | undefined;

/** Looks for connections that are over their time so often within it. */
const TIMEOUT_CHECKS = 4;

export function createHttpServer(options: HttpServerOptions): Server {
  const { limits, observers, listener } = options;
  const headersTimeout = Math.min(limits["headers-timeout-ms"], limits["request-timeout-ms"]);
  const server = createServer(
    {
      ServerResponse: ObservedResponse,
      maxHeaderSize: limits["max-header-bytes"],
      headersTimeout,
      requestTimeout: limits["request-timeout-ms"],
      keepAliveTimeout: limits["keep-alive-timeout-ms"],
      connectionsCheckingInterval: Math.ceil(headersTimeout / TIMEOUT_CHECKS),
      // Answered here, with a body.
      requireHostHeader: false,
    },
    (request, response) => {
      observeExchange(response, observers);
      closeStalled(response, limits["stall-timeout-ms"]);
      const fault = findFormFault(request, limits);
      if (fault !== undefined) return refuseRequest(response, fault);
      forgetHost(request);
      const onFailure = (error: unknown): void => {
        options.onDefect(error, response);
        const detail = "The service failed to answer; the failure was logged.";
        if (response.headersSent) response.destroy();
        else refuseRequest(response, new Problem("internal_error", detail));
      };
      return void answerInOrder(request, response, listener).catch(onFailure);
    },
  );
  server.maxConnections = limits["max-connections"];
  server.timeout = limits["stall-timeout-ms"];
  answerTheUnreadable(server, limits, observers);
  return server;
}

const lastResponses = new WeakMap<Socket, ObservedResponse>();

/** Answers the requests of a connection one after the other, each in a turn of its own: a packet may have a thousand. */
async function answerInOrder(
  request: IncomingMessage,
  response: ObservedResponse,
  listener: Listener,
): Promise<void> {
  const last = lastResponses.get(request.socket);
  lastResponses.set(request.socket, response);
  if (last !== undefined && !last.writableFinished && !last.closed) {
    await new Promise<void>((resolve) => last.once("close", resolve));
    await yieldToEventLoop();
  }
  return listener(request, response);
}

/**
 * Closes a connection on which nothing moves. Where the answer has not begun, the application is about to say why, which it
 * says before that time: a process that was held is late for both, and has time for it once more.
 */
function closeStalled(response: ObservedResponse, timeoutMs: number): void {
  let isLate = false;
  response.on("timeout", (socket: Socket) => {
    if (response.headersSent || isLate) socket.destroy();
    else socket.setTimeout(timeoutMs);
    isLate = true;
  });
}

/** Answers what node would answer without a body, or not at all. */
function answerTheUnreadable(server: Server, limits: Limits, observers: Observers): void {
  const { metrics } = observers;
  server.on("drop", () => metrics.countRefusedConnection());
  server.on("clientError", (error, socket: Duplex) => {
    const status = refuseConnection(error, socket, limits);
    if (status !== undefined) metrics.countRefusal(status);
  });
  server.on("connect", (_request, socket: Duplex) => {
    const detail = `Only ${ALLOWED_METHODS} are allowed.`;
    metrics.countRefusal(writeProblem(new Problem("method_not_allowed", detail), socket));
  });
  server.on("checkExpectation", (_request, response: ObservedResponse) => {
    observeExchange(response, observers);
    const detail = "The header Expect may only be 100-continue.";
    refuseRequest(response, new Problem("expectation_failed", detail));
  });
}
