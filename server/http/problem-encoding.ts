// Every error answer: one body (RFC 9457, application/problem+json) for every status.
import { ALLOWED_METHODS, CORS_HEADERS, SECURITY_HEADERS } from "./cors.js";
import { findRetryAfter } from "../contract/problem-catalog.js";
import type { PageResource } from "../contract/resource.js";
import type { Problem } from "../contract/problem.js";

const PROBLEM_CONTENT_TYPE = "application/problem+json";

interface EncodedProblem {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer<ArrayBuffer>;
}

/**
 * The body of a problem with its headers.
 * @param path the request's path, without host and query; `undefined` when none could be read
 */
export function encodeProblem(problem: Problem, path: string | undefined): EncodedProblem {
  const { status, code } = problem;
  const body = Buffer.from(JSON.stringify(toProblemBody(problem, path)), "utf8");
  const retryAfter = findRetryAfter(code);
  const headers = {
    ...CORS_HEADERS,
    ...SECURITY_HEADERS,
    "Cache-Control": "no-store",
    "Content-Type": PROBLEM_CONTENT_TYPE,
    "Content-Length": String(body.length),
    ...(code === "method_not_allowed" ? { Allow: ALLOWED_METHODS } : {}),
    ...(retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) }),
  };
  return { status, headers, body };
}

/** Problem for people: a page in place of the body. */
export function encodeProblemPage(
  { headers, status }: EncodedProblem,
  page: PageResource,
): EncodedProblem {
  const body = Buffer.from(page.text, "utf8");
  return {
    status,
    headers: {
      ...headers,
      "Content-Type": page.contentType,
      "Content-Length": String(body.length),
      "Content-Security-Policy": page.policy,
    },
    body,
  };
}

export function toProblemBody(
  { code, status, title, detail, extension }: Problem,
  path: string | undefined,
): Readonly<Record<string, unknown>> {
  return {
    type: `/problems/${code}`,
    title,
    status,
    detail,
    ...(path === undefined ? {} : { instance: path }),
    code,
    ...extension,
  };
}
