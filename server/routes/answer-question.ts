// Asking a route from within: no address and no socket, the values of a question as they would be sent.
// What is empty is left out.
import type { AnyQuestion } from "../contract/parameter.js";
import type { Resource } from "../contract/resource.js";
import { listPathNames, type Route } from "../contract/route.js";
import { answerRoute, type RouteRequest } from "./define-route.js";

/**
 * @param asked a route, or the path of one of the request, as it is declared
 * @param maxChars the longest value of a parameter, in UTF-16 units
 * @throws Problem as the route does
 */
export function answerQuestion(
  request: RouteRequest,
  asked: string | Route,
  question: AnyQuestion,
  maxChars: number,
): Promise<Resource> | Resource {
  const route =
    typeof asked === "string" ? request.routes.find(({ path }) => path === asked) : asked;
  if (route === undefined) throw new Error(`no route has the path ${String(asked)}`);
  const inPath = new Set(listPathNames(route.path));
  const written = Object.entries(question).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, String(value)] as const],
  );
  const parts = Object.fromEntries(written.filter(([name]) => inPath.has(name)));
  const query = new URLSearchParams(
    Object.fromEntries(written.filter(([name]) => !inPath.has(name))),
  );
  return answerRoute(route, request, { path: parts, query, maxChars });
}
