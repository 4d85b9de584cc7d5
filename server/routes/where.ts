// GET /v1/model/{model_name}, /v1/field/…, /v1/method/… and /v1/view/{xml_id}: where something is
// defined, and who extends, overrides or inherits it.
import type { DefinitionQuery, Located } from "../lookup/definition-chain.js";
import type { Outcome } from "../lookup/outcome.js";
import { findMember, findModel } from "../lookup/where-model.js";
import { findView } from "../lookup/where-view.js";
import type { ParameterReader } from "../parameters.js";
import { toMissingProblem } from "../problem.js";
import { readPageRequest, type Resource, type Route } from "./route.js";

const LIMIT = { fallback: 50, maximum: 200 };

function readQuery(parameters: ParameterReader): DefinitionQuery {
  return {
    ...readPageRequest(parameters, LIMIT),
    platformVersion: parameters.readVersion("platform_version"),
    organization: parameters.readText("org"),
    repository: parameters.readText("repo"),
  };
}

function toResource(
  outcome: Outcome<Located<unknown>>,
  { offset, limit }: DefinitionQuery,
  what: string,
): Resource {
  if (!outcome.found) throw toMissingProblem(outcome, what);
  const { body, total } = outcome.value;
  return { body, page: { offset, limit, total } };
}

export const modelRoute: Route = {
  path: "/v1/model/:model_name",
  answer({ lookup, parameters }) {
    const model = parameters.readPath("model_name");
    const query = readQuery(parameters);
    parameters.check();
    return toResource(findModel(lookup.snapshot, model, query), query, model);
  },
};

function createMemberRoute(kind: "field" | "method"): Route {
  return {
    path: `/v1/${kind}/:model_name/:${kind}_name`,
    answer({ lookup, parameters }) {
      const model = parameters.readPath("model_name");
      const member = parameters.readPath(`${kind}_name`);
      const query = readQuery(parameters);
      parameters.check();
      const outcome = findMember(lookup.snapshot, `${kind}s`, { model, member }, query);
      return toResource(outcome, query, member);
    },
  };
}

export const fieldRoute = createMemberRoute("field");

export const methodRoute = createMemberRoute("method");

export const viewRoute: Route = {
  path: "/v1/view/:xml_id",
  answer({ lookup, parameters }) {
    const id = parameters.readPath("xml_id");
    const query = readQuery(parameters);
    parameters.check();
    return toResource(findView(lookup.snapshot, id, query), query, id);
  },
};

export const whereRoutes: readonly Route[] = [modelRoute, fieldRoute, methodRoute, viewRoute];
