// A version whose rules nobody has read yet: plans and answers about its systems are made by the newest rules, and say so.
import { afterAll, expect, test } from "vitest";
import { reportMigration } from "../../../server/compare/migration/report.js";
import { findUpgrade } from "../../../server/compare/upgrade/find-upgrade.js";
import { layMigration } from "../../../server/contract/shape/migration/report-layout.js";
import { layUpgrade } from "../../../server/contract/shape/migration/upgrade-layout.js";
import { renderTerminal } from "../../../server/faces/terminal.js";
import { getRegistry } from "../../../server/registry/loaded/registry-cache.js";
import { planSystem } from "../../../server/registry/system-cache.js";
import { tellSystem } from "../../../server/routes/system/read-registry.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";
import { openParsedModules } from "../../support/world.js";

const VERSIONS = ["18.0", "19.0", "20.0", "saas-19.2", "master"];
const LOAN = {
  "__manifest__.py": "{'name': 'Loan', 'depends': []}",
  "__init__.py": "from odoo import models\n\nclass Loan(models.Model):\n    _name = 'tool.loan'\n",
};

const snapshot = await openParsedModules(
  makeTemporaryFolder(),
  Object.fromEntries(VERSIONS.map((version) => [`loan ${version}`, LOAN])),
);
afterAll(() => snapshot.close());

test.each(VERSIONS)("a plan of %s says by whose rules it is", (platformVersion) => {
  const isKnown = platformVersion === "18.0" || platformVersion === "19.0";
  const said = { platform_version: platformVersion, ...(!isKnown && { rules_of: "19.0" }) };
  const question = { platformVersion, modules: ["loan"] };
  const { plan } = planSystem(snapshot, question);
  const head = tellSystem(getRegistry(snapshot, question));
  expect(plan).toMatchObject(said);
  expect(head).toMatchObject(said);
  expect(["rules_of" in plan, "rules_of" in head]).toEqual([!isKnown, !isKnown]);
});

test("so are an upgrade to it, and a migration", async () => {
  const modules = ["loan"];
  const says = /Answered by the rules of 19\.0/;
  const upgrade = (to: string) =>
    findUpgrade(
      { from: snapshot, to: snapshot },
      { from: { platformVersion: "18.0", modules }, to: { platformVersion: to, modules } },
    );
  const migrate = (to: string) => reportMigration(snapshot, { from: "18.0", to, modules });
  const [upgraded, migrated] = [await upgrade("20.0"), await migrate("20.0")];
  expect([upgraded.rules_of, migrated.rules_of]).toEqual(["19.0", "19.0"]);
  expect(renderTerminal(layUpgrade(upgraded, { total: undefined }))).toMatch(says);
  expect(renderTerminal(layMigration(migrated))).toMatch(says);
  const known = [await upgrade("19.0"), await migrate("19.0")];
  expect(known.map((one) => "rules_of" in one)).toEqual([false, false]);
});
