// Which branch of a repository is for which platform version.
import { comparePlatformVersions } from "../../data/platform/platform-version.js";
import type { Snapshot } from "../../data/snapshot/decode.js";
import { damagedSection } from "../../data/snapshot/errors.js";
import { deriveOnce } from "./derived.js";
import { getPlatformVersion } from "./entries.js";

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

/** The branch that an entry was read from. @throws SnapshotError where its repository has none for its version */
export function getBranch(snapshot: Snapshot, entry: number): string {
  const version = getPlatformVersion(snapshot, entry);
  const branch = getBranches(snapshot)[snapshot.entries.repository.get(entry)]?.[version];
  if (branch === undefined) throw damagedSection("sources", `a branch for ${version}`, "none");
  return branch;
}
