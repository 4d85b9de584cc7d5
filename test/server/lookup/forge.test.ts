// Where repositories can be looked at: lines of files on the forges that are known.
import { expect, test } from "vitest";
import { findLineTemplate } from "../../../server/lookup/forge.js";

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
