// /v1/repos, /v1/versions, /v1/categories, /v1/authors: lists to browse.
import type { Operation, ResourceDescription, Tag } from "./operation.js";
import { describeLimit, OFFSET } from "./parameters.js";
import { count, listOf, mapOf, object, ref, text } from "./schema.js";

function describeList(
  operationId: string,
  list: {
    readonly tag: Tag;
    readonly summary: string;
    readonly order: string;
    readonly row: string;
  },
): Operation {
  return {
    operationId,
    tag: list.tag,
    summary: list.summary,
    description: `${list.order} With the number of modules and entries of each.`,
    parameters: [describeLimit(100, 500), OFFSET],
    answer: {
      description: "The rows.",
      content: { "application/json": listOf(ref(list.row)) },
      isPaged: true,
    },
    problems: ["invalid_parameters"],
  };
}

const counts = {
  modules: count("Distinct technical names."),
  entries: count("Modules by platform version and repository."),
  platform_versions: mapOf(count(), "Entries by platform version, in numeric order."),
};

export const browseDescription: ResourceDescription = {
  operations: {
    "/v1/repos": describeList("listRepositories", {
      tag: "repositories",
      summary: "All repositories",
      order: "By organization and name; one that has no module is there too.",
      row: "RepositoryRow",
    }),
    "/v1/versions": describeList("listVersions", {
      tag: "modules",
      summary: "All platform versions",
      order: "In numeric order.",
      row: "VersionRow",
    }),
    "/v1/categories": describeList("listCategories", {
      tag: "modules",
      summary: "All categories",
      order: "As manifests have them, those of most modules first, then by name.",
      row: "NamedCounts",
    }),
    "/v1/authors": describeList("listAuthors", {
      tag: "modules",
      summary: "All authors",
      order: "As manifests name them, those of most modules first, then by name.",
      row: "NamedCounts",
    }),
  },
  schemas: {
    RepositoryRow: object({
      organization: text(),
      repository: text(),
      git: text("Clone address."),
      ...counts,
    }),
    VersionRow: object({
      platform_version: text(),
      modules: counts.modules,
      entries: counts.entries,
      repositories: count("Repositories that have a module at it."),
    }),
    NamedCounts: object({ name: text(), ...counts }),
  },
};
