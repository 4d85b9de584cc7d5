// Beside /v1: what the service says of itself to those who watch over it.
import { METRICS_CONTENT_TYPE } from "../metrics.js";
import { Problem } from "../problem.js";
import type { Route } from "./route.js";

/** Alive: the process answers. Nothing is read for it. */
export const healthRoute: Route = {
  path: "/healthz",
  isOfProcess: true,
  answer: () => ({ text: "ok\n", contentType: "text/plain; charset=utf-8", isVolatile: true }),
};

/** Ready: a snapshot is loaded, and which; and why a newer one was refused. */
export const readyRoute: Route = {
  path: "/readyz",
  isOfProcess: true,
  answer({ lookup, state }) {
    if (state.isStopping) throw new Problem("stopping", "The service was told to stop.");
    if (!state.isSound) {
      const detail = "Somebody wrote to the snapshot that is served.";
      throw new Problem("snapshot_changed", detail);
    }
    const { id, counts } = lookup.snapshot.entry;
    const refused = state.refusal === undefined ? {} : { refused: state.refusal };
    const body = { status: "ready", snapshot: id, entries: counts.entries, ...refused };
    return { body, isVolatile: true };
  },
};

export const metricsRoute: Route = {
  path: "/metrics",
  isOfProcess: true,
  answer: async ({ state }) => ({
    text: await state.readMetrics(),
    contentType: METRICS_CONTENT_TYPE,
    isVolatile: true,
  }),
};
