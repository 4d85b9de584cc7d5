// Links to known forges: commits, pull requests, lines of files.
import { expect, test } from "vitest";
import {
  findCommitLink,
  findCompareLink,
  findForgePages,
  findLineLink,
  findLineTemplate,
  findPullRequestLink,
} from "../../../server/lookup/forge.js";

const COMMIT = "0123456789abcdef0123456789abcdef01234567";

function find(git: string, sourcePath = "sale_x"): string | null {
  return findLineTemplate({ git, commit: COMMIT, source_path: sourcePath });
}

test.each([
  ["https://github.com/OCA/web.git", `https://github.com/OCA/web/blob/${COMMIT}`, "#L{line}"],
  ["git@gitlab.com:me/shop.git", `https://gitlab.com/me/shop/-/blob/${COMMIT}`, "#L{line}"],
  ["https://codeberg.org/me/x", `https://codeberg.org/me/x/src/commit/${COMMIT}`, "#L{line}"],
  ["https://bitbucket.org/me/x", `https://bitbucket.org/me/x/src/${COMMIT}`, "#lines-{line}"],
])("%s", (git, base, end) => {
  expect(find(git)).toBe(`${base}/sale_x/{+file}${end}`);
});

test("a folder is written as addresses are, and that of a whole repository is none", () => {
  const base = `https://github.com/OCA/web/blob/${COMMIT}`;
  expect(find("https://github.com/OCA/web", "my addons/ü{x}")).toBe(
    `${base}/my%20addons/%C3%BC%7Bx%7D/{+file}#L{line}`,
  );
  expect(find("https://github.com/OCA/web", "")).toBe(`${base}/{+file}#L{line}`);
});

test("there is none of a forge that is not known, or of no forge", () => {
  expect(find("https://git.example.com/a/b.git")).toBeNull();
  expect(find("/srv/mirrors/web.git")).toBeNull();
});

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

test("a line of a repository is shown at a commit, whatever its path is", () => {
  const read = { commit: "abc", path: "addons/{line} ü$&/a.py", line: 7 };
  expect(findLineLink({ ...read, git: "https://github.com/OCA/web.git" })).toBe(
    "https://github.com/OCA/web/blob/abc/addons/%7Bline%7D%20%C3%BC%24%26/a.py#L7",
  );
  expect(findLineLink({ ...read, git: "/srv/mirrors/web.git" })).toBeNull();
});

test("a module has pages of its folder, and of issues and pull requests that name it", () => {
  const module = { commit: "abc", source_path: "addons/ü", technical_name: "sale_x" };
  expect(findForgePages({ ...module, git: "https://github.com/OCA/web.git" })).toEqual({
    folder: "https://github.com/OCA/web/tree/abc/addons/%C3%BC",
    commit: "https://github.com/OCA/web/commit/abc",
    issues: "https://github.com/OCA/web/issues?q=is%3Aissue+sale_x",
    pull_requests: "https://github.com/OCA/web/pulls?q=is%3Apr+sale_x",
  });
  expect(findForgePages({ ...module, git: "git@gitlab.com:me/shop.git" })).toMatchObject({
    folder: "https://gitlab.com/me/shop/-/tree/abc/addons/%C3%BC",
    pull_requests: "https://gitlab.com/me/shop/-/merge_requests?search=sale_x",
  });
  expect(findForgePages({ ...module, git: "/srv/mirrors/web.git" })).toBeNull();
});
