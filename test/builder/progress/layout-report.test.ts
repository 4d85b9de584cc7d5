// Report of a build on submodules: the address of each, and that it is a source of its own.
import { expect, test } from "vitest";
import { describeLayouts } from "../../../builder/progress/layout-report.js";

const place = {
  organization: "acme",
  repository: "shop",
  branch: "17.0",
  platform_version: "17.0",
};

function describe(git: string, addresses: readonly string[]): string {
  const row = { ...place, git, branches: [], faults: [] };
  const known = { ...row, repository: "known", git: "https://git.example.org/acme/known.git" };
  const diagnostics = addresses.map((address, at) => ({
    ...place,
    code: "submodule_not_read",
    path: `src/${at}`,
    line: 1,
    detail: `${address} at 0123abc`,
  }));
  return describeLayouts([
    { row, diagnostics },
    { row: known, diagnostics: [] },
  ]).join(" ");
}

test.each([
  ["https://git.example.org/acme/shop.git", "../web", "https://git.example.org/acme/web"],
  ["https://git.example.org/acme/shop", "../../oca/web.git", "https://git.example.org/oca/web.git"],
  [
    "https://git.example.org/acme/shop.git",
    "git@other.example:a/b.git",
    "git@other.example:a/b.git",
  ],
  ["git@git.example.org:acme/shop.git", "../web", "../web"],
])("in %s the submodule %s is %s", (git, address, told) => {
  expect(describe(git, [address])).toBe(
    `acme/shop 17.0: 1 submodule not read, each a source of its own in the sources file: src/0 (${told} at 0123abc)`,
  );
});

test("one that is a source is not told, however its address is written", () => {
  for (const address of ["../known", "../known.git", "git@git.example.org:acme/known.git"])
    expect(describe("https://git.example.org/acme/shop.git", [address])).toBe("");
});
