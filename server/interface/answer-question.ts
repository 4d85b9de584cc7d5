// Asking a route from within: no address and no socket, the values of a question as they would be sent.
// What is empty is left out.
import type { AnyQuestion } from "./ask.js";
import type { Resource } from "./resource.js";
import { answerRoute, listPathNames, type Route, type RouteRequest } from "./route.js";

/**
 * @param maxChars the longest value of a parameter, in UTF-16 units
 * @throws Problem as the route does
 */
export function answerQuestion(
  route: Route,
  request: RouteRequest,
  question: AnyQuestion,
  maxChars: number,
): Promise<Resource> | Resource {
  const inPath = new Set(listPathNames(route.path));
  const written = Object.entries(question).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, String(value)] as const],
  );
  const path = Object.fromEntries(written.filter(([name]) => inPath.has(name)));
  const query = new URLSearchParams(
    Object.fromEntries(written.filter(([name]) => !inPath.has(name))),
  );
  return answerRoute(route, request, { path, query, maxChars });
}
