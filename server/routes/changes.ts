// GET /v1/changes: what changed since the snapshot before this one, as a feed too.
import type { FeedEntry } from "./text/atom.js";
import { cutSlice } from "../contract/slice.js";
import { readChanges, type ChangesSince } from "../live/previous-snapshot.js";
import { limit, OFFSET, outputFormat, PLATFORM_VERSION } from "../contract/parameter.js";
import { createFormats } from "../contract/text-formats.js";
import { shape } from "../contract/route.js";
import { listChangeLines } from "../contract/browser/change-lines.js";
import { defineRoute } from "./define-route.js";
import type { ChangeRow } from "../contract/shape/changes.js";

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
