// Copies without a common state: changed ones of a work, and other works of its name.
import { expect, test } from "vitest";
import type { ModuleRecord } from "../../../../data/module/records.js";
import { openSnapshot } from "../../../../data/snapshot/decode.js";
import { findCopyOf } from "../../../../server/lookup/dependency/copies.js";
import { findEntriesByName } from "../../../../server/lookup/entries.js";
import { createRecord } from "../../../support/module-records.js";
import { writeRecords } from "../../../support/written-snapshot.js";

type Changes = Partial<ModuleRecord>;

const OCA = "Odoo Community Association (OCA)";

const defining = (model: string, ...fields: readonly string[]): ModuleRecord["models"] => [
  {
    model_name: model,
    class_name: "Thing",
    inherit_from: [model],
    is_new_model: false,
    docstring: null,
    attrs: { kind: "Model" },
    file: "models.py",
    line: 1,
    fields: fields.map((name) => ({
      name,
      field_type: "Char",
      relation: null,
      line: 2,
      attrs: null,
    })),
    methods: [],
  },
];

async function readState(original: Changes, copy: Changes) {
  const common = { technical_name: "notify", website: "" };
  const records = [
    { ...common, organization: "OCA", trees: ["1"], first_commit_date: "2015-01-01 00:00:00" },
    { ...common, organization: "zeta", trees: ["2"] },
  ].map((record, at) => createRecord({ ...record, ...(at === 0 ? original : copy) }));
  const snapshot = openSnapshot(await writeRecords(records));
  const name = records[0]?.technical_name ?? "";
  const states = (findEntriesByName(snapshot, name) ?? []).flatMap(
    (entry) => findCopyOf(snapshot, entry)?.state ?? [],
  );
  snapshot.close();
  return states.join(" ");
}

test.each<[string, Changes, Changes, string]>([
  ["one firm", { authors: ["Acme SA", OCA] }, { authors: ["ACME, S.A."] }, "changed"],
  ["only the association", { authors: ["Acme", OCA] }, { authors: ["Zeta", OCA] }, "other"],
  [
    "only the maker of Odoo",
    { authors: ["Odoo S.A."] },
    { authors: ["Odoo SA", "OpenERP SA"] },
    "other",
  ],
  [
    "the maker of Odoo, in a module of Odoo",
    { technical_name: "sale", authors: ["Odoo S.A."] },
    { technical_name: "sale", authors: ["Odoo SA"] },
    "changed",
  ],
  ["nothing", { authors: [] }, { authors: [] }, "other"],
  [
    "the repository that their manifests name",
    { authors: [OCA], website: "https://github.com/OCA/web" },
    { authors: [OCA], website: "https://github.com/OCA/web" },
    "changed",
  ],
  [
    "one repository, written in two ways",
    { authors: [OCA], website: "https://github.com/OCA/web" },
    { authors: [OCA], website: "https://github.com/oca/web.git" },
    "changed",
  ],
  [
    "a page of a website",
    { authors: [OCA], website: "https://www.odoo.com/app/website" },
    { authors: [OCA], website: "https://www.odoo.com/app/website" },
    "other",
  ],
  [
    "the website of an organization",
    { authors: [OCA], website: "https://odoo-community.org" },
    { authors: [OCA], website: "https://odoo-community.org" },
    "other",
  ],
  [
    "most of what the smaller one defines",
    { authors: [OCA], models: defining("res.partner", "code", "note", "text") },
    { authors: ["Zeta"], models: defining("res.partner", "code", "note", "text", "most") },
    "changed",
  ],
  [
    "one field alone",
    { authors: [OCA], models: defining("res.partner", "code") },
    { authors: ["Zeta"], models: defining("res.partner", "code", "note") },
    "other",
  ],
  [
    "half of it",
    { authors: [OCA], models: defining("res.partner", "code", "note") },
    { authors: [OCA], models: defining("res.partner", "code", "more", "most") },
    "other",
  ],
  [
    "fields of one name on different models",
    { authors: [OCA], models: defining("product.product", "cost") },
    { authors: [OCA], models: defining("product.template", "cost") },
    "other",
  ],
])("modules of one name that have in common: %s", async (_what, original, copy, expected) => {
  expect(await readState(original, copy)).toBe(expected);
});
