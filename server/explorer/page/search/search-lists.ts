// Lists of the search page: platform versions, repositories, categories, licences and degrees of
// maturity.
import type { NamedCounts, RepositoryRow, VersionRow } from "../../../contract/shape/browse.js";
import type { Overview } from "../../../contract/shape/service.js";
import type { Ask } from "../../../routes/ask.js";
import { SORTS, type FilterName } from "../../shared/search-state.js";

export interface SearchLists {
  readonly versions: readonly VersionRow[];
  readonly repositories: readonly RepositoryRow[];
  readonly categories: readonly NamedCounts[];
  /** Version for filters until one is chosen. */
  readonly mainVersion: string;
  readonly overview: Overview["snapshot"];
  readonly filters: readonly Filter[];
}

export interface Filter {
  readonly name: FilterName;
  readonly title: string;
  readonly values: readonly string[];
  /** Name of the empty value. */
  readonly open?: string;
}

/** Values of a chip; rarer ones can be typed. */
const MOST_CHOICES = 100;

/** Values that the platform allows; the interface has no list of the present ones. */
export const MATURITIES = ["Alpha", "Beta", "Production/Stable", "Mature"];

/** Every platform version of the index, oldest first. */
export async function readVersions(ask: Ask): Promise<readonly VersionRow[]> {
  const { body } = await ask("/v1/{kind}", { kind: "versions", limit: 500 });
  return body.filter((row) => "platform_version" in row);
}

async function readNames(
  ask: Ask,
  kind: "categories" | "licenses",
): Promise<readonly NamedCounts[]> {
  const { body } = await ask("/v1/{kind}", { kind, limit: 500 });
  return body.filter((row) => "name" in row);
}

export async function readLists(ask: Ask): Promise<SearchLists> {
  const versions = await readVersions(ask);
  const { body: rows } = await ask("/v1/{kind}", { kind: "repos", limit: 500 });
  const listed = rows.filter((row) => "repository" in row);
  const repositories = listed.filter(({ modules }) => modules > 0);
  const categories = await readNames(ask, "categories");
  const licenses = await readNames(ask, "licenses");
  const { body: overview } = await ask("/v1", {});
  return {
    versions,
    repositories,
    categories,
    mainVersion: chooseMainVersion(versions),
    overview: overview.snapshot,
    filters: [
      {
        name: "platform_version",
        title: "Version",
        values: versions.map((row) => row.platform_version).toReversed(),
      },
      {
        name: "repository",
        title: "Repository",
        values: repositories.map((row) => `${row.organization}/${row.repository}`),
      },
      {
        name: "category",
        title: "Category",
        values: categories
          .slice(0, MOST_CHOICES)
          .map(({ name }) => name)
          .toSorted(),
      },
      {
        name: "license",
        title: "Licence",
        values: licenses.slice(0, MOST_CHOICES).map(({ name }) => name),
      },
      { name: "maturity", title: "Maturity", values: MATURITIES },
      { name: "installable", title: "Installable", values: ["yes", "no"] },
      { name: "author", title: "Author", values: [] },
      { name: "kind", title: "Kind", values: [] },
      { name: "sort", title: "Order", values: Object.keys(SORTS), open: "best match" },
    ],
  };
}

/** The newest that has half as many installable modules as the largest: newer ones are only begun. */
export function chooseMainVersion(versions: readonly VersionRow[]): string {
  const most = Math.max(0, ...versions.map(({ installable }) => installable.modules));
  const main = versions.findLast(({ installable }) => installable.modules * 2 >= most);
  return main?.platform_version ?? "";
}
