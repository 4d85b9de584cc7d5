// Which branch of a repository is for which platform version.
import { comparePlatformVersions } from "../../data/platform-version.js";
import { deriveOnce } from "./derived.js";

/**
 * The branches that were read, by their platform versions in numeric order: of each repository, by its
 * number.
 */
export const getBranches = deriveOnce(
  ({ repositories, entry: { sources } }): readonly Readonly<Record<string, string>>[] =>
    repositories.map(({ organization, repository }) => {
      const source = sources.find(
        (one) => one.organization === organization && one.repository === repository,
      );
      const rows = source?.branches.toSorted((left, right) =>
        comparePlatformVersions(left.platform_version, right.platform_version),
      );
      return Object.fromEntries(rows?.map((row) => [row.platform_version, row.branch]) ?? []);
    }),
);
