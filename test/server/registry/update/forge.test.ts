// Pages of a repository at its forge.
import { expect, test } from "vitest";
import {
  findCommitLink,
  findCompareLink,
  findPullRequestLink,
} from "../../../../server/registry/update/forge.js";

test.each([
  ["https://github.com/acme/tools.git", "", "commit/abc", "pull/7"],
  ["git@gitlab.example.org:acme/deep/tools.git", "-/", "commit/abc", "merge_requests/7"],
  ["https://codeberg.org/acme/tools", "", "commit/abc", "pulls/7"],
  ["ssh://git@gitea.example.org/acme/tools.git", "", "commit/abc", "pulls/7"],
  ["https://bitbucket.org/acme/tools", "", "commits/abc", "pull-requests/7"],
])("%s has pages of commits and pull requests", (git, prefix, commit, request) => {
  const base = git
    .replace("git@gitlab.example.org:", "https://gitlab.example.org/")
    .replace("ssh://git@", "https://")
    .replace(/\.git$/, "");
  expect(findCommitLink(git, "abc")).toBe(`${base}/${prefix}${commit}`);
  expect(findPullRequestLink(git, 7)).toBe(`${base}/${prefix}${request}`);
});

test("a forge that is not known has none, and no repository", () => {
  for (const git of ["https://git.example.org/acme/tools.git", "/srv/tools.git"]) {
    expect(findCommitLink(git, "abc")).toBeUndefined();
    expect(findPullRequestLink(git, 7)).toBeUndefined();
    expect(findCompareLink(git, "abc", "def")).toBeUndefined();
  }
});
