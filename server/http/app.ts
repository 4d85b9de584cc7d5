// HTTP with h3: routes to handlers, resources and problems to responses. The only file that knows
// the framework.
import { STATUS_CODES } from "node:http";
import { getRouterParams, H3, HTTPResponse, toNodeHandler, type H3Event } from "h3";
import { TooManyWaiting, type Asker } from "../../data/semaphore.js";
import type { AnswerCache } from "./encoding/answer-cache.js";
import { ALLOWED_METHODS, PREFLIGHT_HEADERS, SECURITY_HEADERS } from "./cors.js";
import { ObservedResponse } from "../observe/exchange.js";
import type { ExportGate } from "./encoding/export-gate.js";
import type { Listener } from "./http-server.js";
import { createAsk } from "./inner-ask.js";
import type { Lookup } from "../lookup/lookup.js";
import { prefersHtml } from "../contract/negotiation.js";
import { PAGE_ROUTES, toSurroundings, type PageRoute } from "./explorer-routes.js";
import { choosePaths, listNearPaths, type NearPath } from "./near-paths.js";
import { Problem } from "../contract/problem.js";
import type { SentValues } from "../contract/read-parameters.js";
import type { Resource } from "../contract/resource.js";
import { openChoices, type Route } from "../contract/route.js";
import { answerPosted, answerRoute, type RouteRequest } from "../routes/define-route.js";
import { listFormerRoutes } from "../routes/former-addresses.js";
import { ROUTES } from "../routes/routes.js";
import { encodeProblem, encodeProblemPage } from "./problem-encoding.js";
import { createBodies, type Bodies } from "./request-body.js";
import { encodeResource } from "./encoding/resource-encoding.js";
import type { Answer } from "./encoding/answer.js";
import { SITE_ROUTES } from "./site-routes.js";
import { answerInTime, createAsker } from "./askers.js";
import { createTurns, type Turns } from "./turns.js";
import type { Unsent } from "./unsent.js";
import type { ServiceState } from "../live/service-state.js";
import type { Reading, LiveSnapshot } from "../live/live-snapshot.js";

interface AppOptions {
  readonly live: LiveSnapshot;
  readonly state: ServiceState;
  /** The longest value of a parameter, in UTF-16 units. */
  readonly maxParameterChars: number;
  readonly cache?: AnswerCache;
  /** The longest that somebody waits for an answer in silence. */
  readonly patienceMs: number;
  /** Name that is the same for all requests of a client. */
  nameClient(exchange: ObservedResponse): string;
  /** Gate of long answers that are streamed. */
  readonly exports: ExportGate;
  readonly unsent: Unsent;
  /** Called with defects: what a client only sees as 500. `undefined` for no request id. */
  onDefect(error: unknown, route: string, requestId: string | undefined): void;
}

interface App extends AppOptions {
  readonly turns: Turns;
  readonly bodies: Bodies;
}

/** The service as an h3 application; call its `fetch`, or serve it with `toListener`. */
export function createApp(given: AppOptions): H3 {
  const options: App = {
    ...given,
    turns: createTurns(),
    bodies: createBodies(),
  };
  const app = new H3({
    silent: true,
    // Errors before a handler is reached: h3 refuses malformed percent-encoding itself.
    onError: (error, event) =>
      toResponse(
        encodeProblem(
          toProblem(error.status === 400 ? malformedPath() : error, event, options),
          event.url.pathname,
        ),
        event,
      ),
  });
  for (const { path, route, page } of listEndpoints()) {
    // `/v1/repo/{repo_name}` is `/v1/repo/:repo_name` to h3.
    app.all(path.replaceAll(/\{(\w+)\}/g, ":$1"), async (event) => {
      const exchange = findExchange(event);
      if (exchange !== undefined) exchange.route = path;
      const isPage = page !== undefined && (route === undefined || wantsPage(event));
      const answer = await answerMethod(isPage ? { page } : { route }, event, options);
      if (exchange === undefined) return toResponse(answer, event);
      options.cache?.add(exchange.req, path, answer);
      return toResponse(holdUnsent(answer, event, exchange, options), event);
    });
  }
  app.all("/**", async (event) => toResponse(await answerUnknownPath(event, options), event));
  return app;
}

/** Target of a path: a route of the interface, a page, or both: then browsers get the page. */
interface Endpoint extends Target {
  readonly path: string;
}

interface Target {
  readonly route?: Route | undefined;
  readonly page?: PageRoute | undefined;
}

const ROUTE_ENDPOINTS: readonly Endpoint[] = [...ROUTES, ...listFormerRoutes(ROUTES)]
  .flatMap(openChoices)
  .map((route) => ({ path: route.path, route }));
const PAGE_ENDPOINTS: readonly Endpoint[] = PAGE_ROUTES.map((page) => ({ path: page.path, page }));

