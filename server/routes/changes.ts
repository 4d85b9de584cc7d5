// GET /v1/changes and /v1/changes.atom: what changed since the snapshot before this one.
import { ATOM_CONTENT_TYPE, renderFeed, type FeedEntry } from "./text/atom.js";
import { cutSlice } from "../contract/slice.js";
import { readChanges, type ChangesSince } from "../live/previous-snapshot.js";
import { limit, OFFSET, PLATFORM_VERSION } from "../contract/parameter.js";
import { shape } from "../contract/route.js";
import { listChangeLines } from "../contract/browser/change-lines.js";
import { defineRoute } from "./define-route.js";
import type { ChangeRow } from "../contract/shape/changes.js";

const changesRoute = defineRoute({
  path: "/v1/changes",
  operation: "listChanges",
  tag: "modules",
  summary: "What changed since the previous snapshot",
  description:
    "Modules that were added, removed or updated (version, last commit, size or folder) since the previous snapshot, which is kept beside this one; of updated ones what changes in the tables of a database (`schema`). If there is none, `reason` says so and the list is empty.",
  parameters: { platform_version: PLATFORM_VERSION, limit: limit(100, 500), offset: OFFSET },
  answer: {
    description: "The changes of this page, with the counts of all.",
    shape: shape(() => import("../contract/shape/changes.js"), "Changes"),
    layout: async () => (await import("../contract/shape/changes-layout.js")).layChanges,
    isPaged: true,
  },
  async respond({ lookup }, { platform_version, ...page }) {
    const since = await readChanges(lookup.snapshot);
    const { snapshot, previous, reason, counts } = since;
    const { rows: changes, total } = cutSlice(listRows(since, platform_version), page);
    return { body: { snapshot, previous, reason, counts, changes }, page: { ...page, total } };
  },
});

/** Readers of feeds are given no more. */
const MOST_ENTRIES = 500;

const changesFeedRoute = defineRoute({
  path: "/v1/changes.atom",
  operation: "getChangesFeed",
  tag: "modules",
  summary: "The changes as a feed",
  description: `The first ${MOST_ENTRIES} of /v1/changes as an Atom feed (RFC 4287).`,
  parameters: { platform_version: PLATFORM_VERSION },
  answer: { description: "The feed.", texts: { "application/atom+xml": {} } },
  async respond({ lookup }, { platform_version }) {
    const changes = await readChanges(lookup.snapshot);
    const { CHANGE_STATES } = await import("../contract/shape/changes.js");
    const entries = listRows(changes, platform_version)
      .slice(0, MOST_ENTRIES)
      .map((row) => toFeedEntry(row, CHANGE_STATES[row.change].title, changes));
    const feed = {
      title: "Changes of modules",
      id: "urn:module-lookup:changes",
      updated: new Date(changes.writtenMs),
      self: "/v1/changes.atom",
      entries,
    };
    return { text: renderFeed(feed), contentType: ATOM_CONTENT_TYPE };
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

export const changesRoutes = [changesRoute, changesFeedRoute] as const;
