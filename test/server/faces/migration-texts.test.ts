// Migration report as texts, a workbook and for agents, with any names and requirements.
import { inflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import type { ApiUse } from "../../../server/contract/shape/api-changes.js";
import type {
  MigrationModule,
  MigrationLocation,
  MigrationReport,
} from "../../../server/contract/shape/migration/report.js";
import { layMigration } from "../../../server/contract/shape/migration/report-layout.js";
import { toAgentAnswer } from "../../../server/faces/agents.js";
import { renderLayout, type LayoutFormat } from "../../../server/faces/formats.js";

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
  port_requests: [],
  needs_enterprise: [],
  people: null,
  state: "renamed",
  unknown_because: null,
  near: [],
  versions: [],
  from: PLACE,
  targets: [{ ...PLACE, technical_name: "new_name", platform_version: "17.0", license: "LGPL-3" }],
  steps: [],
  start: null,
  blocked_by: [],
  blocks: 0,
  forge: null,
  outdated: null,
  carry_over: {
    from: "15.0",
    to: "17.0",
    process: "port_commits",
    no_migration: null,
    commits: 3,
    missing: 2,
    to_port: 2,
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
  verdict: "to_port",
  ported_dependencies: ["date_range"],
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
    new: 0,
    waiting: 0,
    to_port: 0,
    blocked: 1,
    unknown: 0,
    unknown_names: 0,
    modules_to_port: 1,
    being_ported: 0,
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

async function render(format: LayoutFormat, report = REPORT, width?: number) {
  const rendered = await renderLayout(format, layMigration(report), { width });
  const bytes = "bytes" in rendered ? rendered.bytes : new Uint8Array();
  return { ...rendered, bytes, text: "text" in rendered ? rendered.text : "" };
}

test("the table has a line for each module", async () => {
  const { text, contentType } = await render("csv");
  expect(contentType).toBe("text/csv; charset=utf-8");
  const [head = "", ...lines] = text.split("\r\n");
  const heads = head.split(",");
  expect(new Set(heads).size).toBe(heads.length);
  expect(lines.map((line) => line.slice(0, 60))).toEqual([
    "old_name,requested,renamed,,acme/tools,new_name of acme/tool",
    `"${HOSTILE}",requested,blocked,,,,16.0 of `,
    "sale,requested,in_core,,old_name of Odoo Enterprise,,,,,medi",
    "",
  ]);
  expect(lines[0]).toContain(`,port_commits,15.0,17.0,3,2,#7 A | B; [FIX] it,,AGPL-3,LGPL-3,`);
  expect(lines[0]).toContain(`,"lxml>=4,""x""",a; b,1,2,3,4,5,6,7,8,9,10`);
  expect(lines[1]).toContain(
    "renamed sale.order#before to sale.order#after; removed sale.order.before; moved sale.order to b, c; changed sale.order#before: signature (self) → none",
  );
});

test("the workbook has a sheet for each table, and texts that are no formulas", async () => {
  const formula = "=SUM(A1)";
  const waiting = { ...RENAMED, technical_name: formula, state: "to_port" } as const;
  const report = { ...REPORT, modules: [...MODULES, waiting], waves: [[formula], [HOSTILE]] };
  const { bytes } = await render("xlsx", report);
  expect((await render("xlsx", report)).bytes).toEqual(bytes);
  const files = unpackArchive(bytes);
  for (const text of files.values()) expect(text.startsWith("<?xml")).toBe(true);
  const book = files.get("xl/workbook.xml") ?? "";
  expect([...book.matchAll(/<sheet name="([^"]*)"/g)].map(([, name]) => name)).toEqual([
    "Summary",
    "What to port, in which order",
    "Modules",
    "Pull requests and other commits",
    "Perhaps replaced by other modules".slice(0, 31),
    "API changes to follow",
    "Repositories read",
  ]);
  const modules = files.get("xl/worksheets/sheet3.xml") ?? "";
  expect(modules).toContain(`t="inlineStr" s="2"><is><t xml:space="preserve">${formula}</t>`);
  expect(modules).toContain("<c><v>3</v></c>");
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
  const { text, contentType } = await render("markdown");
  expect(contentType).toBe("text/markdown; charset=utf-8");
  const shown = String.raw`a\|b\</td\> \# \[x\]\(javascript:1\)`;
  const lines = text.split("\n");
  expect(lines.slice(0, 3)).toEqual([
    "# Modules to port",
    "",
    "From 15.0 to 17.0: 1 module and 3 commits to port. 2 modules asked for. Also listed: 1 dependency.",
  ]);
  expect(lines).toContain("- Commits to port: 3");
  expect(lines).toContain(String.raw`- Dependencies ported already: date\_range`);
  expect(lines).toContain(String.raw`- [ ] old\_name, \#7, A \| B, 2, 2, 34`);
  expect(lines).toContain(String.raw`- [ ] old\_name, commits without one, \[FIX\] it, 1, 2, 34`);
  expect(lines).toContain("## To port, after others");
  expect(lines).toContain(`| ${shown} | 16.0 of acme/tools | needed |`);
  for (const change of [
    String.raw`renamed sale.order\#before to sale.order\#after`,
    "removed sale.order.before",
    "moved sale.order to b, c",
    String.raw`changed sale.order\#before: signature \(self\) → none`,
  ]) {
    expect(lines).toContain(`| ${shown} | ${change} | overrides | models/own.py:7 |`);
  }
  expect(lines).toContain("| acme/tools | 15.0 as of 2024-01-02 03:04:05 | none |");
  expect(text).not.toMatch(/<td|\]\(javascript/);
});

test("a terminal has all of it in whatever width it has", async () => {
  const { text } = await render("text", REPORT, 72);
  for (const line of text.split("\n")) expect(line.length).toBeLessThanOrEqual(120);
  const words = text.replaceAll(/\s+/g, "");
  for (const said of ["Renamed:", "new_nameofacme/tools", "Toport,afterothers:", "#7", "A|B"]) {
    expect(words).toContain(said);
  }
});

test("agents get states as codes and no more than they read", () => {
  const told = toAgentAnswer(layMigration(REPORT));
  expect(told).toMatchObject({
    verdict:
      "Modules to port. From 15.0 to 17.0: 1 module and 3 commits to port. 2 modules asked for. Also listed: 1 dependency.",
    requested: 2,
    blocked: 1,
    commits: 3,
    requests: [{ technical_name: "old_name", commits: 2 }, { commits: 1 }],
    modules: [
      { technical_name: "old_name", state: "renamed", targets: ["new_name of acme/tools"] },
      { state: "blocked", blocked_by: ["needed"] },
      { state: "in_core" },
    ],
  });
});
