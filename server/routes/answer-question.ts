// Asking a route from within: no address and no socket, the values of a question as they would be sent.
// What is empty is left out.
import type { AnyQuestion } from "../contract/parameter.js";
import type { Resource } from "../contract/resource.js";
import { listPathNames } from "../contract/route.js";
import { answerRoute, type RouteRequest } from "./define-route.js";

/**
 * @param path of a route of the request, as it is declared
 * @param maxChars the longest value of a parameter, in UTF-16 units
 * @throws Problem as the route does
 */
export function answerQuestion(
  request: RouteRequest,
  path: string,
  question: AnyQuestion,
  maxChars: number,
): Promise<Resource> | Resource {
  const route = request.routes.find((one) => one.path === path);
  if (route === undefined) throw new Error(`no route has the path ${path}`);
  const inPath = new Set(listPathNames(path));
  const written = Object.entries(question).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, String(value)] as const],
  );
  const parts = Object.fromEntries(written.filter(([name]) => inPath.has(name)));
  const query = new URLSearchParams(
    Object.fromEntries(written.filter(([name]) => !inPath.has(name))),
  );
  return answerRoute(route, request, { path: parts, query, maxChars });
}
