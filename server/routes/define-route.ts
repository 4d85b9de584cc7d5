// A route of this service: what its function is given beside the values of the question, and how it is asked.
import type { Lookup } from "../lookup/lookup.js";
import { TooManyWaiting } from "../lookup/turns.js";
import type { ServiceState } from "../live/service-state.js";
import type { ParameterTable } from "../contract/parameter.js";
import { Problem } from "../contract/problem.js";
import { readParameters, type SentValues } from "../contract/read-parameters.js";
import type { Resource } from "../contract/resource.js";
import type { Route, TypedRoute } from "../contract/route.js";

export interface RouteRequest {
  /** Every route of the service, for those that describe others. */
  readonly routes: readonly Route[];
  readonly lookup: Lookup;
  readonly state: ServiceState;
  /** The header Accept. */
  readonly accept: string | undefined;
}

/** The declaration itself; the compiler holds what answers to its parameters and its shape. */
export function defineRoute<
  const Path extends string,
  const Table extends ParameterTable,
  Body = unknown,
>(route: TypedRoute<Path, Table, Body, RouteRequest>): TypedRoute<Path, Table, Body, RouteRequest> {
  return route;
}

/**
 * Answers what was sent.
 * @param route of the request
 * @throws Problem `invalid_parameters` with every fault, and those of the route
 */
export function answerRoute(
  route: Route,
  request: RouteRequest,
  sent: SentValues,
): Promise<Resource> | Resource {
  const values = readParameters(route.parameters, sent);
  const answer = route.respond(request as never, values as never);
  return answer instanceof Promise ? answer.catch(refuseTooMany) : answer;
}

function refuseTooMany(error: unknown): never {
  throw error instanceof TooManyWaiting ? new Problem("too_busy", error.message) : error;
}
