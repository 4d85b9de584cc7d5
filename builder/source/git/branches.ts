// Chosen branches of a repository, and their platform versions as far as known.
import {
  comparePlatformVersions,
  isReleaseBranch,
} from "../../../data/platform/platform-version.js";
import { type BranchRule, DEFAULT_BRANCH, toBranchPattern, toVersionText } from "../branch-rule.js";
import type { Branch } from "./git.js";
import { toNameMatcher } from "../host/name-pattern.js";

export interface ChosenBranch extends Branch {
  /** Version by its name or rule, which need not be a platform version; or MANIFEST. */
  readonly versionText: string;
  /** True if a rule gives the version, not the branch's name. */
  readonly isMapped: boolean;
  /** The folders of which this is said. Default: all that are searched. A branch may be chosen several times, with others. */
  readonly addons?: readonly string[];
}

/** Chosen branches, in numeric order, and patterns without a match. */
export interface BranchChoice {
  readonly branches: readonly ChosenBranch[];
  readonly unmatched: readonly string[];
  /** Heads of pull requests, where these are asked for. */
  readonly requests?: readonly RequestHead[];
}

/** Head of a pull request, by its number as name. */
export interface RequestHead extends Branch {
  /**
   * True if the forge holds a trial merge of it, as GitHub does of what is open and without conflicts; `null` where it
   * holds none at all. In three repositories of the community one of 2,827 merged requests has one.
   */
  readonly mergeable: boolean | null;
}

/**
 * Chooses branches by rules, of which the first that matches a branch tells its version, for each list of folders for
 * itself; without rules every branch named like a release (`16.0`), so that `saas-17.4` and `master` are read only when
 * they are asked for.
 */
export function chooseBranches(
  all: readonly Branch[],
  rules: readonly BranchRule[] = [{ branch: undefined, platformVersion: undefined }],
): BranchChoice {
  const matchers = rules.map((rule) => {
    const pattern = toBranchPattern(rule);
    return { rule, pattern, matches: toBranchMatcher(pattern) };
  });
  const choose = (branch: Branch): readonly ChosenBranch[] => {
    const { name, commit } = branch;
    const chosen = new Map<string, ChosenBranch>();
    for (const { rule } of matchers.filter(({ matches }) => matches(branch))) {
      const { addons, platformVersion } = typeof rule === "string" ? NOTHING_SAID : rule;
      const isMapped = platformVersion !== undefined;
      const version = { versionText: toVersionText(rule, name), isMapped };
      const key = JSON.stringify(addons);
      if (chosen.has(key)) continue;
      chosen.set(key, { name, commit, ...version, ...(addons === undefined ? {} : { addons }) });
    }
    return [...chosen.values()];
  };
  const unmatched = matchers.flatMap(({ pattern, matches }) =>
    pattern === undefined || all.some(matches) ? [] : [pattern],
  );
  return {
    branches: all
      .flatMap(choose)
      .toSorted(
        (left, right) =>
          comparePlatformVersions(left.versionText, right.versionText) ||
          comparePlatformVersions(left.name, right.name),
      ),
    unmatched: [...new Set(unmatched)],
  };
}

const NOTHING_SAID = { platformVersion: undefined, addons: undefined };

function toBranchMatcher(pattern: string | undefined): (branch: Branch) => boolean {
  if (pattern === undefined) return ({ name }) => isReleaseBranch(name);
  if (pattern === DEFAULT_BRANCH) return ({ isDefault }) => isDefault === true;
  const matches = toNameMatcher(pattern);
  return ({ name }) => matches(name);
}
