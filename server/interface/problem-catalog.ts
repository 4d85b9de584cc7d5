// Every problem that the service answers with, by its stable code: what it means, what leads to it,
// what helps. Shown at /problems/{code}, in the OpenAPI document and in docs/errors.md.

export interface ProblemKind {
  readonly status: number;
  /** Never varies for a code. */
  readonly title: string;
  readonly cause: string;
  readonly remedy: string;
  /** When to ask again, for the header Retry-After. */
  readonly retryAfterSeconds?: number;
}

export const PROBLEMS = {
  invalid_parameters: {
    status: 400,
    title: "Invalid parameters",
    cause: "A parameter is missing, malformed, too long or given twice.",
    remedy: "Fix each parameter that `errors` lists; it lists all that are wrong.",
  },
  malformed_request: {
    status: 400,
    title: "Malformed request",
    cause:
      "What arrived cannot be read as an HTTP/1.1 request, or its Host header is missing or there are two.",
    remedy: "Send it with an HTTP library; plain HTTP only, TLS is for a proxy before the service.",
  },
  malformed_path: {
    status: 400,
    title: "Malformed path",
    cause: "A `%` in the path is not followed by two hexadecimal digits that make up UTF-8.",
    remedy: "Encode each part of the path as UTF-8, as encodeURIComponent does.",
  },
  host_not_allowed: {
    status: 403,
    title: "Host not allowed",
    cause: "The header Host, or Origin, of a request to /mcp has a name that is not allowed.",
    remedy: "Ask under an allowed name; the operator allows more with `--mcp-hosts`.",
  },
  unknown_module: {
    status: 404,
    title: "Module not found",
    cause: "The snapshot has no module of that technical name; upper and lower case differ.",
    remedy:
      "Take a name of `suggestions`, or look for one with /v1/search/{module_name}. With `required_at_versions` the name is right, but the repository that has it is not in the snapshot; ask for its dependents. With `kind` it is a module of Odoo itself (`core`) or of Odoo Enterprise (`enterprise`).",
  },
  unknown_version: {
    status: 404,
    title: "Platform version not found",
    cause: "The snapshot, or the repository that was asked for, has no module at that version.",
    remedy: "Ask for one of `available_versions`.",
  },
  module_not_at_version: {
    status: 404,
    title: "Module not available at this version",
    cause: "The module is known, but no repository carries it at that platform version.",
    remedy:
      "Ask for one of `available_versions`. With `kind` it is a module of the platform itself at that version, which is not in the snapshot.",
  },
  module_not_in_repository: {
    status: 404,
    title: "Module not in this repository",
    cause: "Others carry the module at that platform version than `org` and `repo` allow.",
    remedy: "Leave `org` and `repo` out, or take one of `available_repositories`.",
  },
  unknown_repository: {
    status: 404,
    title: "Repository not found",
    cause: "The snapshot has no repository of that name in any organization.",
    remedy: "Take a name of `suggestions`; the name is that of the repository alone.",
  },
  unknown_model: {
    status: 404,
    title: "Model not found",
    cause: "No class of the snapshot makes or extends a model of that name.",
    remedy: "Take a name of `suggestions`; a model is named with points, as in `res.partner`.",
  },
  unknown_field: {
    status: 404,
    title: "Field not found",
    cause: "The model is known, but no class of it declares the field; it may come from a mixin.",
    remedy: "Take a name of `suggestions`, or ask the models that its classes inherit from.",
  },
  unknown_method: {
    status: 404,
    title: "Method not found",
    cause: "The model is known, but no class of it has the method; it may come from a mixin.",
    remedy: "Take a name of `suggestions`, or ask the models that its classes inherit from.",
  },
  not_in_system: {
    status: 404,
    title: "Not in this system",
    cause:
      "No module of the system that the parameters describe makes a model, or a view, of that name.",
    remedy:
      "Take a name of `suggestions`, or name more modules; /v1/check says which modules have it.",
  },
  unknown_view: {
    status: 404,
    title: "View not found",
    cause: "No module of the snapshot has the view, and none has one that inherits from it.",
    remedy: "Take an id of `suggestions`; it is written in full, as in `sale.view_order_form`.",
  },
  not_at_version: {
    status: 404,
    title: "Not available at this version",
    cause: "The model, field, method or view is known, but not at that platform version.",
    remedy: "Ask for one of `available_versions`.",
  },
  not_in_repository: {
    status: 404,
    title: "Not in this repository",
    cause: "Others have the model, field, method or view than `org` and `repo` allow.",
    remedy: "Leave `org` and `repo` out, or take one of `available_repositories`.",
  },
  unknown_path: {
    status: 404,
    title: "Page not found",
    cause: "No route has this path.",
    remedy: "Take an address of `suggestions`; /v1 lists the routes, /openapi.json describes them.",
  },
  method_not_allowed: {
    status: 405,
    title: "Method not allowed",
    cause: "Everything here is only read: the method is none of those in the header Allow.",
    remedy: "Send GET, or HEAD for the headers alone.",
  },
  range_not_satisfiable: {
    status: 416,
    title: "Range not satisfiable",
    cause: "The header Range of a download begins behind the end of the file.",
    remedy: "Ask for bytes below the number in Content-Range, or without Range for all.",
  },
  request_timeout: {
    status: 408,
    title: "Request timeout",
    cause: "The connection was open for some time without a whole request.",
    remedy: "Send the request at once and in one piece, on a new connection.",
  },
  body_too_large: {
    status: 413,
    title: "Body too large",
    cause: "The body of a request to /mcp is longer than the service reads.",
    remedy: "Send one message at a time; no sensible question is so long.",
  },
  url_too_long: {
    status: 414,
    title: "URL too long",
    cause: "Path and query are longer than the service reads.",
    remedy: "Shorten the values; no sensible question needs so many.",
  },
  expectation_failed: {
    status: 417,
    title: "Expectation failed",
    cause: "The header Expect asks for something other than 100-continue.",
    remedy: "Leave the header out.",
  },
  headers_too_large: {
    status: 431,
    title: "Request headers too large",
    cause: "Request line and headers together are longer than the service reads.",
    remedy: "Send fewer or shorter headers; cookies are of no use here.",
  },
  internal_error: {
    status: 500,
    title: "Internal error",
    cause: "A defect of the service or damage to its snapshot; its log has the details.",
    remedy: "Tell the operator the X-Request-Id of the answer.",
  },
  semantic_unavailable: {
    status: 503,
    title: "Semantic search not available",
    cause: "The snapshot was built without an embedder.",
    remedy: "Use /v1/search, or have the snapshot built with another `--embedder` than none.",
  },
  too_many_exports: {
    status: 503,
    title: "Too many exports",
    cause: "As many clients as `--max-exports` allows are being sent an export now.",
    remedy: "Ask again after the seconds in Retry-After, and take what is sent without a rest.",
    retryAfterSeconds: 5,
  },
  too_busy: {
    status: 503,
    title: "Too many long questions",
    cause: "Questions that take seconds are worked on one at a time, and as many as may wait do.",
    remedy: "Ask again after the seconds in Retry-After, about fewer modules if that will do.",
    retryAfterSeconds: 5,
  },
  snapshot_changed: {
    status: 503,
    title: "Snapshot changed on disk",
    cause:
      "Somebody wrote to a file of the snapshot that is served, so that answers could be wrong: none is given until another snapshot is served, or every byte has been found as it was.",
    remedy:
      "Ask again in a moment, or ask another instance. For operators: never write to a snapshot; build, pull and merge make new ones.",
    retryAfterSeconds: 2,
  },
  stopping: {
    status: 503,
    title: "Service is stopping",
    cause: "The service was told to stop and only finishes what was asked before.",
    remedy: "Ask another instance, or this one again when it has been started.",
  },
} as const satisfies Readonly<Record<string, ProblemKind>>;

export type ProblemCode = keyof typeof PROBLEMS;

/** `undefined` where asking again later is of no use, or nobody knows when. */
export function findRetryAfter(code: ProblemCode): number | undefined {
  const kind: ProblemKind = PROBLEMS[code];
  return kind.retryAfterSeconds;
}

export function isProblemCode(text: string): text is ProblemCode {
  return Object.hasOwn(PROBLEMS, text);
}
