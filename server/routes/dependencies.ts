// GET /v1/module/{module_name}/{platform_version}/dependencies and …/dependents, as JSON or drawn.
import { renderDot, renderMermaid, type Graph } from "../graph-text.js";
import { findDependencies, type DependencyTree } from "../lookup/dependency-tree.js";
import { findDependents, type Dependents } from "../lookup/dependents.js";
import { chooseMediaType } from "../negotiation.js";
import { toMissingProblem } from "../problem.js";
import { readPageRequest, type Resource, type Route, type RouteRequest } from "./route.js";

export const GRAPH_FORMATS = {
  json: "application/json",
  dot: "text/vnd.graphviz",
  mermaid: "text/vnd.mermaid",
} as const;

type GraphFormat = keyof typeof GRAPH_FORMATS;

const FORMATS = Object.keys(GRAPH_FORMATS) as readonly GraphFormat[];

const { json, dot, mermaid } = GRAPH_FORMATS;

/** The parameter wins over what the client would rather have. */
function readFormat({ parameters, accept }: RouteRequest): GraphFormat {
  const wanted = chooseMediaType(accept, [json, dot, mermaid]);
  const byAccept = FORMATS.find((format) => GRAPH_FORMATS[format] === wanted) ?? "json";
  return parameters.readChoice("format", FORMATS) ?? byAccept;
}

function toResource(format: GraphFormat, body: unknown, toGraph: () => Graph): Resource {
  if (format === "json") return { body, variesByAccept: true };
  const render = format === "dot" ? renderDot : renderMermaid;
  const contentType = `${GRAPH_FORMATS[format]}; charset=utf-8`;
  return { text: render(toGraph()), contentType, variesByAccept: true };
}

export const dependenciesRoute: Route = {
  path: "/v1/module/:module_name/:platform_version/dependencies",
  answer(request) {
    const { lookup, parameters } = request;
    const name = parameters.readPath("module_name");
    const filter = {
      platformVersion: parameters.readPathVersion("platform_version"),
      organization: parameters.readText("org"),
      repository: parameters.readText("repo"),
    };
    const format = readFormat(request);
    parameters.check();
    const outcome = findDependencies(lookup.snapshot, name, filter);
    if (!outcome.found) throw toMissingProblem(outcome, name);
    return toResource(format, outcome.value, () => toNeedsGraph(outcome.value));
  },
};

const DEPENDENTS_LIMIT = { fallback: 100, maximum: 500 };

export const dependentsRoute: Route = {
  path: "/v1/module/:module_name/:platform_version/dependents",
  answer(request) {
    const { lookup, parameters } = request;
    const name = parameters.readPath("module_name");
    const page = readPageRequest(parameters, DEPENDENTS_LIMIT);
    const query = {
      ...page,
      platformVersion: parameters.readPathVersion("platform_version"),
      isDirectOnly: parameters.readFlag("direct") ?? false,
    };
    const format = readFormat(request);
    parameters.check();
    const outcome = findDependents(lookup.snapshot, name, query);
    if (!outcome.found) throw toMissingProblem(outcome, name);
    const { dependents, total } = outcome.value;
    return {
      ...toResource(format, dependents, () => toDependentsGraph(dependents)),
      page: { ...page, total },
    };
  },
};

function toNeedsGraph({ modules, unresolved }: DependencyTree): Graph {
  return {
    nodes: [
      ...modules.map(({ technical_name }) => ({ name: technical_name, isMissing: false })),
      ...unresolved.map(({ technical_name }) => ({ name: technical_name, isMissing: true })),
    ],
    edges: modules.flatMap(({ technical_name, depends }) =>
      depends.map((name) => [technical_name, name] as const),
    ),
  };
}

/** Of the part that is shown: what leads to others that are not is left out. */
function toDependentsGraph({ technical_name: root, carriers, modules }: Dependents): Graph {
  const shown = new Set([root, ...modules.map(({ technical_name }) => technical_name)]);
  return {
    nodes: [...shown].map((name) => ({
      name,
      isMissing: name === root && carriers.length === 0,
    })),
    edges: modules.flatMap(({ technical_name, through }) =>
      through.filter((name) => shown.has(name)).map((name) => [technical_name, name] as const),
    ),
  };
}
