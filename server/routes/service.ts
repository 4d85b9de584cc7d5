// Beside /v1: what the service says of itself: its description, its problems, whether it lives and is
// ready, and its metrics.
import { METRICS_CONTENT_TYPE } from "../observe/metrics.js";
import { text } from "../contract/parameter.js";
import { isProblemCode, PROBLEMS } from "../contract/problem-catalog.js";
import { Problem } from "../contract/problem.js";
import { shape } from "../contract/route.js";
import { defineRoute } from "./define-route.js";

const loadShapes = () => import("../contract/shape/service.js");

let description: string | undefined;

const openapiRoute = defineRoute({
  path: "/openapi.json",
  operation: "getDescription",
  tag: "service",
  summary: "The routes as an OpenAPI document",
  description: "The description of the interface that you are reading (OpenAPI 3.1).",
  parameters: {},
  answer: { description: "The document.", shape: shape(loadShapes, "Description") },
  async respond({ routes }) {
    const { describeInterface } = await import("./document.js");
    description ??= JSON.stringify(await describeInterface(routes));
    return { text: description, contentType: "application/json; charset=utf-8" };
  },
});

const problemRoute = defineRoute({
  path: "/problems/{code}",
  operation: "getProblem",
  tag: "service",
  summary: "What a problem means",
  description: "The page that the `type` of a problem leads to: its cause and its remedy.",
  parameters: { code: text("The `code` of a problem.", { example: "unknown_module" }) },
  answer: {
    description: "The meaning.",
    shape: shape(loadShapes, "ProblemKind"),
  },
  problems: ["unknown_path"],
  respond(_, { code }) {
    if (!isProblemCode(code)) throw new Problem("unknown_path", `There is no problem "${code}".`);
    return { body: { code, ...PROBLEMS[code] }, variesByAccept: true };
  },
});

const healthRoute = defineRoute({
  path: "/healthz",
  isOfProcess: true,
  operation: "getHealth",
  tag: "service",
  summary: "Liveness: is the process running",
  description: "Answers without reading anything.",
  parameters: {},
  answer: { description: "It is running.", texts: { "text/plain": { const: "ok\n" } } },
  respond: () => ({ text: "ok\n", contentType: "text/plain; charset=utf-8", isVolatile: true }),
});

const readyRoute = defineRoute({
  path: "/readyz",
  isOfProcess: true,
  operation: "getReadiness",
  tag: "service",
  summary: "Readiness: can requests be sent here",
  description:
    "The snapshot that is served. Not ready once the service was asked to stop, or the snapshot was changed on disk.",
  parameters: {},
  answer: { description: "Ready.", shape: shape(loadShapes, "Readiness") },
  problems: ["stopping"],
  respond({ lookup, state }) {
    if (state.isStopping) throw new Problem("stopping", "The service was told to stop.");
    if (!state.isSound) {
      const detail = "The served snapshot was written to.";
      throw new Problem("snapshot_changed", detail);
    }
    const { id, counts } = lookup.snapshot.entry;
    const refused = state.refusal === undefined ? {} : { refused: state.refusal };
    const body = { status: "ready", snapshot: id, entries: counts.entries, ...refused } as const;
    return { body, isVolatile: true };
  },
});

const metricsRoute = defineRoute({
  path: "/metrics",
  isOfProcess: true,
  operation: "getMetrics",
  tag: "service",
  summary: "Metrics for Prometheus",
  description: "What the service counts and measures, in the text format 0.0.4.",
  parameters: {},
  answer: {
    description: "The metrics of all processes of the service.",
    texts: { "text/plain": {} },
  },
  respond: async ({ state }) => ({
    text: await state.readMetrics(),
    contentType: METRICS_CONTENT_TYPE,
    isVolatile: true,
  }),
});

export const serviceRoutes = [
  openapiRoute,
  problemRoute,
  healthRoute,
  readyRoute,
  metricsRoute,
] as const;
