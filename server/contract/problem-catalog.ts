// Every problem that the service answers with, by its stable code: what it means, what leads to it,
// what helps. Shown at /problems/{code}, and in the OpenAPI document.

interface ProblemKind {
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
    remedy: "Fix the parameters that `errors` lists: all wrong ones are there.",
  },
  malformed_request: {
    status: 400,
    title: "Malformed request",
    cause: "The request is not valid HTTP/1.1, or it has no Host header, or two.",
    remedy:
      "Send it with an HTTP library, as plain HTTP: TLS is the task of a proxy in front of the service.",
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
    cause: "The header Host or Origin of a request to /mcp names a host that is not allowed.",
    remedy: "Use an allowed host name; the operator allows more with `--mcp-hosts`.",
  },
  unknown_module: {
    status: 404,
    title: "Module not found",
    cause: "The index has no module of that technical name; names are case-sensitive.",
    remedy:
      "Use a name from `suggestions`, or search with /v1/search/{module_name}. With `required_at_versions` the module exists, but its repository is not indexed: only its dependents are known. With `kind` it is a module of Odoo itself (`core`) or of Odoo Enterprise (`enterprise`).",
  },
  unknown_version: {
    status: 404,
    title: "Odoo version not found",
    cause: "The index, or the requested repository, has no module at that version.",
    remedy: "Use one of `available_versions`.",
  },
  module_not_at_version: {
    status: 404,
    title: "Module not available at this version",
    cause: "The module exists, but in no indexed repository at that Odoo version.",
    remedy:
      "Use one of `available_versions`. With `kind` it is a module of Odoo itself at that version, which is not indexed.",
  },
  module_not_in_repository: {
    status: 404,
    title: "Module not in this repository",
    cause: "Repositories other than `org` and `repo` have the module at that Odoo version.",
    remedy: "Leave `org` and `repo` out, or use one of `available_repositories`.",
  },
  unknown_repository: {
    status: 404,
    title: "Repository not found",
    cause: "No organization has an indexed repository of that name.",
    remedy: "Use a name from `suggestions`, without the organization.",
  },
  unknown_model: {
    status: 404,
    title: "Model not found",
    cause: "No indexed module defines or extends a model of that name.",
    remedy: "Use a name from `suggestions`; names of models have dots, as in `res.partner`.",
  },
  unknown_field: {
    status: 404,
    title: "Field not found",
    cause:
      "The model exists, but none of its classes declares the field; it may come from a mixin.",
    remedy: "Use a name from `suggestions`, or ask for it in the models that it inherits from.",
  },
  unknown_method: {
    status: 404,
    title: "Method not found",
    cause: "The model exists, but none of its classes has the method; it may come from a mixin.",
    remedy: "Use a name from `suggestions`, or ask for it in the models that it inherits from.",
  },
  not_in_system: {
    status: 404,
    title: "Not in this system",
    cause:
      "No module of the installation that the parameters describe has a model, member of a model, view or record of that name; what only running code makes is not known.",
    remedy: "Use a name from `suggestions`, or add modules; /v1/check says which modules have it.",
  },
  not_indexed: {
    status: 404,
    title: "Not indexed",
    cause:
      "Modules that could have it are needed and not indexed, see `not_indexed`, so that nobody here knows whether it exists.",
    remedy:
      "Add their repositories to the index; modules of Odoo itself are in its own repository, see docs/sources.md.",
  },
  unknown_view: {
    status: 404,
    title: "View not found",
    cause: "No indexed module has the view, or a view that inherits from it.",
    remedy: "Use an id from `suggestions`; ids are written in full, as in `sale.view_order_form`.",
  },
  unknown_javascript: {
    status: 404,
    title: "Not found in JavaScript",
    cause:
      "No indexed module has a class, an exported function or a registry key of that name, or patches one.",
    remedy:
      "Use a name from `suggestions`; keys of registries have their category before them, as in `fields/many2one`.",
  },
  not_at_version: {
    status: 404,
    title: "Not available at this version",
    cause: "The model, field, method or view exists, but not at that Odoo version.",
    remedy: "Use one of `available_versions`.",
  },
  not_in_repository: {
    status: 404,
    title: "Not in this repository",
    cause: "Repositories other than `org` and `repo` have the model, field, method or view.",
    remedy: "Leave `org` and `repo` out, or use one of `available_repositories`.",
  },
  unknown_path: {
    status: 404,
    title: "Page not found",
    cause: "No route has this path.",
    remedy: "Use a path from `suggestions`; /v1 lists the routes, /openapi.json describes them.",
  },
  method_not_allowed: {
    status: 405,
    title: "Method not allowed",
    cause: "The service is read-only: the method is not in the header Allow.",
    remedy: "Use GET, or HEAD for the headers alone.",
  },
  request_timeout: {
    status: 408,
    title: "Request timeout",
    cause: "The connection was open for too long without a complete request.",
    remedy: "Send the whole request at once, on a new connection.",
  },
  body_too_large: {
    status: 413,
    title: "Body too large",
    cause:
      "The body of a request to /mcp is longer than the limit, or has too many messages; or a list in a form is too long; or files to /v1/check are.",
    remedy:
      "Send one message at a time; give a long list to the command line; check fewer modules at once.",
  },
  url_too_long: {
    status: 414,
    title: "URL too long",
    cause: "Path and query are longer than the limit.",
    remedy: "Send fewer or shorter values.",
  },
  expectation_failed: {
    status: 417,
    title: "Expectation failed",
    cause: "The header Expect asks for something other than 100-continue.",
    remedy: "Leave the header out.",
  },
  too_complex: {
    status: 422,
    title: "Too complex",
    cause:
      "What the modules of the system hold takes more steps, or gives a larger answer, than a question may; `detail` says what. The limits are far above what modules of Odoo and of its community take.",
    remedy:
      "Ask for another model, view or system, or leave out the module that is to blame; everything else is answered.",
  },
  headers_too_large: {
    status: 431,
    title: "Request headers too large",
    cause: "Request line and headers together are longer than the limit.",
    remedy: "Send fewer or shorter headers; cookies are not needed.",
  },
  internal_error: {
    status: 500,
    title: "Internal error",
    cause: "A bug in the service, or a damaged snapshot; the log has the details.",
    remedy: "Report the X-Request-Id of the answer to the operator.",
  },
  semantic_unavailable: {
    status: 503,
    title: "Semantic search not available",
    cause: "The snapshot was built without an embedder.",
    remedy: "Use /v1/search, or build the snapshot with an embedder (`--embedder static`).",
  },
  parser_unavailable: {
    status: 503,
    title: "Files cannot be checked",
    cause: "The installation of the service lacks the optional package tree-sitter.",
    remedy: "Use `module-lookup check --snapshot`, or another service.",
  },
  too_many_exports: {
    status: 503,
    title: "Too many exports",
    cause: "The limit of simultaneous exports (`--max-exports`) is reached.",
    remedy: "Retry after the seconds in Retry-After, and read the answer without pauses.",
    retryAfterSeconds: 5,
  },
  too_busy: {
    status: 503,
    title: "Too many long requests",
    cause: "Few requests that take seconds are answered at a time, and the queue is full.",
    remedy:
      "Retry after the seconds in Retry-After, with fewer modules or a smaller `limit` if possible.",
    retryAfterSeconds: 5,
  },
  snapshot_changed: {
    status: 503,
    title: "Snapshot changed on disk",
    cause:
      "A file of the served snapshot was written to, so that answers could be wrong: none are given until another snapshot is served, or a check finds every byte unchanged.",
    remedy:
      "Retry in a moment, or use another instance. For operators: never write to a snapshot; build, pull and merge make new ones.",
    retryAfterSeconds: 2,
  },
  stopping: {
    status: 503,
    title: "Service is stopping",
    cause: "The service is shutting down and only completes earlier requests.",
    remedy: "Use another instance, or retry after the restart.",
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