function listEndpoints(): readonly Endpoint[] {
  const endpoints = new Map<string, Endpoint>();
  for (const endpoint of ROUTE_ENDPOINTS) endpoints.set(endpoint.path, endpoint);
  for (const page of [...PAGE_ROUTES, ...SITE_ROUTES]) {
    endpoints.set(page.path, { ...endpoints.get(page.path), path: page.path, page });
  }
  return [...endpoints.values()];
}

/** The answer, or why there is no room for it until its reader has taken it. */
function holdUnsent(
  answer: Answer,
  event: H3Event,
  exchange: ObservedResponse,
  { unsent }: AppOptions,
): Answer {
  if (!(answer.body instanceof Uint8Array) || event.req.method === "HEAD") return answer;
  try {
    unsent.hold(answer.body, exchange);
    return answer;
  } catch (error) {
    if (error instanceof Problem) return encodeProblem(error, event.url.pathname);
    throw error;
  }
}

function wantsPage(event: H3Event): boolean {
  return prefersHtml(event.req.headers.get("accept") ?? undefined);
}

/**
 * The application for node's HTTP server, asked for what is not cached. What it rejects with is a
 * defect of what lies around it.
 */
export function toListener(app: H3, cache: AnswerCache): Listener {
  const listen = toNodeHandler(app);
  const answerAnew: Listener = async (request, response) => void (await listen(request, response));
  return (request, response) =>
    cache.answer(request, response) ? undefined : answerAnew(request, response);
}

/** Facts to log of the request; nothing without a socket. */
function findExchange(event: H3Event): ObservedResponse | undefined {
  const response = event.runtime?.node?.res;
  return response instanceof ObservedResponse ? response : undefined;
}

async function answerMethod(target: Target, event: H3Event, options: App): Promise<Answer> {
  const { method } = event.req;
  if (method === "OPTIONS") return PREFLIGHT;
  try {
    if (method === "POST" && target.route?.posted !== undefined) {
      const { mostBytes } = target.route.posted;
      const json = await options.bodies.readJson(event.req, mostBytes);
      return await answerTarget(target, event, options, { json });
    }
    const form =
      method === "POST" && target.page?.takesForms
        ? await options.bodies.readForm(event.req)
        : undefined;
    if (form === undefined && method !== "GET" && method !== "HEAD") {
      throw new Problem("method_not_allowed", `Only ${ALLOWED_METHODS} are allowed.`);
    }
    return await answerTarget(target, event, options, form && { form });
  } catch (error) {
    const problem = await withNearPaths(toProblem(error, event, options), event, options);
    return target.page?.isForPeople === true
      ? showProblem(problem, event, options)
      : encodeProblem(problem, event.url.pathname);
  }
}

/** A path that ends with `/` lacks its last part; the parameters of the shorter path may differ. */
async function withNearPaths(
  problem: Problem,
  event: H3Event,
  options: AppOptions,
): Promise<Problem> {
  const { pathname } = event.url;
  if (problem.code !== "invalid_parameters" || !pathname.endsWith("/")) return problem;
  const suggestions = await suggestPaths(pathname, ROUTE_ENDPOINTS, options);
  return new Problem(problem.code, problem.detail, { ...problem.extension, suggestions });
}

/** A preflight is answered everywhere, so that pages can read that there is nothing. */
const PREFLIGHT: Answer = {
  status: 204,
  headers: { ...PREFLIGHT_HEADERS, ...SECURITY_HEADERS },
  body: null,
};

/** A suggestion that leads to nothing would be the second disappointment: each is asked before it is given. */
function suggestPaths(
  pathname: string,
  endpoints: readonly Endpoint[],
  { live, state, maxParameterChars: maxChars }: AppOptions,
): Promise<readonly string[]> {
  const near = listNearPaths(
    pathname,
    endpoints.map(({ path }) => path),
  );
  const isThere = async ({ template, values: path }: NearPath): Promise<boolean> => {
    const target = endpoints.find((one) => one.path === template) ?? {};
    const sent = { path, query: new URLSearchParams(), maxChars };
    try {
      return await live.use(async (lookup) => {
        const request = { lookup, state, accept: undefined, routes: ROUTES };
        const resource = await askTarget(target, request, sent);
        return !("status" in resource) || resource.status === 200;
      });
    } catch {
      return false;
    }
  };
  return choosePaths(near, isThere);
}

async function answerUnknownPath(event: H3Event, options: AppOptions): Promise<Answer> {
  if (event.req.method === "OPTIONS") return PREFLIGHT;
  const { pathname } = event.url;
  const isForPeople = wantsPage(event) && !pathname.startsWith("/v1/");
  const endpoints = isForPeople ? PAGE_ENDPOINTS : ROUTE_ENDPOINTS;
  const suggestions = await suggestPaths(pathname, endpoints, options);
  const detail = isForPeople
    ? "There is no page at this address."
    : "Nothing exists at this path; /v1 lists the routes.";
  const problem = new Problem(
    "unknown_path",
    detail,
    suggestions.length > 0 ? { suggestions } : {},
  );
  return isForPeople ? showProblem(problem, event, options) : encodeProblem(problem, pathname);
}

