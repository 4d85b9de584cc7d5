// The report of a migration as a table and as Markdown, whatever names and requirements are.
import { inflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import type { ApiUse } from "../../../../../server/contract/shape/api-changes.js";
import type {
  MigrationModule,
  MigrationLocation,
  MigrationReport,
} from "../../../../../server/contract/shape/migration/report.js";
import {
  MIGRATION_FORMATS,
  REPORT_FORMATS,
} from "../../../../../server/routes/text/migration/formats.js";

const PLACE: MigrationLocation = {
  technical_name: "old_name",
  platform_version: "15.0",
  edition: null,
  organization: "acme",
  repository: "tools",
  branch: "15.0",
  version: "1.0.0",
  license: "AGPL-3",
  installable: true,
};

const COMMIT = {
  commit: "0123456789ab",
  url: null,
  author: "Ann",
  date: "2024-01-02 03:04:05",
  subject: "[FIX] it",
};

const RENAMED: MigrationModule = {
  technical_name: "old_name",
  origin: "requested",
  required_by: [],
  replaced_by: [],
  needs_enterprise: [],
  people: null,
  state: "renamed",
  from: PLACE,
  targets: [{ ...PLACE, technical_name: "new_name", platform_version: "17.0", license: "LGPL-3" }],
  steps: [],
  start: null,
  blocked_by: [],
  blocks: 0,
  forge: null,
  carry_over: {
    from: "15.0",
    to: "17.0",
    process: "port_commits",
    no_migration: null,
    commits: 3,
    missing: 2,
    pull_requests: [
      {
        number: null,
        url: null,
        title: null,
        merged: null,
        commits: 1,
        same_content: 0,
        files: 2,
        lines: 34,
        first_commits: [COMMIT],
      },
      {
        number: 7,
        url: null,
        title: "A | B",
        merged: null,
        commits: 2,
        same_content: 1,
        files: 2,
        lines: 34,
        first_commits: [],
      },
    ],
    satellites: 0,
    blacklisted: 0,
  },
  changes: { license: true, python: { added: ['lxml>=4,"x"'], removed: ["a", "b"] } },
  size: {
    models: 1,
    fields: 2,
    methods: 3,
    views: 4,
    bytes: 5,
    code: { python: 6, javascript: 7, xml: 8, tests: 9, migrations: 10 },
  },
  effort: "M",
  api: null,
  patches: null,
  templates: null,
  complete: true,
  not_indexed: [],
  not_indexed_count: 0,
};

const USE: ApiUse = {
  change: "renamed",
  kind: "method",
  model: "sale.order",
  name: "before",
  module: "sale",
  file: "models/sale.py",
  line: 3,
  target: { model: "sale.order", name: "after", modules: ["sale"] },
  details: [],
  evidence: [],
  complete: true,
  not_indexed: [],
  not_indexed_count: 0,
  how: ["overrides"],
  used_in: { file: "models/own.py", line: 7 },
};

const USES: readonly ApiUse[] = [
  USE,
  { ...USE, change: "removed", kind: "field", target: null },
  {
    ...USE,
    change: "moved",
    kind: "model",
    name: null,
    target: { model: "a", name: null, modules: ["b", "c"] },
  },
  { ...USE, change: "changed", details: [{ attribute: "signature", from: "(self)", to: null }] },
];

const HOSTILE = "a|b</td>\n# [x](javascript:1)";

const MODULES: readonly MigrationModule[] = [
  RENAMED,
  {
    ...RENAMED,
    technical_name: HOSTILE,
    state: "blocked",
    from: null,
    targets: [],
    start: { ...PLACE, technical_name: HOSTILE, platform_version: "16.0" },
    blocked_by: ["needed"],
    carry_over: null,
    changes: null,
    size: null,
    effort: null,
    api: USES,
  },
  {
    ...RENAMED,
    technical_name: "sale",
    state: "in_core",
    from: { ...PLACE, edition: "enterprise", organization: null, repository: null, version: null },
    targets: [],
    carry_over: null,
  },
];

const WORK = {
  modules: 1,
  effort: { S: 0, M: 1, L: 0, XL: 0 },
  models: 1,
  fields: 2,
  methods: 3,
  views: 4,
  code: null,
};
const NO_WORK = { ...WORK, modules: 0, effort: { ...WORK.effort, M: 0 } };

const REPORT: MigrationReport = {
  from: "15.0",
  to: "17.0",
  counts: {
    modules: 3,
    requested: 2,
    dependency: 1,
    ported: 0,
    ported_with_commits_missing: 0,
    not_installable: 0,
    renamed: 1,
    moved: 0,
    merged: 0,
    in_core: 1,
    waiting: 0,
    to_port: 0,
    blocked: 1,
    unknown: 0,
    pull_requests: 2,
    commits: 3,
    work: WORK,
  },
  modules: MODULES,
  waves: [["needed"], [HOSTILE]],
  wave_sums: [NO_WORK, WORK],
  cycles: [],
  repositories: [
    {
      organization: "acme",
      repository: "tools",
      from: { branch: "15.0", commit: "a", committed: "2024-01-02 03:04:05" },
      to: null,
    },
  ],
};

test("the table has a line for each module", async () => {
  const { text, contentType } = await MIGRATION_FORMATS.render("csv", REPORT);
  expect(contentType).toBe("text/csv; charset=utf-8");
  const [head = "", ...lines] = text.split("\r\n");
  expect(head.split(",")).toHaveLength(44);
  expect(lines).toEqual([
    'old_name,requested,renamed,,0,,,,,,,,,acme/tools,1.0.0,new_name,acme/tools,1.0.0,,,,,port_commits,15.0,17.0,"#7 A | B (2 commits, 34 lines); 1 commit without a pull request: [FIX] it (34 lines)",3,2,AGPL-3,LGPL-3,"lxml>=4,""x""",a; b,,1,2,3,4,5,6,7,8,9,10,M',
    `"${HOSTILE}",requested,blocked,2,0,needed,,,,,,,,,,,,,"${HOSTILE}",acme/tools,16.0,,,,,,,,,,,,"renamed sale.order#before to sale.order#after; removed sale.order.before; moved sale.order to b, c; changed sale.order#before: signature (self) → none",,,,,,,,,,,`,
    'sale,requested,in_core,,0,,,,,,,,,Odoo Enterprise,,,,,,,,,,,,,,,AGPL-3,,"lxml>=4,""x""",a; b,,1,2,3,4,5,6,7,8,9,10,M',
    "",
  ]);
});

test("the workbook has a sheet for each wave, and texts that are no formulas", async () => {
  const formula = "=SUM(A1)";
  const waiting = { ...RENAMED, technical_name: formula, state: "to_port" } as const;
  const report = { ...REPORT, modules: [...MODULES, waiting], waves: [[formula], [HOSTILE]] };
  const rendered = await REPORT_FORMATS.render("xlsx", report);
  expect(await REPORT_FORMATS.render("xlsx", report)).toEqual(rendered);
  const files = unpackArchive("bytes" in rendered ? rendered.bytes : new Uint8Array());
  for (const text of files.values()) expect(text.startsWith("<?xml")).toBe(true);
  const book = files.get("xl/workbook.xml") ?? "";
  expect([...book.matchAll(/<sheet name="([^"]*)"/g)].map(([, name]) => name)).toEqual([
    "Summary",
    "Wave 1",
    "Wave 2",
    "Commits to port",
    "Other modules",
  ]);
  const wave = files.get("xl/worksheets/sheet2.xml") ?? "";
  expect(wave).toContain(`t="inlineStr" s="2"><is><t xml:space="preserve">${formula}</t>`);
  expect(wave).toContain("<c><v>3</v></c>");
  expect([...files.values()].filter((text) => text.includes("<f>"))).toEqual([]);
  expect(files.get("xl/worksheets/sheet4.xml")).toMatch(/A \| B.*\[FIX\] it/);
});

