// Asking the interface from within: the address is answered by the route that would answer a client,
// from the snapshot of the request, without a socket.
import type { Ask, Asked } from "./explorer/shared/ask.js";
import { AskError } from "./explorer/shared/ask.js";
import { openParameters } from "./parameters.js";
import { PROBLEMS } from "./problem-catalog.js";
import { Problem } from "./problem.js";
import type { Resource, Route, RouteRequest } from "./routes/route.js";

export interface InnerContext extends Pick<RouteRequest, "lookup" | "state"> {
  readonly routes: readonly Route[];
  /** The longest value of a parameter, in UTF-16 units. */
  readonly maxParameterChars: number;
}

export function openAsk(context: InnerContext): Ask {
  return async (address) => {
    const url = new URL(address, "http://localhost");
    const parts = url.pathname.split("/");
    const route = findRoute(context.routes, parts);
    const path = readPath(route, parts);
    const parameters = openParameters(path, url.searchParams, context.maxParameterChars);
    const { lookup, state } = context;
    const accept = "application/json";
    try {
      return toAsked(await route.answer({ lookup, state, parameters, accept }));
    } catch (error) {
      throw error instanceof Problem ? toAskError(error) : error;
    }
  };
}

/** Of those that fit the one with the most literal parts. */
function findRoute(routes: readonly Route[], parts: readonly string[]): Route {
  const [best] = routes
    .filter(({ path }) => {
      const pattern = path.split("/");
      return (
        pattern.length === parts.length &&
        pattern.every((part, at) => (part.startsWith(":") ? parts[at] !== "" : part === parts[at]))
      );
    })
    .toSorted((left, right) => countNames(left) - countNames(right));
  if (best === undefined) throw new Problem("unknown_path", "There is nothing at this path.");
  return best;
}

function countNames({ path }: Route): number {
  return path.split(":").length;
}

function readPath({ path }: Route, parts: readonly string[]): Readonly<Record<string, string>> {
  const names = path.split("/").map((part, at) => [part, parts[at] ?? ""] as const);
  return Object.fromEntries(
    names
      .filter(([part]) => part.startsWith(":"))
      .map(([part, value]) => [part.slice(1), decodeURIComponent(value)]),
  );
}

function toAsked(resource: Resource): Asked {
  const total = resource.page?.total;
  if ("body" in resource) return { body: resource.body, total };
  if ("text" in resource) return { body: JSON.parse(resource.text), total };
  throw new Error("a page cannot be made of an answer that is sent in pieces");
}

function toAskError({ code, message: detail, extension }: Problem): AskError {
  const { title, status } = PROBLEMS[code];
  return new AskError({ title, status, detail, code, ...extension });
}
