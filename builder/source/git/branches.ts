// Which branches of a repository are read. A branch is the platform version of what it carries.
import { comparePlatformVersions, RELEASE_BRANCH } from "../../../data/platform-version.js";
import type { Branch } from "./git.js";
import { toNameMatcher } from "../host/name-pattern.js";

/** What was chosen, in numeric order, and the patterns that chose nothing. */
export interface BranchChoice {
  readonly branches: readonly Branch[];
  readonly unmatched: readonly string[];
}

/**
 * Chooses branches by exact names or globs; without patterns every branch named like a release
 * (`16.0`), so that `saas-17.4` and `master` are read only when they are asked for.
 */
export function chooseBranches(
  all: readonly Branch[],
  patterns: readonly string[] | undefined,
): BranchChoice {
  const matchers = (patterns ?? []).map((pattern) => ({
    pattern,
    matches: toNameMatcher(pattern),
  }));
  const branches = all.filter((branch) =>
    patterns === undefined
      ? RELEASE_BRANCH.test(branch.name)
      : matchers.some(({ matches }) => matches(branch.name)),
  );
  return {
    branches: branches.toSorted((left, right) => comparePlatformVersions(left.name, right.name)),
    unmatched: matchers
      .filter(({ matches }) => !all.some((branch) => matches(branch.name)))
      .map(({ pattern }) => pattern),
  };
}
