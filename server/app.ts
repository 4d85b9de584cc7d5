// HTTP with h3: routes to handlers, resources and problems to responses. The only file that knows
// the framework.
import type { RequestListener } from "node:http";
import { H3, getRouterParams, toNodeHandler, type H3Event } from "h3";
import { ALLOWED_METHODS, CORS_HEADERS, PREFLIGHT_HEADERS } from "./cors.js";
import { METRICS_CONTENT_TYPE, type Metrics } from "./metrics.js";
import { openParameters } from "./parameters.js";
import { encodeProblem, Problem } from "./problem.js";
import { encodeRepresentation, isNotModified } from "./representation.js";
import { moduleDetailRoute, moduleSummaryRoute } from "./routes/module.js";
import { repositoryRoute } from "./routes/repository.js";
import type { Resource, Route } from "./routes/route.js";
import { filteredSearchRoute, nameSearchRoute } from "./routes/search.js";
import { semanticSearchRoute } from "./routes/semantic-search.js";
import { problemRoute, readyRoute } from "./routes/service.js";
import type { SnapshotHolder } from "./snapshot-holder.js";

export const ROUTES: readonly Route[] = [
  moduleSummaryRoute,
  moduleDetailRoute,
  repositoryRoute,
  nameSearchRoute,
  filteredSearchRoute,
  semanticSearchRoute,
  readyRoute,
  problemRoute,
];

/** The longest path and query. */
export const URL_LIMIT_BYTES = 8_192;

/** Answers change only with the snapshot. */
const CACHE_CONTROL = "public, max-age=300, stale-while-revalidate=86400";

export interface AppOptions {
  readonly holder: SnapshotHolder;
  readonly metrics: Metrics;
  /** Told of defects: what a client only sees as 500. */
  onDefect(error: unknown, path: string): void;
}

/** The service as an h3 application; call its `fetch`, or serve it with `toListener`. */
export function createApp(options: AppOptions): H3 {
  const app = new H3({
    silent: true,
    // Errors before a handler is reached: h3 refuses malformed percent-encoding itself.
    onError: (error, event) =>
      count(
        "none",
        toErrorResponse(
          error.status === 400
            ? new Problem("malformed_path", "The path is not valid percent-encoding.")
            : error,
          event,
          options,
        ),
      ),
  });
  const count = (route: string, response: Response): Response => {
    options.metrics.countRequest(route, response.status);
    return response;
  };
  const add = (path: string, answer: (event: H3Event) => Promise<Response> | Response): void => {
    app.all(path, async (event) =>
      count(path, await answerMethods(event, () => answer(event), options)),
    );
  };
  add("/healthz", () => toPlainResponse("ok\n"));
  add("/metrics", () => toPlainResponse(options.metrics.format(), METRICS_CONTENT_TYPE));
  for (const route of ROUTES) add(route.path, (event) => answerRoute(route, event, options));
  app.all("/**", (event) =>
    count(
      "none",
      toErrorResponse(
        new Problem("unknown_path", "There is nothing at this path; README lists the routes."),
        event,
        options,
      ),
    ),
  );
  return app;
}

/** The application as node's HTTP server wants it. */
export function toListener(app: H3): RequestListener {
  return toNodeHandler(app) as RequestListener;
}

async function answerMethods(
  event: H3Event,
  answer: () => Promise<Response> | Response,
  options: AppOptions,
): Promise<Response> {
  const { method } = event.req;
  if (method === "OPTIONS") return toPreflightResponse();
  try {
    if (method !== "GET" && method !== "HEAD") {
      throw new Problem("method_not_allowed", `Only ${ALLOWED_METHODS} are allowed here.`);
    }
    if (event.url.pathname.length + event.url.search.length > URL_LIMIT_BYTES) {
      throw new Problem("url_too_long", `The address is longer than ${URL_LIMIT_BYTES} bytes.`);
    }
    const response = await answer();
    return method === "HEAD" ? withoutBody(response) : response;
  } catch (error) {
    const response = toErrorResponse(error, event, options);
    return method === "HEAD" ? withoutBody(response) : response;
  }
}

