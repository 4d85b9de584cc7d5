// POST /mcp: who may ask, how much may be sent, and the answer of the protocol's adapter on node's own
// response.
import type { IncomingMessage } from "node:http";
import type { ObservedResponse } from "../observe/exchange.js";
import type { Listener } from "../http/http-server.js";
import { chooseEncoding } from "../contract/negotiation.js";
import { Problem } from "../contract/problem.js";
import { encodeProblem } from "../http/problem-encoding.js";
import { compress } from "../http/encoding/representation.js";
import { SECURITY_HEADERS } from "../http/cors.js";
import type { AllowedHosts } from "./allowed-hosts.js";
import type { ToolService } from "./service.js";

const MCP_PATH = "/mcp";

interface McpOptions {
  readonly hosts: AllowedHosts;
  readonly maxBodyBytes: number;
  /** Failures are logged under the id of their request. */
  createService(onDefect: (error: unknown) => void): Promise<ToolService>;
  onDefect(error: unknown, route: string, requestId: string): void;
}

/** Sends requests for /mcp to the tools and all others on. */
export function withMcp(others: Listener, options: McpOptions): Listener {
  return (request, response) => {
    const { url = "" } = request;
    // Most requests are for something else.
    if (!url.startsWith(MCP_PATH)) return others(request, response);
    const [path] = url.split("?", 1);
    if (path !== MCP_PATH && path !== `${MCP_PATH}/`) return others(request, response);
    response.route = MCP_PATH;
    return answerMcp(request, response, options);
  };
}

async function answerMcp(
  request: IncomingMessage,
  response: ObservedResponse,
  options: McpOptions,
): Promise<void> {
  try {
    const { origin } = request.headers;
    requireAllowed(response.sentHost, origin, options.hosts);
    // Pages under an allowed name may read the answers.
    const cors = origin === undefined ? {} : { "Access-Control-Allow-Origin": origin };
    if (request.method === "OPTIONS") {
      return send(response, { status: 204, headers: { ...PREFLIGHT, ...cors } });
    }
    if (request.method !== "POST") {
      throw new Problem("method_not_allowed", `Only ${METHODS} are allowed.`);
    }
    const body = await readBody(request, options.maxBodyBytes);
    // The client has gone.
    if (body === undefined) return undefined;
    const answer = await askTools(request, response, body, options);
    return send(response, { ...answer, headers: { ...answer.headers, ...cors } });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { status, headers, body } = encodeProblem(error, MCP_PATH);
    const allow = error.code === "method_not_allowed" ? { Allow: METHODS } : {};
    return send(response, { status, headers: { ...headers, ...allow }, body });
  }
}

const METHODS = "POST, OPTIONS";

const PREFLIGHT = {
  Allow: METHODS,
  "Access-Control-Allow-Methods": METHODS,
  "Access-Control-Allow-Headers": "*",
  "Access-Control-Max-Age": "86400",
} as const;

/** @throws Problem `host_not_allowed` */
function requireAllowed(
  host: string | undefined,
  origin: string | undefined,
  hosts: AllowedHosts,
): void {
  if (!hosts.allowsHost(host)) {
    throw new Problem("host_not_allowed", "This host name is not allowed.");
  }
  if (origin !== undefined && !hosts.allowsOrigin(origin)) {
    throw new Problem("host_not_allowed", "Requests from this origin are not allowed.");
  }
}

/**
 * @returns `undefined` when the client left before it had sent all
 * @throws Problem `body_too_large`
 */
async function readBody(
  request: IncomingMessage,
  maxBytes: number,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const tooLarge = new Problem("body_too_large", `The body is longer than ${maxBytes} bytes.`);
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) throw tooLarge;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    // node discards unread data when this ends early.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      bytes += (chunk as Uint8Array).length;
      if (bytes > maxBytes) throw tooLarge;
      chunks.push(chunk as Uint8Array);
    }
  } catch (error) {
    if (error === tooLarge || request.complete) throw error;
    return undefined;
  }
  return Buffer.concat(chunks);
}

/** Request headers that the protocol knows. */
const PROTOCOL_HEADERS = ["accept", "content-type", "mcp-protocol-version"] as const;

async function askTools(
  request: IncomingMessage,
  response: ObservedResponse,
  body: Buffer<ArrayBuffer>,
  options: McpOptions,
): Promise<Sendable> {
  const { answerRequest } = await import("./sdk.js");
  const headers = new Headers();
  for (const name of PROTOCOL_HEADERS) {
    const value = request.headers[name];
    if (typeof value === "string") headers.set(name, value);
  }
  requireFewMessages(body);
  const service = await options.createService((error) =>
    options.onDefect(error, MCP_PATH, response.requestId),
  );
  // Only method, headers and body are looked at.
  const asked = new Request(`http://localhost${MCP_PATH}`, { method: "POST", headers, body });
  const answer = await answerRequest(asked, service);
  const plain = Buffer.from(await answer.arrayBuffer());
  const type = answer.headers.get("content-type");
  if (type === null || plain.length === 0) return { status: answer.status, headers: {} };
  const acceptEncoding = request.headers["accept-encoding"];
  const encoding = chooseEncoding(
    typeof acceptEncoding === "string" ? acceptEncoding : undefined,
    plain.length,
  );
  return {
    status: answer.status,
    headers: {
      "Content-Type": type,
      Vary: "Accept-Encoding",
      ...(encoding === "identity" ? {} : { "Content-Encoding": encoding }),
    },
    body: await compress(plain, encoding),
  };
}

/** Messages that may be sent together. */
const MOST_MESSAGES = 20;

/** @throws Problem `body_too_large` */
function requireFewMessages(body: Buffer): void {
  if (!/^\s*\[/.test(body.toString("latin1", 0, 64))) return;
  let messages: unknown;
  try {
    messages = JSON.parse(body.toString("utf8"));
  } catch {
    // The protocol says what is wrong with it.
    return;
  }
  if (!Array.isArray(messages) || messages.length <= MOST_MESSAGES) return;
  const detail = `Of ${messages.length} messages at most ${MOST_MESSAGES} may be sent together.`;
  throw new Problem("body_too_large", detail);
}

interface Sendable {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

function send(response: ObservedResponse, { status, headers, body }: Sendable): void {
  response.writeHead(status, {
    ...SECURITY_HEADERS,
    "Cache-Control": "no-store",
    ...headers,
    ...(body === undefined ? {} : { "Content-Length": String(body.length) }),
    "X-Request-Id": response.requestId,
  });
  response.end(body);
}
