// Which branches of a repository are read, and what is known of their platform versions before.
import {
  comparePlatformVersions,
  RELEASE_BRANCH,
} from "../../../data/platform/platform-version.js";
import { type BranchRule, toVersionText } from "../branch-rule.js";
import type { Branch } from "./git.js";
import { toNameMatcher } from "../host/name-pattern.js";

export interface ChosenBranch extends Branch {
  /** As its name or its rule tells it, which need not be a platform version; or MANIFEST. */
  readonly versionText: string;
  /** Does a rule say the version, and not the branch's name? */
  readonly isMapped: boolean;
}

/** What was chosen, in numeric order, and the patterns that chose nothing. */
export interface BranchChoice {
  readonly branches: readonly ChosenBranch[];
  readonly unmatched: readonly string[];
}

/**
 * Chooses branches by rules, of which the first that matches a branch tells its version; without rules
 * every branch named like a release (`16.0`), so that `saas-17.4` and `master` are read only when they
 * are asked for.
 */
export function chooseBranches(
  all: readonly Branch[],
  rules: readonly BranchRule[] | undefined,
): BranchChoice {
  const matchers = (rules ?? []).map((rule) => {
    const pattern = typeof rule === "string" ? rule : rule.branch;
    return { rule, pattern, matches: toNameMatcher(pattern) };
  });
  const choose = (branch: Branch): readonly ChosenBranch[] => {
    const { name, commit } = branch;
    const rule =
      rules === undefined && RELEASE_BRANCH.test(name)
        ? name
        : matchers.find(({ matches }) => matches(name))?.rule;
    if (rule === undefined) return [];
    return [
      { name, commit, versionText: toVersionText(rule, name), isMapped: typeof rule !== "string" },
    ];
  };
  return {
    branches: all
      .flatMap(choose)
      .toSorted(
        (left, right) =>
          comparePlatformVersions(left.versionText, right.versionText) ||
          comparePlatformVersions(left.name, right.name),
      ),
    unmatched: matchers
      .filter(({ matches }) => !all.some((branch) => matches(branch.name)))
      .map(({ pattern }) => pattern),
  };
}
