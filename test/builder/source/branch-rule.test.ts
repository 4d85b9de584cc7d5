// Platform versions that rules for branches tell.
import { expect, test } from "vitest";
import { DEFAULT_BRANCH, toVersionText } from "../../../builder/source/branch-rule.js";

const mapping = (branch: string | undefined, platformVersion?: string) => ({
  branch,
  platformVersion,
});

test.each([
  ["17.0", "17.0", "17.0"],
  // A text alone is the name of the version, whatever it is.
  ["main", "main", "main"],
  // The default branch tells a version where its name has a number, in each form of the rule.
  [DEFAULT_BRANCH, "17.0", "17.0"],
  [DEFAULT_BRANCH, "main", ""],
  [mapping(DEFAULT_BRANCH), "17.0", "17.0"],
  [mapping(DEFAULT_BRANCH), "develop", ""],
  [mapping(DEFAULT_BRANCH, "18.0"), "main", "18.0"],
  [mapping(undefined), "17.0", "17.0"],
  [mapping("v*", "*.0"), "v17", "17.0"],
  [{ ...mapping("v*", "*"), addons: ["*"] }, "v17", "*"],
])("the rule %j gives the branch %s the version %j", (rule, name, version) => {
  expect(toVersionText(rule, name)).toBe(version);
});
