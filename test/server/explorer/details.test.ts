// Lines to copy: what is in a manifest stays one word of a shell's line; and what becomes a link.
import { describe, expect, test } from "vitest";
import { formatBytes, isWebAddress, quote } from "../../../server/explorer/page/module/details.js";
import { listPackages } from "../../../server/explorer/page/module/packages.js";
import { chooseMainVersion } from "../../../server/explorer/page/search-lists.js";

describe("a word of a shell's line", () => {
  test.each([
    ["html2text", "html2text"],
    ["lxml==4.9", "lxml==4.9"],
    ["a>=1;python_version<'3'", "'a>=1;python_version<'\\''3'\\'''"],
    ["$(reboot)", "'$(reboot)'"],
    ["-rf", "'-rf'"],
    ["a\nb", "'a\nb'"],
    ["", "''"],
  ])("%j is %s", (word, quoted) => {
    expect(quote(word)).toBe(quoted);
  });
});

test("programs become Debian's packages, each once", () => {
  expect(listPackages(["pdftotext", "pdftoppm", "wkhtmltopdf"])).toEqual([
    "poppler-utils",
    "wkhtmltopdf",
  ]);
});

test("only addresses of the web become links", () => {
  const all = [
    "https://a.b/c?d",
    "javascript:x",
    "www.a.b",
    "https://a b",
    "http://",
    "HTTP://A.B",
  ];
  expect(all.filter(isWebAddress)).toEqual(["https://a.b/c?d", "HTTP://A.B"]);
});

test("sizes are rounded", () => {
  expect([0, 999, 1_500, 2_450_000].map(formatBytes)).toEqual([
    "0 bytes",
    "999 bytes",
    "2 kB",
    "2.5 MB",
  ]);
});

test("filters apply at the newest version that is not only begun", () => {
  const rows = [
    ["8.0", 40],
    ["16.0", 100],
    ["17.0", 60],
    ["18.0", 9],
  ] as const;
  const versions = rows.map(([platform_version, modules]) => ({
    platform_version,
    modules: 100,
    entries: 100,
    repositories: 1,
    installable: { modules, entries: modules, repositories: 1 },
  }));
  expect(chooseMainVersion(versions)).toBe("17.0");
  expect(chooseMainVersion([])).toBe("");
});
