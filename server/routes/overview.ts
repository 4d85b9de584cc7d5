// GET / and GET /v1: what is here, with links; a small page for browsers.
import type { Lookup } from "../lookup/lookup.js";
import { findExample, findExampleDefinition } from "../lookup/example.js";
import { renderPage } from "../html.js";
import { prefersHtml } from "../negotiation.js";
import { INTERFACE_VERSION } from "../interface-version.js";
import type { Operation, Parameter } from "../openapi/operation.js";
import type { Resource, Route, RouteRequest } from "./route.js";

interface RouteLink {
  readonly operation: string;
  readonly summary: string;
  /** RFC 6570 */
  readonly template: string;
  readonly href: string;
}

export const overviewRoutes: readonly Route[] = ["/", "/v1"].map((path) => ({
  path,
  answer: describeService,
}));

async function describeService({ lookup, accept }: RouteRequest): Promise<Resource> {
  const { OPERATIONS } = await import("../openapi/document.js");
  const overview = toOverview(lookup, OPERATIONS);
  if (!prefersHtml(accept)) return { body: overview, variesByAccept: true };
  const { entries, repositories } = overview.snapshot;
  const page = renderPage({
    title: "module-lookup",
    introduction: `${entries} entries of ${repositories} repositories. JSON over HTTP, described by /openapi.json.`,
    rows: overview.routes.map((route) => [
      { text: route.template, href: route.href },
      { text: route.summary },
    ]),
  });
  return { ...page, variesByAccept: true };
}

function toOverview({ snapshot }: Lookup, operations: Readonly<Record<string, Operation>>) {
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
      platform_versions: Object.keys(counts.platform_versions),
    },
    routes: Object.entries(operations).map(([path, operation]) => toLink(path, operation, known)),
  };
}

function toLink(path: string, operation: Operation, known: KnownValues): RouteLink {
  const { operationId, summary, parameters = [] } = operation;
  const inQuery = parameters.filter((parameter) => parameter.in === "query");
  const needed = inQuery.filter((parameter) => parameter.required);
  const query = new URLSearchParams(
    needed.map((parameter): [string, string] => [parameter.name, findValue(parameter, known)]),
  ).toString();
  const names = inQuery.map(({ name }) => name).join(",");
  return {
    operation: operationId,
    summary,
    template: names === "" ? path : `${path}{?${names}}`,
    href: fillPath(path, parameters, known) + (query === "" ? "" : `?${query}`),
  };
}

function fillPath(path: string, parameters: readonly Parameter[], known: KnownValues): string {
  return parameters
    .filter((parameter) => parameter.in === "path")
    .reduce(
      (filled, parameter) =>
        filled.replace(`{${parameter.name}}`, encodeURIComponent(findValue(parameter, known))),
      path,
    );
}

/** Values of parameters that lead to something in this snapshot. */
type KnownValues = Readonly<Record<string, string | undefined>>;

function listKnownValues(snapshot: Lookup["snapshot"]): KnownValues {
  const example = findExample(snapshot);
  const definition = findExampleDefinition(snapshot);
  return {
    module_name: example?.technicalName,
    platform_version: example?.platformVersion,
    repo_name: example?.repository,
    names: example?.technicalName,
    from: example?.oldestVersion,
    to: example?.platformVersion,
    model_name: definition?.model,
    field_name: definition?.field,
    method_name: definition?.method,
    xml_id: definition?.view,
  };
}

function findValue({ name, example }: Parameter, known: KnownValues): string {
  return known[name] ?? String(example ?? "");
}
