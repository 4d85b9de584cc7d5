// Lineage of a name that Odoo has later.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Snapshot } from "../../../../data/snapshot/decode.js";
import { createStatuses } from "../../../../server/compare/migration/status.js";
import { createContents, createRecord } from "../../../support/module-records.js";
import { openContents } from "../../../support/written-snapshot.js";
import { openParsedModules } from "../../../support/world.js";
import { makeTemporaryFolder } from "../../../support/temporary-folder.js";

const out = makeTemporaryFolder();
let snapshot: Snapshot;

const module = { "__manifest__.py": "{'name': 'X', 'depends': []}" };

/** Odoo has l10n_eu_oss since 15.0 and project_stock since 18.0; OpenUpgrade says that those of others have other names then. */
beforeAll(async () => {
  snapshot = await openParsedModules(out, {
    "l10n_eu_oss 14.0": module,
    "project_stock 14.0": module,
    "hr_livechat 14.0": module,
    "l10n_eu_oss_oca 16.0": module,
    "l10n_eu_oss 16.0": module,
    "hr_livechat 18.0": module,
    "project_stock 18.0": module,
  });
});

afterAll(() => snapshot.close());

test.each([
  ["l10n_eu_oss", "16.0", "renamed l10n_eu_oss_oca"],
  ["l10n_eu_oss", "18.0", "to_port"],
  ["project_stock", "18.0", "to_port"],
  ["hr_livechat", "18.0", "in_core hr_livechat"],
])("of %s at %s: %s", (name, to, expected) => {
  const { state, targets } = createStatuses(snapshot, { from: "14.0", to, modules: [name] })(name);
  expect([state, ...targets.map((target) => target.name)].join(" ")).toBe(expected);
});

test("of a name that is in use at the version to leave, a rename before it says nothing", async () => {
  const place = { organization: "acme", repository: "sales" };
  const from = { ...place, technicalName: "sale_usability", platformVersion: "9.0" };
  const to = { ...place, technicalName: "sale_ux", platformVersion: "11.0" };
  const evidence = { commits: 2, sharedCommits: 2, files: 2, sharedFiles: 2, move: null };
  const records = ["sale_usability 9.0", "sale_ux 11.0", "sale_ux 16.0"].map((one) => {
    const [technical_name = "", platform_version = ""] = one.split(" ");
    return createRecord({ technical_name, platform_version });
  });
  const lineage = [{ kind: "renamed" as const, from, to, evidence }];
  const renamed = await openContents(createContents(records, { lineage }), makeTemporaryFolder());
  const decide = (version: string) =>
    createStatuses(renamed, { from: version, to: "16.0", modules: [] })("sale_usability");
  expect(decide("9.0")).toMatchObject({ state: "renamed", targets: [{ name: "sale_ux" }] });
  expect(decide("12.0")).toMatchObject({ state: "unknown", steps: [], targets: [] });
  renamed.close();
});
