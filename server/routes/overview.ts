// GET /v1: what is here, with links to try.
import { getPlatformCoverage } from "../lookup/module/platform-module.js";
import { findExample, findExampleDefinition } from "../lookup/module/example.js";
import type { Lookup } from "../lookup/lookup.js";
import { INTERFACE_VERSION } from "../contract/interface-version.js";
import type { Parameter } from "../contract/parameter.js";
import { listPathNames, openChoices, shape, type Route } from "../contract/route.js";
import { defineRoute } from "./define-route.js";
import type { Overview } from "../contract/shape/service.js";

export const overviewRoute = defineRoute({
  path: "/v1",
  operation: "getInterface",
  tag: "service",
  summary: "The routes of version 1",
  description: "The service, the snapshot that it serves, and every route with a link to try.",
  parameters: {},
  answer: {
    description: "The routes, with links.",
    shape: shape(() => import("../contract/shape/service.js"), "Overview"),
  },
  // At its former address, `/`, browsers get a page.
  respond: ({ lookup, routes }) => ({ body: toOverview(lookup, routes), variesByAccept: true }),
});

function toOverview({ snapshot }: Lookup, routes: readonly Route[]): Overview {
  const { id, counts } = snapshot.entry;
  const known = listKnownValues(snapshot);
  return {
    service: "module-lookup",
    interface_version: INTERFACE_VERSION,
    snapshot: {
      id,
      entries: counts.entries,
      modules: counts.modules,
      repositories: counts.repositories,
      ...getPlatformCoverage(snapshot),
    },
    routes: routes.flatMap(openChoices).map((route) => toLink(route, known)),
  };
}

function toLink(
  { path, operation, summary, parameters }: Route,
  known: KnownValues,
): Overview["routes"][number] {
  const inPath = listPathNames(path);
  const inQuery = Object.entries(parameters).filter(([name]) => !inPath.includes(name));
  const query = new URLSearchParams(
    inQuery
      .filter(([, parameter]) => parameter.required === true)
      .map(([name, parameter]): [string, string] => {
        // One name is of different things at different paths.
        const value = known.get(`${path}?${name}`) ?? findValue(name, parameter, known);
        return [name, value];
      }),
  ).toString();
  const names = inQuery.map(([name]) => name).join(",");
  const filled = inPath.reduce(
    (address, name) =>
      address.replace(
        `{${name}}`,
        encodeURIComponent(
          known.get(`${path}?${name}`) ?? findValue(name, parameters[name], known),
        ),
      ),
    path,
  );
  return {
    operation,
    summary,
    template: names === "" ? path : `${path}{?${names}}`,
    href: filled + (query === "" ? "" : `?${query}`),
  };
}

/** Values of parameters that lead to something in this snapshot. */
type KnownValues = ReadonlyMap<string, string | undefined>;

function listKnownValues(snapshot: Lookup["snapshot"]): KnownValues {
  const example = findExample(snapshot);
  const definition = findExampleDefinition(snapshot);
  return new Map([
    ["module_name", example?.technicalName],
    ["platform_version", example?.platformVersion],
    ["repo_name", example?.repository],
    ["names", example?.technicalName],
    ["modules", example?.technicalName],
    ["from", example?.oldestVersion],
    ["to", example?.platformVersion],
    ["model_name", definition?.model],
    ["/v1/model/{name}?name", definition?.model],
    ["/v1/view/{name}?name", definition?.view],
    ["/v1/javascript/{name}?name", definition?.script],
    ["/v1/find?q", definition?.model],
    ["/v1/field/{model_name}/{name}?name", definition?.field],
    ["/v1/method/{model_name}/{name}?name", definition?.method],
    ["/v1/references?to", definition && `${definition.model}.${definition.field}`],
    ["/v1/members/fields?name", definition?.field],
    ["/v1/members/methods?name", definition?.method],
  ]);
}

function findValue(name: string, parameter: Parameter | undefined, known: KnownValues): string {
  return known.get(name) ?? String(parameter?.example ?? "");
}