/** Content of a body; its answer is nobody else's. */
type SentBody = { readonly form: URLSearchParams } | { readonly json: unknown };

function answerTarget(
  target: Target,
  event: H3Event,
  options: App,
  sent: SentBody | undefined,
): Promise<Answer> {
  const { live, state, maxParameterChars: maxChars } = options;
  const { headers } = event.req;
  const path = decodePath(event);
  const query = sent !== undefined && "form" in sent ? sent.form : event.url.searchParams;
  const isOfProcess = target.route?.isOfProcess === true;
  const findAsker = (): Asker | undefined => {
    const exchange = findExchange(event);
    return exchange && createAsker(exchange, options.nameClient(exchange));
  };
  const answer = async (lookup: Lookup, reading: Reading): Promise<Answer> => {
    const accept = headers.get("accept") ?? undefined;
    const request = { lookup, state, accept, routes: ROUTES, findAsker };
    const resource =
      sent !== undefined && "json" in sent && target.route !== undefined
        ? await answerPosted(target.route, request, sent.json)
        : await askTarget(target, request, { path, query, maxChars });
    if (!isOfProcess) reading.check();
    return encodeResource(sent === undefined ? resource : { ...resource, isVolatile: true }, {
      url: event.url,
      snapshotId: lookup.snapshot.entry.id,
      acceptEncoding: headers.get("accept-encoding") ?? undefined,
      ifNoneMatch: headers.get("if-none-match") ?? undefined,
      isHead: event.req.method === "HEAD",
      watch: {
        ...reading,
        onDefect: (error) => reportDefect(error, event, options),
        gate: options.exports,
        hold: options.unsent.hold,
        isGone: () => findExchange(event)?.destroyed === true,
      },
    });
  };
  if (isOfProcess) return live.useUnread(answer);
  const turn = options.turns.take();
  const answered =
    turn === undefined
      ? live.use(answer)
      : turn.then(() => {
          // A client that left is owed no work, and reads no problem.
          if (findExchange(event)?.destroyed === true) throw new Problem("too_busy", "");
          return live.use(answer);
        });
  return answerInTime(answered, options.patienceMs);
}

function askTarget(
  { route, page }: Target,
  request: RouteRequest,
  sent: SentValues,
): Promise<Resource> | Resource {
  if (page !== undefined)
    return page.answer({ ...sent, ...createAsk(request, sent.maxChars) }, request);
  if (route === undefined) throw new Error("an address leads to nothing");
  return answerRoute(route, request, sent);
}

function decodePath(event: H3Event): Readonly<Record<string, string>> {
  const parts = getRouterParams(event);
  try {
    for (const [name, part] of Object.entries(parts)) {
      if (part.includes("%")) parts[name] = decodeURIComponent(part);
    }
    return parts;
  } catch {
    throw malformedPath();
  }
}

function malformedPath(): Problem {
  return new Problem("malformed_path", "The path is not valid percent-encoding.");
}

function toProblem(error: unknown, event: H3Event, options: AppOptions): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof TooManyWaiting) {
    return new Problem("too_busy", "Too many long questions are sent at once; ask again.");
  }
  reportDefect(error, event, options);
  return new Problem("internal_error", "The service failed to answer; the failure was logged.");
}

/** Shows a problem as a page; if that fails too, as programs get it. */
async function showProblem(problem: Problem, event: H3Event, options: AppOptions): Promise<Answer> {
  const encoded = encodeProblem(problem, event.url.pathname);
  if (problem.code === "method_not_allowed") return encoded;
  try {
    const { answerFailure } = await import("../explorer/answer-page.js");
    const { title, detail, status, extension } = problem;
    const said = { title, detail, status, suggestions: extension.suggestions ?? [] };
    const surroundings = toSurroundings(options.state);
    const page = answerFailure(said, findExchange(event)?.requestId, surroundings);
    return encodeProblemPage(encoded, page);
  } catch (error) {
    reportDefect(error, event, options);
    return encoded;
  }
}

function reportDefect(error: unknown, event: H3Event, options: AppOptions): void {
  const exchange = findExchange(event);
  options.onDefect(error, exchange?.route ?? event.url.pathname, exchange?.requestId);
}

/**
 * h3 itself leaves the body out where the method or the status has none. A stream of node is piped
 * to the socket by its adapter, which the type of a response does not say.
 */
function toResponse({ status, headers, body }: Answer, event: H3Event): HTTPResponse {
  const exchange = findExchange(event);
  return new HTTPResponse(body as ConstructorParameters<typeof HTTPResponse>[0], {
    status,
    statusText: STATUS_CODES[status] ?? "",
    headers: exchange === undefined ? headers : { ...headers, "X-Request-Id": exchange.requestId },
  });
}
