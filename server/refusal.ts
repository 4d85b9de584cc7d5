// What node refuses before it is a request: headers too long, too slow, or no HTTP at all. It is
// answered with the same body as every other error.
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { HTTP_LIMITS } from "./config.js";
import { encodeProblem, Problem } from "./problem.js";

/** The path was not read; in a request `*` stands for the service as a whole. */
const UNKNOWN_PATH = "*";

/**
 * Answers a connection whose request could not be read and closes it; for `clientError`.
 * @returns the status of the answer; `undefined` when nobody was left to answer
 */
export function refuseRequest(error: NodeJS.ErrnoException, socket: Duplex): number | undefined {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return undefined;
  }
  const problem = toProblem(error.code);
  const { headers, body } = encodeProblem(problem, UNKNOWN_PATH);
  const lines = Object.entries({ ...headers, Connection: "close" }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const status = `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ""}\r\n`;
  socket.end(`${status}${lines.join("")}\r\n${body.toString("utf8")}`, () => socket.destroy());
  return problem.status;
}

function toProblem(code: string | undefined): Problem {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return new Problem(
        "headers_too_large",
        `Request line and headers are longer than ${HTTP_LIMITS.headerBytes} bytes.`,
      );
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return new Problem(
        "request_timeout",
        `The request was not complete after ${HTTP_LIMITS.requestTimeoutMs / 1000} seconds.`,
      );
    default:
      return new Problem("malformed_request", "What was sent is not a valid HTTP request.");
  }
}
