// Replacements of modules that nobody ported, with evidence: real repositories, built and asked.
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSnapshot, type Snapshot } from "../../../../data/snapshot/decode.js";
import { reportMigration } from "../../../../server/compare/migration/report.js";
import { build } from "../../../support/builds.js";
import type { CommitPlan } from "../../../support/git-repository.js";
import { makeTemporaryFolder } from "../../../support/temporary-folder.js";
import { makeSources } from "../../../support/world.js";

const root = makeTemporaryFolder();
let snapshot: Snapshot;

const manifest = (depends: string): string => `{"name": "X", "depends": [${depends}]}`;

const model = (text: string): Readonly<Record<string, string>> => ({
  "__init__.py": "from . import thing",
  "thing.py": `from odoo import fields, models\n${text}`,
});

function add(name: string, files: Readonly<Record<string, string>> = {}): CommitPlan {
  const all = { "__manifest__.py": manifest(""), ...files };
  return {
    subject: `Add ${name}`,
    seconds: 1000,
    files: Object.fromEntries(
      Object.entries(all).map(([file, text]) => [`${name}/${file}`, text] as const),
    ),
  };
}

const PARKING = `class Lot(models.Model):
    _name = "parking.lot"
    name = fields.Char()
`;
const BASE = `class Rental(models.Model):
    _name = "rental"
    name = fields.Char()
`;
const COLOURS = `class Rental(models.Model):
    _inherit = "rental"
    name = fields.Char(required=True)
    paint = fields.Char()
    gloss = fields.Char()
    shade = fields.Char()
`;

const OLD: readonly CommitPlan[] = [
  add("rental", model(BASE)),
  add("file_store"),
  add("visitor_pass"),
  add("parking_lots", model(PARKING)),
  add("rental_paint", {
    ...model(COLOURS),
    "__manifest__.py": `{"name": "X", "depends": ["rental"], "maintainers": ["painter"]}`,
  }),
  {
    subject: "[MIG] rental_paint: Migration to 16.0",
    seconds: 1500,
    files: { "rental_paint/more.py": "" },
  },
  add(
    "rental_name",
    model('class R(models.Model):\n    _inherit = "rental"\n    name = fields.Text()\n'),
  ),
  add("comes_back"),
];

const NEW: readonly CommitPlan[] = [
  add("rental", {
    ...model(BASE),
    "__manifest__.py": `{"name": "X", "depends": [], "maintainers": ["renter"]}`,
  }),
  {
    subject: "[MIG] rental: Migration to 17.0",
    author: "Ben Porter",
    seconds: 1500,
    files: { "rental/more.py": "" },
  },
  add("fs_store", {
    "readme/DESCRIPTION.md":
      "# Files\n\nIt is a drop-in replacement for the\n**file_store** addon.\n",
  }),
  add("needs_store", {
    "__manifest__.py": manifest('"file_store"'),
    "README.md": "This module replaces file_store.",
  }),
  add("partner_badge"),
  add("visitor_pass"),
  {
    subject: "[REM] visitor_pass: Replaced by partner_badge (in acme/tools)",
    seconds: 2000,
    remove: "visitor_pass",
  },
  add("garage", model(PARKING)),
  add("rental_colour", model(COLOURS)),
];

beforeAll(async () => {
  const sources = Object.values(
    makeSources(root, { tools: { "16.0": OLD, "17.0": NEW } }, { host: "https://github.com" }),
  );
  const { folder } = await build(sources, { out: path.join(root, "out") });
  snapshot = openSnapshot(folder);
}, 60_000);

afterAll(() => snapshot.close());

test("texts, commits, models and fields tell it, each with where; the state stays", async () => {
  const modules = OLD.flatMap(({ subject = "" }) => /^Add (.*)/.exec(subject)?.[1] ?? []);
  const report = await reportMigration(snapshot, { from: "16.0", to: "17.0", modules });
  const found = report.modules.flatMap(({ technical_name: name, state, replaced_by: others }) =>
    others.map((one) => [
      `${name} ${state} > ${one.technical_name} ${one.platform_version} ${one.confidence}`,
      ...one.evidence.map(({ kind, says }) => `${kind}: ${says}`),
    ]),
  );
  expect(found).toEqual([
    [
      "file_store to_port > fs_store 17.0 stated",
      "text: It is a drop-in replacement for the file_store addon.",
    ],
    ["parking_lots to_port > garage 17.0 likely", "models: 1 of its 1 models: parking.lot"],
    [
      "rental_paint to_port > rental_colour 17.0 likely",
      "fields: 3 of its 4 fields: rental.paint, rental.gloss, rental.shade",
    ],
    [
      "visitor_pass to_port > partner_badge 17.0 stated",
      "commit: [REM] visitor_pass: Replaced by partner_badge (in acme/tools)",
    ],
  ]);
  const row = report.modules.find(({ technical_name: name }) => name === "file_store");
  expect(row?.replaced_by[0]?.evidence[0]).toMatchObject({
    path: "fs_store/readme/DESCRIPTION.md",
    line: 3,
    url: expect.stringMatching(/fs_store\/readme\/DESCRIPTION\.md#L3$/) as string,
  });
});

test("what is there and needs what is not is waiting, and says for what", async () => {
  const report = await reportMigration(snapshot, {
    from: "16.0",
    to: "17.0",
    modules: ["needs_store"],
  });
  expect(report.modules).toMatchObject([
    { technical_name: "needs_store", state: "waiting", blocked_by: ["file_store"] },
    { technical_name: "file_store", state: "to_port" },
  ]);
  expect(report.counts).toMatchObject({ waiting: 1, ported: 0, to_port: 1 });
});

test("whom to ask is told of what is to be ported", async () => {
  const modules = ["rental_paint", "rental"];
  const report = await reportMigration(snapshot, { from: "16.0", to: "17.0", modules });
  const [ported, row] = report.modules;
  expect(ported?.people).toBeNull();
  expect(row?.people).toMatchObject({
    maintainers: ["painter"],
    ports: [{ author: "Ann Author", subject: "[MIG] rental_paint: Migration to 16.0" }],
    neighbours: [
      { name: "renter", ported: 0, maintains: ["rental"] },
      { name: "Ben Porter", ported: 1, maintains: [] },
    ],
  });
});
