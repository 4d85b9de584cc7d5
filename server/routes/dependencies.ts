// GET /v1/module/{module_name}/{platform_version}/dependencies and …/dependents, as JSON or drawn.
import { renderDot, type Graph } from "./text/graph-text.js";
import { findDependencies } from "../lookup/dependency/dependency-tree.js";
import { findDependents } from "../lookup/dependency/dependents.js";
import {
  limit,
  MODULE_NAME,
  OFFSET,
  outputFormat,
  PLATFORM_VERSION_IN_PATH,
  switchOn,
  text,
} from "../contract/parameter.js";
import { getFound } from "../contract/problem.js";
import { createFormats, type TextFormats } from "../contract/text-formats.js";
import { shape } from "../contract/route.js";
import { defineRoute } from "./define-route.js";
import type { Dependencies, Dependents } from "../contract/shape/dependencies.js";

const loadShapes = () => import("../contract/shape/dependencies.js");

/** @param toGraph extracts the graph of the answer */
function createGraphFormats<Body>(toGraph: (body: Body) => Graph): TextFormats<Body, "dot"> {
  return createFormats<Body, "dot">({
    dot: {
      mediaType: "text/vnd.graphviz",
      description: "DOT, for Graphviz.",
      load: async () => (body) => renderDot(toGraph(body)),
    },
  });
}

const NEEDS_FORMATS = createGraphFormats(toDependenciesGraph);
const DEPENDENTS_FORMATS = createGraphFormats(toDependentsGraph);

const FORMAT = outputFormat(NEEDS_FORMATS.names);

export const dependenciesRoute = defineRoute({
  path: "/v1/module/{module_name}/{platform_version}/dependencies",
  operation: "getDependencies",
  tag: "modules",
  summary: "Dependencies of a module",
  description:
    "All direct and indirect dependencies of a module at a platform version, in load order, with the repositories to clone. If several repositories have a module, the choice is that of /v1/plan. `org` and `repo` choose the module itself; its dependencies then come from its repository, else from its organization.",
  parameters: {
    module_name: MODULE_NAME,
    platform_version: PLATFORM_VERSION_IN_PATH,
    org: text("The organization to start from.", { example: "harbor-works" }),
    repo: text("The repository to start from.", { example: "retail" }),
    format: FORMAT,
  },
  answer: {
    description: "The dependencies, or a drawing of them.",
    shape: shape(loadShapes, "Dependencies"),
  },
  formats: NEEDS_FORMATS,
  problems: ["unknown_module", "module_not_at_version", "module_not_in_repository", "too_complex"],
  respond({ lookup }, { module_name, ...filter }) {
    const outcome = findDependencies(lookup.snapshot, module_name, filter);
    return { body: getFound(outcome, module_name) };
  },
});

export const dependentsRoute = defineRoute({
  path: "/v1/module/{module_name}/{platform_version}/dependents",
  operation: "getDependents",
  tag: "modules",
  summary: "Modules that depend on a module",
  description:
    "The modules that depend on this one at a platform version, directly or indirectly, the nearest first; also for a module that is not indexed.",
  parameters: {
    module_name: MODULE_NAME,
    platform_version: PLATFORM_VERSION_IN_PATH,
    direct: switchOn("Only direct dependents: modules whose own manifest names it."),
    format: FORMAT,
    limit: limit(100, 500),
    offset: OFFSET,
  },
  answer: {
    description: "The dependents of this page with the counts of all, or a drawing.",
    shape: shape(loadShapes, "Dependents"),
    isPaged: true,
  },
  formats: DEPENDENTS_FORMATS,
  problems: ["unknown_module", "module_not_at_version"],
  respond({ lookup }, { module_name, ...query }) {
    const outcome = findDependents(lookup.snapshot, module_name, query);
    const { dependents, total } = getFound(outcome, module_name);
    const { limit: rows, offset } = query;
    return { body: dependents, page: { limit: rows, offset, total } };
  },
});

function toDependenciesGraph({ modules, unresolved }: Dependencies): Graph {
  const nodes = [
    ...modules.map(({ technical_name: name }) => ({ name, isMissing: false })),
    ...unresolved.map(({ technical_name: name }) => ({ name, isMissing: true })),
  ];
  const names = new Set(nodes.map(({ name }) => name));
  const edges = modules.flatMap(({ technical_name: name, depends }) =>
    depends.filter((one) => names.has(one)).map((one) => [name, one] as const),
  );
  return { nodes, edges };
}

/** Graph of the shown part: dependencies outside it are left out. */
function toDependentsGraph({ technical_name: root, providers, modules }: Dependents): Graph {
  const shown = new Set([root, ...modules.map(({ technical_name }) => technical_name)]);
  return {
    nodes: [...shown].map((name) => ({
      name,
      isMissing: name === root && providers.length === 0,
    })),
    edges: modules.flatMap(({ technical_name, through }) =>
      through.filter((name) => shown.has(name)).map((name) => [technical_name, name] as const),
    ),
  };
}

export const dependenciesRoutes = [dependenciesRoute, dependentsRoute] as const;
