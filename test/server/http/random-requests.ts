// Requests as nobody would write them: random paths, parameters, methods and headers, sound and broken
// ones mixed, on connections that stay open. Shared by the test and by the measurement of many.

import { Agent } from "node:http";

import * as fc from "fast-check";

import { anyCharacter } from "../../support/properties.js";
import { sendRequest, type RawAnswer, type RawRequest } from "../../support/raw-http.js";

const ROUTES = [
  "/v1/module",
  "/v1/repo",
  "/v1/search",
  "/v1/semantic-search",
  "/v1",
  "/problems",
  "/readyz",
  "/healthz",
  "/openapi.json",
];

const PARAMETERS = [
  "q",
  "term",
  "category",
  "depends_on",
  "platform_version",
  "org",
  "repo",
  "installable",
  "limit",
  "offset",
  "explain",
  "sort",
  "include",
  "fields",
  "view",
  "__proto__",
  "constructor",
];

/** Words of a request beside chance: existing names, and signs that hurt careless programs. */
const WORDS = [
  "rental_core",
  "rental",
  "retail",
  "harbor-works",
  "17.0",
  "8",
  "invoice reminder",
  "true",
  "1",
  "-1",
  "1e9",
  "9007199254740993",
  "NaN",
  "..",
  "../../etc/passwd",
  "..\\..\\windows",
  "%2e%2e%2f",
  "__proto__",
  "constructor",
  "toString",
  "<script>",
  "'; --",
  "\0",
  "\r\nX-Injected: 1",
  "(((((",
  "[a-z]*",
  "ﷺ",
  "💥",
];

const word = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 2, arbitrary: fc.string({ unit: anyCharacter, maxLength: 24 }) },
  { weight: 1, arbitrary: fc.string({ maxLength: 3_000 }) },
);

/** Encoded as it should be, or as it came if that can be sent at all. */
const part = fc.tuple(word, fc.boolean()).map(([text, isRaw]) => {
  const wellFormed = Buffer.from(text, "utf8").toString("utf8");
  return isRaw ? wellFormed.replaceAll(/[^!-~]|[#?&]/g, "") : encodeURIComponent(wellFormed);
});

const anyPath = fc
  .tuple(
    fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...ROUTES) }, { weight: 1, arbitrary: part }),
    fc.array(part, { maxLength: 3 }),
  )
  .map(([route, parts]) => [route.startsWith("/") ? route : `/${route}`, ...parts].join("/"));

/** One part behind a route that takes one, or none behind one that takes none. */
const soundPath = fc.oneof(
  fc.tuple(fc.constantFrom(...ROUTES.slice(0, 3)), part).map((parts) => parts.join("/")),
  fc.constantFrom(...ROUTES.slice(2)),
);

const path = fc.oneof(anyPath, soundPath);

const query = fc.array(fc.tuple(fc.constantFrom(...PARAMETERS), part), { maxLength: 5 });

/** Values that node's client lets through; what it does not is sent elsewhere, byte by byte. */
const headerValue = fc
  .oneof(word, fc.constantFrom("gzip;q=0, *", "br, gzip;q=0.3", 'W/"a", *', "text/html", "*/*;q=x"))
  .map((text) => text.replaceAll(/[^\t -~]/g, "").slice(0, 4_000));

const headers = fc.dictionary(
  fc.constantFrom(
    "Accept",
    "Accept-Encoding",
    "If-None-Match",
    "X-Request-Id",
    "X-Forwarded-For",
    "X-Forwarded-Host",
    "Forwarded",
    "Range",
    "Origin",
    "Cookie",
    "Host",
  ),
  headerValue,
  { maxKeys: 4 },
);

/** Now and then one that ends it all before a route is asked. */
const expectation = fc.oneof(
  { weight: 30, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.record({ Expect: headerValue }) },
);

const method = fc.oneof(
  { weight: 8, arbitrary: fc.constant("GET") },
  { weight: 2, arbitrary: fc.constantFrom("HEAD", "OPTIONS", "POST", "DELETE", "TRACE", "PATCH") },
);

export const randomRequest: fc.Arbitrary<RawRequest> = fc
  .record({ method, path, query, headers, expectation })
  .map(({ method: name, path: start, query: pairs, headers: sent, expectation: extra }) => ({
    method: name,
    target:
      pairs.length === 0 ? start : `${start}?${pairs.map((pair) => pair.join("=")).join("&")}`,
    headers: { ...sent, ...extra },
  }));

/** Statuses that any request may get. */
const HONEST = new Set([200, 204, 304, 400, 404, 405, 414, 417, 431]);

/** Sends a request and says what is wrong with the answer; `undefined` when nothing is. */
export async function findFault(
  port: number,
  agent: Agent,
  question: RawRequest,
): Promise<string | undefined> {
  const answer = await sendRequest(port, { ...question, agent });
  const isEmpty = question.method === "HEAD" || answer.status === 204 || answer.status === 304;
  const faults = [
    HONEST.has(answer.status) ? "" : `status ${answer.status}`,
    isEmpty === (answer.bytes.length === 0) ? "" : `${answer.bytes.length} bytes`,
    isEmpty || isLengthRight(answer) ? "" : "another Content-Length",
    answer.headers["x-injected"] === undefined ? "" : "a header of the client's making",
    answer.status < 400 || isProblem(question, answer) ? "" : "no problem",
  ].filter((fault) => fault !== "");
  return faults.length === 0 ? undefined : `${faults.join(", ")}: ${JSON.stringify(question)}`;
}

/** A problem for programs, or, outside the interface, a page for clients that want pages. */
function isProblem(
  { target, headers: sent }: RawRequest,
  { headers: received }: RawAnswer,
): boolean {
  const type = received["content-type"];
  const base = "http://localhost";
  // A path may leave where it begins.
  const whole = base + target;
  const pathname = URL.canParse(whole) ? new URL(whole).pathname : target;
  const mayBePage =
    sent?.["Accept"]?.includes("text/html") === true && !pathname.startsWith("/v1/");
  return type === "application/problem+json" || (mayBePage && type === "text/html; charset=utf-8");
}

function isLengthRight({ headers: received, bytes }: RawAnswer): boolean {
  return received["content-length"] === String(bytes.length);
}

/** @param connections how many there are at a time */
export function openAgent(connections: number): Agent {
  return new Agent({ keepAlive: true, maxSockets: connections });
}
