// The interface as a type: for every path what a question may say and what its answer is, for those who ask
// from within (pages, tools, tests). Types alone, so that pages in browsers can have them too.
import type { ParameterTable, Question } from "../contract/parameter.js";
import type { TypedRoute } from "../contract/route.js";
import type { ROUTES } from "./routes.js";

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
