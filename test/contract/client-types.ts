// The types of a client of the interface, for openapi-fetch: they follow from the declarations of the
// routes, as the document does that clients of others are made of.
import type { BodyAt, RoutePath } from "../../server/routes/ask.js";
import type { PathNames, Question } from "../../server/contract/parameter.js";
import type { TypedRoute } from "../../server/contract/route.js";
import type { ROUTES } from "../../server/routes/routes.js";
import type { ProblemBody } from "../../server/contract/shape/service.js";

type RouteAt<P extends RoutePath> = Extract<(typeof ROUTES)[number], { readonly path: P }>;

type SentInPath<P extends string> = [PathNames<P>] extends [never]
  ? { readonly path?: never }
  : { readonly path: { readonly [Name in PathNames<P>]: string } };

type QuestionAt<P extends RoutePath> =
  RouteAt<P> extends TypedRoute<P, infer Table, unknown>
    ? Omit<Question<P, Table>, PathNames<P>>
    : never;

/** Values of the query may be left out as a whole where none is required. */
type SentInQuery<Q> = object extends Q ? { readonly query?: Q } : { readonly query: Q };

/** Types of the library's answers: it knows no readonly lists. */
type Received<T> = T extends readonly (infer Item)[]
  ? Received<Item>[]
  : T extends object
    ? { -readonly [K in keyof T]: Received<T[K]> }
    : T;

type Content<MediaType extends string, Body> = {
  content: { [Type in MediaType]: Received<Body> };
};

export type Paths = {
  [P in RoutePath]: {
    get: {
      parameters: SentInPath<P> & SentInQuery<QuestionAt<P>>;
      responses: {
        200: Content<"application/json", BodyAt<P>>;
        default: Content<"application/problem+json", ProblemBody>;
      };
    };
  };
};