/** Texts by path, as the list at the end of an archive tells where they are. */
function unpackArchive(bytes: Uint8Array): ReadonlyMap<string, string> {
  const archive = Buffer.from(bytes);
  const end = archive.length - 22;
  expect(archive.readUInt32LE(end)).toBe(0x06054b50);
  const files = new Map<string, string>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const nameLength = archive.readUInt16LE(at + 28);
    const local = archive.readUInt32LE(at + 42);
    const from = local + 30 + archive.readUInt16LE(local + 26);
    const text = inflateRawSync(archive.subarray(from, from + archive.readUInt32LE(at + 20)));
    expect(text).toHaveLength(archive.readUInt32LE(at + 24));
    files.set(archive.toString("latin1", at + 46, at + 46 + nameLength), text.toString("utf8"));
    at += 46 + nameLength;
  }
  return files;
}

test("Markdown has what to do, with no sign of its own out of names", async () => {
  const { text, contentType } = await MIGRATION_FORMATS.render("markdown", REPORT);
  expect(contentType).toBe("text/markdown; charset=utf-8");
  const shown = String.raw`a\|b\</td\> \# \[x\]\(javascript:1\)`;
  expect(text.split("\n")).toEqual([
    "# From 15.0 to 17.0",
    "",
    "2 modules, and 1 that they need.",
    "",
    "| State | Modules |",
    "| --- | --- |",
    "| renamed | 1 |",
    String.raw`| in\_core | 1 |`,
    "| blocked | 1 |",
    "",
    "## What to port, in which order",
    "",
    "1 M (classes: 1, methods: 3, views: 4)",
    "",
    "### Wave 1",
    "",
    "- [ ] needed",
    "",
    "### Wave 2: 1 M (classes: 1, methods: 3, views: 4)",
    "",
    `- [ ] ${shown}`,
    "",
    "## Commits to port",
    "",
    String.raw`- [ ] old\_name, \#7: A \| B (2 commits, 34 lines)`,
    String.raw`- [ ] old\_name, 1 commit without a pull request: \[FIX\] it (34 lines)`,
    "",
    "## renamed",
    "",
    "| Module | Now | Then | Commits | To port | Blocked by | Not indexed |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    String.raw`| old\_name | old\_name of acme/tools 15.0 1.0.0 | new\_name of acme/tools 17.0 1.0.0 | 3 | 2 |  |  |`,
    "",
    String.raw`## in\_core`,
    "",
    "| Module | Now | Then | Commits | To port | Blocked by | Not indexed |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    String.raw`| sale | old\_name of Odoo Enterprise 15.0 |  |  |  |  |  |`,
    "",
    "## blocked",
    "",
    "| Module | Now | Then | Commits | To port | Blocked by | Not indexed |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    `| ${shown} |  | ${shown} of acme/tools 16.0 1.0.0 |  |  | needed |  |`,
    "",
    "## What of the API that they use is another",
    "",
    "| Module | Change | Use | First in |",
    "| --- | --- | --- | --- |",
    ...[
      String.raw`renamed sale.order\#before to sale.order\#after`,
      "removed sale.order.before",
      "moved sale.order to b, c",
      String.raw`changed sale.order\#before: signature \(self\) → none`,
    ].map((change) => `| ${shown} | ${change} | overrides | models/own.py:7 |`),
    "",
    "## What was read",
    "",
    "| Repository | Branch for 15.0 | Branch for 17.0 |",
    "| --- | --- | --- |",
    "| acme/tools | 15.0, 2024-01-02 03:04:05 | none |",
    "",
  ]);
});
