// GET /v1/changes and /v1/changes.atom: what changed since the snapshot before this one.
import { ATOM_CONTENT_TYPE, renderFeed, type FeedEntry } from "../atom.js";
import type { ChangeRow } from "../lookup/changes.js";
import { cutPage } from "../lookup/page.js";
import { readChanges, type ChangesSince } from "../previous-snapshot.js";
import { readPageRequest, type Route } from "./route.js";

const LIMIT = { fallback: 100, maximum: 500 };

export const changesRoute: Route = {
  path: "/v1/changes",
  async answer({ lookup, parameters }) {
    const page = readPageRequest(parameters, LIMIT);
    const platformVersion = parameters.readVersion("platform_version");
    parameters.check();
    const { snapshot, previous, reason, counts, rows } = await readChanges(lookup.snapshot);
    const wanted = rows.filter(
      (row) => platformVersion === undefined || row.platform_version === platformVersion,
    );
    const { rows: changes, total } = cutPage(wanted, page);
    return { body: { snapshot, previous, reason, counts, changes }, page: { ...page, total } };
  },
};

/** Readers of feeds are given no more. */
const MOST_ENTRIES = 500;

const TITLES = { added: "New", removed: "Gone", updated: "Updated" } as const;

export const changesFeedRoute: Route = {
  path: "/v1/changes.atom",
  async answer({ lookup, parameters }) {
    const platformVersion = parameters.readVersion("platform_version");
    parameters.check();
    const changes = await readChanges(lookup.snapshot);
    const entries = changes.rows
      .filter((row) => platformVersion === undefined || row.platform_version === platformVersion)
      .slice(0, MOST_ENTRIES)
      .map((row) => toFeedEntry(row, changes));
    const feed = {
      title: "Changes of modules",
      id: "urn:module-lookup:changes",
      updated: new Date(changes.writtenMs),
      self: "/v1/changes.atom",
      entries,
    };
    return { text: renderFeed(feed), contentType: ATOM_CONTENT_TYPE };
  },
};

function toFeedEntry(row: ChangeRow, { snapshot, writtenMs }: ChangesSince): FeedEntry {
  const { change, technical_name, platform_version, organization, repository } = row;
  const parts = [organization, repository, platform_version, technical_name];
  const place = parts.map(encodeURIComponent).join(":");
  const query = new URLSearchParams({ org: organization, repo: repository }).toString();
  const path = [technical_name, platform_version].map(encodeURIComponent).join("/");
  const changes = row.changes.map(({ key, from, to }) => `${key}: ${String(from)} → ${String(to)}`);
  return {
    title: `${TITLES[change]}: ${technical_name} ${platform_version} (${organization}/${repository})`,
    id: `urn:module-lookup:${snapshot}:${change}:${place}`,
    updated: new Date(writtenMs),
    href: change === "removed" ? "/v1/changes" : `/v1/module/${path}?${query}`,
    summary: changes.length === 0 ? `${row.name}, version ${row.version}` : changes.join("; "),
  };
}