async function answerRoute(route: Route, event: H3Event, options: AppOptions): Promise<Response> {
  const parameters = openParameters(decodePath(event), event.url.searchParams);
  return options.holder.use(async (lookup) => {
    const { refusal } = options.holder;
    const resource = await route.answer({ lookup, parameters, refusal });
    const snapshotId = lookup.snapshot.entry.id;
    const representation = encodeRepresentation(
      JSON.stringify(resource.body),
      snapshotId,
      event.req.headers.get("accept-encoding") ?? undefined,
    );
    const headers: Record<string, string> = {
      ...CORS_HEADERS,
      "Cache-Control": resource.isVolatile === true ? "no-store" : CACHE_CONTROL,
      ETag: representation.etag,
      "Snapshot-Id": snapshotId,
      Vary: "Accept-Encoding",
      ...describePage(resource, event.url),
    };
    if (isNotModified(event.req.headers.get("if-none-match") ?? undefined, representation.etag)) {
      return new Response(null, { status: 304, headers });
    }
    headers["Content-Type"] = "application/json; charset=utf-8";
    headers["Content-Length"] = String(representation.bytes.length);
    if (representation.encoding !== "identity") {
      headers["Content-Encoding"] = representation.encoding;
    }
    return new Response(representation.bytes as Uint8Array<ArrayBuffer>, { headers });
  });
}

function decodePath(event: H3Event): Readonly<Record<string, string>> {
  const parts = Object.entries(getRouterParams(event));
  try {
    return Object.fromEntries(parts.map(([name, part]) => [name, decodeURIComponent(part)]));
  } catch {
    throw new Problem("malformed_path", "The path is not valid percent-encoding.");
  }
}

/** Link (RFC 8288) and X-Total-Count of a list that is given in parts. */
function describePage({ page }: Resource, url: URL): Readonly<Record<string, string>> {
  if (page === undefined) return {};
  const { offset, limit, total } = page;
  const link = (start: number, relation: string): string => {
    const query = new URLSearchParams(url.searchParams);
    query.set("limit", String(limit));
    query.set("offset", String(start));
    return `<${url.pathname}?${query.toString()}>; rel="${relation}"`;
  };
  const links: string[] = [];
  if (offset + limit < total) links.push(link(offset + limit, "next"));
  // From beyond the end, the page before is the last one that has rows.
  if (offset > 0) links.push(link(Math.max(0, Math.min(offset, total) - limit), "prev"));
  return {
    "X-Total-Count": String(total),
    ...(links.length > 0 ? { Link: links.join(", ") } : {}),
  };
}

function toErrorResponse(error: unknown, event: H3Event, options: AppOptions): Response {
  const path = event.url.pathname;
  if (!(error instanceof Problem)) options.onDefect(error, path);
  const problem =
    error instanceof Problem
      ? error
      : new Problem("internal_error", "The service failed to answer; the failure was logged.");
  const { headers, body } = encodeProblem(problem, path);
  const allow = problem.code === "method_not_allowed" ? { Allow: ALLOWED_METHODS } : {};
  return new Response(body, { status: problem.status, headers: { ...headers, ...allow } });
}

function toPreflightResponse(): Response {
  return new Response(null, { status: 204, headers: PREFLIGHT_HEADERS });
}

function toPlainResponse(text: string, type = "text/plain; charset=utf-8"): Response {
  return new Response(text, {
    headers: {
      ...CORS_HEADERS,
      "Content-Type": type,
      "Content-Length": String(Buffer.byteLength(text)),
      "Cache-Control": "no-store",
    },
  });
}

/** HEAD: the same answer without its body. */
function withoutBody(response: Response): Response {
  return new Response(null, { status: response.status, headers: response.headers });
}
