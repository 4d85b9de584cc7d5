// Refusals without a route: requests that node rejects, and requests of a wrong form. The body is
// the same as for every other error.
import { STATUS_CODES, type IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { Limits } from "../config.js";
import type { ObservedResponse } from "../observe/exchange.js";
import { Problem } from "../contract/problem.js";
import { encodeProblem } from "./problem-encoding.js";

export function findFormFault(request: IncomingMessage, limits: Limits): Problem | undefined {
  const target = request.url ?? "";
  if (target.length > limits["max-url-bytes"]) {
    const detail = `The URL is longer than ${limits["max-url-bytes"]} bytes.`;
    return new Problem("url_too_long", detail);
  }
  if (request.headers.host === undefined && request.httpVersion === "1.1") {
    return new Problem("malformed_request", "The request has no Host header.");
  }
  // Another one before or behind the service may believe the other (RFC 9112, 3.2).
  if (countHosts(request.rawHeaders) > 1) {
    return new Problem("malformed_request", "The request has more than one Host header.");
  }
  if (!target.startsWith("/") && target !== "*" && !/^https?:\/\//i.test(target)) {
    return new Problem("malformed_request", "The request target is neither a path nor a URL.");
  }
  return undefined;
}

/** @param headers names and values by turns */
function countHosts(headers: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") count += 1;
  }
  return count;
}

/** Host of relative requests; nothing here depends on the real name. */
const OWN_HOST = "localhost";

/**
 * Takes host and scheme out of a request: a proxy's whole address becomes its path. Nobody but the
 * client knows what they mean, and not all that may stand there can be read as part of an address.
 */
export function forgetHost(request: IncomingMessage): void {
  request.headers.host = OWN_HOST;
  const target = request.url ?? "";
  if (target.startsWith("/") || target === "*") return;
  const path = target.replace(/^https?:\/\/[^/?#]*/i, "");
  request.url = path.startsWith("/") ? path : `/${path}`;
}

/** Answers a request that no route is asked for. */
export function refuseRequest(response: ObservedResponse, problem: Problem): void {
  const { status, headers, body } = encodeProblem(problem, findPath(response.req.url ?? ""));
  response.writeHead(status, { ...headers, "X-Request-Id": response.requestId });
  response.end(body);
}

/**
 * Answers a connection whose request could not be read and closes it; for `clientError`.
 * @returns the status of the answer; `undefined` when nobody was left to answer
 */
export function refuseConnection(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  limits: Limits,
): number | undefined {
  // Already closing; later data is ignored.
  if (socket.writableEnded) return undefined;
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return undefined;
  }
  return writeProblem(toProblem(error.code, limits), socket);
}

/** Answers on a bare connection, and closes it. @returns the status of the answer */
export function writeProblem(problem: Problem, socket: Duplex): number {
  // Nothing is known of a path, so the problem names none.
  const { status, headers, body } = encodeProblem(problem, undefined);
  const lines = Object.entries({
    ...headers,
    Date: new Date().toUTCString(),
    Connection: "close",
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("")}\r\n`;
  socket.end(head + body.toString("utf8"));
  linger(socket);
  return status;
}

/** Time for a client to send data that is no longer read. */
const LINGER_MS = 1_000;

/**
 * Reads on for a moment: a connection that is closed with something unread is reset, and the client
 * may lose the answer that is on its way.
 */
function linger(socket: Duplex): void {
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once("close", () => clearTimeout(timer)).resume();
}

function toProblem(code: string | undefined, limits: Limits): Problem {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return new Problem(
        "headers_too_large",
        `Request line and headers are longer than ${limits["max-header-bytes"]} bytes.`,
      );
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return new Problem(
        "request_timeout",
        `The headers did not arrive within ${limits["headers-timeout-ms"]} ms, or the request within ${limits["request-timeout-ms"]} ms.`,
      );
    case undefined:
    default:
      return new Problem("malformed_request", "The request is not valid HTTP.");
  }
}

/** The path of a request target; an absolute one names a host, which is not repeated. */
function findPath(target: string): string | undefined {
  return target.startsWith("/") ? target.split("?", 1)[0] : undefined;
}
