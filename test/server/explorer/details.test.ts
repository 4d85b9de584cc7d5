// Lines to copy: what is in a manifest stays one word of a shell's line; and what becomes a link.
import { describe, expect, test } from "vitest";
import { isWebAddress, renderDetails } from "../../../server/explorer/page/module/details.js";
import { formatBytes } from "../../../server/faces/cells.js";
import {
  findPipLine,
  listPackages,
  quote,
  toStartLine,
} from "../../../server/contract/browser/shell-lines.js";
import type { Plan } from "../../../server/contract/shape/system/plan.js";
import { chooseMainVersion } from "../../../server/explorer/page/search/search-lists.js";
import { createRecord } from "../../support/module-records.js";

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

const toPlan = (folder: string): Pick<Plan, "repositories" | "addons_path" | "python"> => ({
  repositories: [
    {
      organization: "odoo",
      repository: "odoo",
      git: "https://example.org/odoo.git",
      branch: "17.0",
      commit: "0".repeat(40),
      checkout: "odoo",
      on_addons_path: true,
      folders: [folder],
    },
  ],
  addons_path: ["odoo/addons"],
  python: [],
});

describe("a checkout of Odoo", () => {
  test("is started, with what it requires", () => {
    const plan = { ...toPlan("odoo/addons/base"), platform_indexed: true };
    expect(toStartLine(plan, { install: ["sale"] })).toBe(
      "odoo/odoo-bin -d DATABASE -i sale --addons-path=odoo/addons --stop-after-init",
    );
    expect(findPipLine(plan)).toBe("pip install -r odoo/requirements.txt");
  });

  test("elsewhere has its own program and packages", () => {
    const plan = { ...toPlan("base"), platform_indexed: true };
    expect(toStartLine(plan, {})).toBe(
      "odoo -d DATABASE --addons-path=odoo/addons --stop-after-init",
    );
    expect(findPipLine(plan)).toBeUndefined();
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

const IDENTITY = {
  license_spdx: "LGPL-3.0-only",
  purl: "pkg:github/acme/sales@0123#sale_extra",
  distribution_purl: null,
};

describe("the details of a module", () => {
  test("say who develops and who translates it, and when its code last changed", () => {
    const { text: page } = renderDetails({
      ...createRecord({
        update_date: "2024-05-06 07:08:09",
        last_code_change: "2023-01-02 03:04:05",
        committers: ["Ann", "Bob", "Cia"],
        developers: ["Ann"],
        translators: ["Bob", "Cia"],
        branch: "main",
      }),
      ...IDENTITY,
      port_requests: [],
      line_url: null,
      forge: null,
      unresolved: [],
      copy_of: null,
    });
    expect(page).toContain('<time datetime="2024-05-06T07:08:09Z">2024-05-06</time>');
    expect(page).toContain('<time datetime="2023-01-02T03:04:05Z">2023-01-02</time>');
    expect(page).toMatch(/1 developer<\/summary>\s*<p>Ann<\/p>/);
    expect(page).toMatch(/2 translators<\/summary>\s*<p>Bob, Cia<\/p>/);
    expect(page).toMatch(/3 committers<\/summary>\s*<p>Ann, Bob, Cia<\/p>/);
    expect(page).toMatch(/<dt>Branch<\/dt>\s*<dd><code>main<\/code><\/dd>/);
  });

  test("leave out what is not known, and a branch that is named like its version", () => {
    const { text: page } = renderDetails({
      ...createRecord({ last_code_change: null, developers: [], translators: [] }),
      ...IDENTITY,
      port_requests: [],
      line_url: null,
      forge: null,
      unresolved: [],
      copy_of: null,
    });
    for (const absent of ["Last code change", "developers", "translators", "<dt>Branch</dt>"]) {
      expect(page).not.toContain(absent);
    }
  });
});
