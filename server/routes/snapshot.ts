// GET /v1/snapshot and /v1/diagnostics: of what the answers are made, and what was odd in it; /v1/changes: what changed since the
// snapshot before this one, as a feed too.
import { DIAGNOSTICS } from "../../data/diagnostic-codes.js";
import { listKeys } from "../../data/shape.js";
import { listDiagnostics, readSnapshotDetails } from "../lookup/module/snapshot-details.js";
import { limit, OFFSET, PLATFORM_VERSION, text, outputFormat } from "../contract/parameter.js";
import { findNearestName } from "../../data/text/edit-distance.js";
import type { Lookup } from "../lookup/lookup.js";
import { refuse } from "./system/system-question.js";
import { toPageResource, cutSlice } from "../contract/resource.js";
import { shape } from "../contract/route.js";
import { defineRoute } from "./define-route.js";
import type { FeedEntry } from "./text/atom.js";
import { readChanges, type ChangesSince } from "../live/previous-snapshot.js";
import { createFormats } from "../contract/text-formats.js";
import { listChangeLines } from "../contract/browser/change-lines.js";
import type { ChangeRow } from "../contract/shape/changes.js";

const loadShapes = () => import("../contract/shape/snapshot.js");

const snapshotRoute = defineRoute({
  path: "/v1/snapshot",
  operation: "getSnapshot",
  tag: "service",
  summary: "What the snapshot was built from",
  description:
    "Every source with the commits that were read, what could not be read, and the number of diagnostics. What is not listed here is not indexed.",
  parameters: {},
  answer: {
    description: "The snapshot and its sources.",
    shape: shape(loadShapes, "Snapshot"),
    layout: async () => (await loadShapes()).laySnapshot,
  },
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
    layout: async () => (await import("../contract/shape/snapshot.js")).layDiagnostics,
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

/** Readers of feeds are given no more. */
const MOST_ENTRIES = 500;

interface FedChanges {
  readonly since: ChangesSince;
  readonly platform_version: string | undefined;
}

const FEED = createFormats<FedChanges, "atom">({
  atom: {
    mediaType: "application/atom+xml",
    description: "The feed.",
    load: async () => {
      const [{ renderFeed }, { CHANGE_STATES }] = await Promise.all([
        import("./text/atom.js"),
        import("../contract/shape/changes.js"),
      ]);
      return ({ since, platform_version }) =>
        renderFeed({
          title: "Changes of modules",
          id: "urn:module-lookup:changes",
          updated: new Date(since.writtenMs),
          self: "/v1/changes?format=atom",
          entries: listRows(since, platform_version)
            .slice(0, MOST_ENTRIES)
            .map((row) => toFeedEntry(row, CHANGE_STATES[row.change].title, since)),
        });
    },
  },
});

const changesRoute = defineRoute({
  path: "/v1/changes",
  operation: "listChanges",
  tag: "modules",
  summary: "What changed since the previous snapshot",
  description:
    "Modules that were added, removed or updated (version, last commit, size or folder) since the previous snapshot. For updated ones `schema` tells the changes in the tables of a database. If there is none, `reason` says so and the list is empty.",
  parameters: {
    platform_version: PLATFORM_VERSION,
    limit: limit(100, MOST_ENTRIES),
    offset: OFFSET,
    format: outputFormat(
      FEED.names,
      `; \`atom\` is a feed (RFC 4287) of the first ${MOST_ENTRIES}`,
    ),
  },
  answer: {
    description: "The changes of this page, with the counts of all.",
    shape: shape(() => import("../contract/shape/changes.js"), "Changes"),
    layout: async () => (await import("../contract/shape/changes-layout.js")).layChanges,
    isPaged: true,
  },
  formats: {
    ...FEED,
    render: async (_name, _body, { lookup }, { platform_version }) =>
      FEED.render("atom", { since: await readChanges(lookup.snapshot), platform_version }),
  },
  async respond({ lookup }, { platform_version, limit: rows, offset }) {
    const page = { limit: rows, offset };
    const since = await readChanges(lookup.snapshot);
    const { snapshot, previous, reason, counts } = since;
    const { rows: changes, total } = cutSlice(listRows(since, platform_version), page);
    return { body: { snapshot, previous, reason, counts, changes }, page: { ...page, total } };
  },
});

function listRows({ rows }: ChangesSince, version: string | undefined): readonly ChangeRow[] {
  return rows.filter((row) => version === undefined || row.platform_version === version);
}

function toFeedEntry(
  row: ChangeRow,
  title: string,
  { snapshot, writtenMs }: ChangesSince,
): FeedEntry {
  const { change, technical_name, platform_version, organization, repository } = row;
  const parts = [organization, repository, platform_version, technical_name];
  const place = parts.map(encodeURIComponent).join(":");
  const query = new URLSearchParams({ org: organization, repo: repository }).toString();
  const path = [technical_name, platform_version].map(encodeURIComponent).join("/");
  const changes = listChangeLines(row);
  return {
    title: `${title}: ${technical_name} ${platform_version} (${organization}/${repository})`,
    id: `urn:module-lookup:${snapshot}:${change}:${place}`,
    updated: new Date(writtenMs),
    href: change === "removed" ? "/v1/changes" : `/v1/module/${path}?${query}`,
    summary: changes.length === 0 ? `${row.name}, version ${row.version}` : changes.join("; "),
  };
}

export const changesRoutes = [changesRoute] as const;
