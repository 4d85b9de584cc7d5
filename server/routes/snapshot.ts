// GET /v1/snapshot and /v1/diagnostics: of what the answers are made, and what was odd in it.
import { DIAGNOSTICS } from "../../data/diagnostic-codes.js";
import { listKeys } from "../../data/shape.js";
import { listDiagnostics, readSnapshotDetails } from "../lookup/module/snapshot-details.js";
import { limit, OFFSET, PLATFORM_VERSION, text } from "../contract/parameter.js";
import { findNearestName } from "../../data/text/edit-distance.js";
import type { Lookup } from "../lookup/lookup.js";
import { refuse } from "./system/system-question.js";
import { toPageResource } from "../contract/resource.js";
import { shape } from "../contract/route.js";
import { defineRoute } from "./define-route.js";

const loadShapes = () => import("../contract/shape/snapshot.js");

const snapshotRoute = defineRoute({
  path: "/v1/snapshot",
  operation: "getSnapshot",
  tag: "service",
  summary: "What the snapshot was built from",
  description:
    "Every source with the commits that were read, what could not be read, and the number of diagnostics. What is not listed here is not indexed.",
  parameters: {},
  answer: { description: "The snapshot and its sources.", shape: shape(loadShapes, "Snapshot") },
  respond: ({ lookup }) => ({ body: readSnapshotDetails(lookup.snapshot) }),
});

const diagnosticsRoute = defineRoute({
  path: "/v1/diagnostics",
  operation: "listDiagnostics",
  tag: "service",
  summary: "Diagnostics of the files that were read",
  description:
    "One row for each thing in a file that could not be read as written, or was skipped, with file and line.",
  parameters: {
    code: text("Only this code; `/v1/snapshot` counts them.", { example: "python_recovered" }),
    org: text("Only this organization, case-insensitive.", { example: "meadow-apps" }),
    repo: text("Only this repository, case-insensitive.", { example: "finance" }),
    platform_version: PLATFORM_VERSION,
    limit: limit(100, 500),
    offset: OFFSET,
  },
  answer: {
    description: "The rows.",
    shape: shape(loadShapes, "Diagnostics"),
    layout: async () => (await import("../contract/shape/diagnostics-layout.js")).layDiagnostics,
    isPaged: true,
  },
  respond({ lookup: { snapshot } }, query) {
    const found = listDiagnostics(snapshot, query);
    if (found.total === 0 && query.code !== undefined) requireCode(snapshot, query.code);
    return toPageResource(found, query);
  },
});

/** A snapshot may have codes of a newer program. @throws Problem `invalid_parameters` */
function requireCode(snapshot: Lookup["snapshot"], code: string): void {
  const codes = listKeys(DIAGNOSTICS);
  if (codes.some((one) => one === code)) return;
  const all = { code, org: undefined, repo: undefined, platform_version: undefined };
  if (listDiagnostics(snapshot, { ...all, limit: 1, offset: 0 }).total > 0) return;
  const near = findNearestName(code, codes);
  throw refuse(
    "code",
    `is no diagnostic code of /v1/snapshot${near === undefined ? "" : `; did you mean ${near}?`}`,
  );
}

export const snapshotRoutes = [snapshotRoute, diagnosticsRoute] as const;
