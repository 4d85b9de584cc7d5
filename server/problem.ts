// Every error answer: one body (RFC 9457, application/problem+json) for every status.
import { CORS_HEADERS } from "./cors.js";
import type { Missing } from "./lookup/outcome.js";

/** What can go wrong for a client, by stable code. `title` never varies for a code. */
export const PROBLEMS = {
  invalid_parameters: { status: 400, title: "Parameters are missing or wrong" },
  malformed_request: { status: 400, title: "The request is not valid HTTP" },
  malformed_path: { status: 400, title: "The path is not valid percent-encoding" },
  unknown_module: { status: 404, title: "No module has this technical name" },
  module_not_at_version: { status: 404, title: "The module does not exist at this version" },
  module_not_in_repository: {
    status: 404,
    title: "The module is not in this organization or repository",
  },
  unknown_repository: { status: 404, title: "No repository has this name" },
  unknown_path: { status: 404, title: "There is nothing at this path" },
  method_not_allowed: { status: 405, title: "This method is not allowed here" },
  request_timeout: { status: 408, title: "The request took too long to arrive" },
  url_too_long: { status: 414, title: "The address is too long" },
  headers_too_large: { status: 431, title: "The request headers are too large" },
  internal_error: { status: 500, title: "The service failed to answer" },
  semantic_unavailable: { status: 503, title: "This snapshot cannot be searched by meaning" },
} as const;

export type ProblemCode = keyof typeof PROBLEMS;

export interface ParameterFault {
  readonly parameter: string;
  readonly detail: string;
}

/** Members beside the standard ones. */
export interface ProblemExtension {
  readonly errors?: readonly ParameterFault[];
  readonly suggestions?: readonly string[];
  readonly available_versions?: readonly string[];
  readonly available_repositories?: readonly string[];
}

/** Thrown by routes; turned into an answer by app.ts. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly extension: ProblemExtension;

  constructor(code: ProblemCode, detail: string, extension: ProblemExtension = {}) {
    super(detail);
    this.name = "Problem";
    this.code = code;
    this.extension = extension;
  }

  get status(): number {
    return PROBLEMS[this.code].status;
  }
}

/** The body of a problem with its headers. @param path the request's path, without host and query */
export function encodeProblem(
  problem: Problem,
  path: string,
): { readonly headers: Readonly<Record<string, string>>; readonly body: Buffer<ArrayBuffer> } {
  const body = Buffer.from(JSON.stringify(toProblemBody(problem, path)), "utf8");
  const headers = {
    ...CORS_HEADERS,
    "Cache-Control": "no-store",
    "Content-Type": "application/problem+json",
    "Content-Length": String(body.length),
  };
  return { headers, body };
}

function toProblemBody(problem: Problem, path: string): Readonly<Record<string, unknown>> {
  const { status, title } = PROBLEMS[problem.code];
  return {
    type: `/problems/${problem.code}`,
    title,
    status,
    detail: problem.message,
    instance: path,
    code: problem.code,
    ...problem.extension,
  };
}

/** The problem of a lookup that found nothing. @param what as the client wrote it */
export function toMissingProblem(missing: Missing, what: string): Problem {
  switch (missing.reason) {
    case "unknown_module":
      return new Problem("unknown_module", `There is no module "${what}".`, {
        suggestions: missing.suggestions,
      });
    case "unknown_repository":
      return new Problem("unknown_repository", `There is no repository "${what}".`, {
        suggestions: missing.suggestions,
      });
    case "module_not_at_version":
      return new Problem(
        "module_not_at_version",
        `The module "${what}" does not exist at this platform version.`,
        { available_versions: missing.availableVersions },
      );
    case "module_not_in_repository":
      return new Problem(
        "module_not_in_repository",
        `The module "${what}" exists at this platform version, but not in this organization or repository.`,
        { available_repositories: missing.availableRepositories },
      );
  }
}
