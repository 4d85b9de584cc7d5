// Asking a route from within: no address and no socket, the values of a question as they would be sent. What is empty is left out. The
// interface as a type, for those who ask so (pages, tools, tests): for every path what a question may say and what its answer is.
import type { ParameterTable, Question, AnyQuestion } from "../contract/parameter.js";
import { type TypedRoute, listPathNames, type Route } from "../contract/route.js";
import type { ROUTES } from "./routes.js";
import type { Resource } from "../contract/resource.js";
import { answerRoute, type RouteRequest } from "./define-route.js";

type Routes = (typeof ROUTES)[number];

export type RoutePath = Routes["path"];

type RouteAt<P extends RoutePath> = Extract<Routes, { readonly path: P }>;

/** A question at a path; values of the path are required. */
export type QuestionAt<P extends RoutePath> = P extends RoutePath
  ? RouteAt<P> extends TypedRoute<P, infer Table extends ParameterTable, unknown>
    ? Question<P, Table>
    : never
  : never;

/** The body of a JSON answer at a path. */
export type BodyAt<P extends RoutePath> = NonNullable<
  NonNullable<RouteAt<P>["answer"]["shape"]>["body"]
>;

/** Asks a path of the interface. @throws AskError for a problem */
export type Ask = <P extends RoutePath>(
  path: P,
  question: QuestionAt<P>,
) => Promise<Asked<BodyAt<P>>>;

/** Asks a path for a text, such as a plan for a file of another tool. @throws AskError for a problem */
export type AskText = <P extends RoutePath>(path: P, question: QuestionAt<P>) => Promise<string>;

export interface Asked<Body> {
  readonly body: Body;
  /** Rows of the whole list, where the body is a part of one. */
  readonly total: number | undefined;
  /** Address of the same answer for programs. */
  readonly address: string;
}

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
