// Modules of one name in several hands: which of them a row of OpenUpgrade's lists is about.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Snapshot } from "../../../../data/snapshot/decode.js";
import { coverNames } from "../../../../server/compare/diff/coverage.js";
import { createStatuses } from "../../../../server/compare/migration/status.js";
import { findLineage } from "../../../../server/lookup/lineage/lineage.js";
import { findSuccessors } from "../../../../server/lookup/lineage/successors.js";
import { createModuleNames } from "../../../../server/registry/api/names.js";
import { createContents, createRecord } from "../../../support/module-records.js";
import { makeTemporaryFolder } from "../../../support/temporary-folder.js";
import { openContents } from "../../../support/written-snapshot.js";

/** Names of OpenUpgrade's list for 16.0. The first was Odoo's from 13.0 to 15.0, the others are the OCA's. */
const COUPON = "website_sale_coupon";
const WIZARD = "website_sale_coupon_selection_wizard";
const PAGE = "website_sale_coupon_page";
const SHEET = "account_statement_import_txt_xlsx";

const OCA = "https://github.com/OCA";

const toRecord = (place: string, website = "https://example.org") => {
  const [organization = "", technical_name = "", platform_version = ""] = place.split(" ");
  const git = `https://github.com/${organization}/tools.git`;
  const own = { organization, repository: "tools", git, website };
  return createRecord({ technical_name, platform_version, ...own });
};

const out = makeTemporaryFolder();
let snapshot: Snapshot;

beforeAll(async () => {
  const records = [
    toRecord(`acme ${COUPON} 12.0`),
    toRecord("odoo website_sale_loyalty 16.0"),
    toRecord(`OCA ${WIZARD} 14.0`),
    toRecord(`acme ${WIZARD} 15.0`),
    toRecord("OCA website_sale_loyalty_suggestion_wizard 16.0"),
    toRecord(`acme ${SHEET} 16.0`, `${OCA}/tools`),
    toRecord("OCA account_statement_import_sheet_file 16.0"),
    toRecord("OCA account_statement_import_sheet_file 17.0"),
    toRecord(`acme ${PAGE} 16.0`),
    toRecord("OCA website_sale_loyalty_page 16.0"),
    toRecord("OCA website_sale_loyalty_page 17.0"),
    toRecord("acme mrp_bom_cost 10.0"),
    toRecord("acme stays 16.0"),
    toRecord("acme stays 17.0"),
  ];
  snapshot = await openContents(createContents(records), out);
});

afterAll(() => snapshot.close());

/** `acme first 16.0 > acme second 17.0: renamed` */
function outline(name: string): readonly string[] {
  const outcome = findLineage(snapshot, name);
  if (!outcome.found) return [outcome.reason];
  return outcome.value.steps.map(({ kind, from, to }) => {
    const [before, after] = [from, to].map((one) =>
      [one.organization ?? "?", one.technical_name ?? "nothing", one.platform_version].join(" "),
    );
    return `${before} > ${after}: ${kind}`;
  });
}

/** The names that a migration, a plan, coverage and an upgrade lead to. */
function follow(name: string, from: string, to: string): readonly string[] {
  const versions = { from, to };
  const { state, targets } = createStatuses(snapshot, { ...versions, modules: [name] })(name);
  const covered = coverNames(snapshot, [name], versions);
  const rows = covered.found ? covered.value.modules : [];
  return [
    [state, ...targets.map((target) => target.name)].join(" "),
    findSuccessors(snapshot, name, to)
      .map((one) => one.technical_name)
      .join(" "),
    rows.flatMap((row) => row.successors.map((one) => one.technical_name)).join(" "),
    createModuleNames(
      snapshot,
      versions,
      (one) => !one.startsWith("website_sale_coupon") && one !== SHEET,
    ).toModule(name),
  ];
}

describe("a row about Odoo's module", () => {
  test("says nothing of somebody else's that had the name before Odoo", () => {
    expect(outline(COUPON)).toEqual([
      `acme ${COUPON} 12.0 > ? nothing 15.0: gone`,
      `? ${COUPON} 15.0 > odoo website_sale_loyalty 16.0: renamed`,
    ]);
    expect(follow(COUPON, "12.0", "16.0")).toEqual(["to_port", "", "", COUPON]);
  });

  test("is about Odoo's where Odoo has the name, indexed or not", () => {
    const decide = createStatuses(snapshot, { from: "15.0", to: "16.0", modules: [COUPON] });
    expect(decide(COUPON)).toMatchObject({
      state: "renamed",
      targets: [{ name: "website_sale_loyalty" }],
    });
  });

  test("does not leave a module in Odoo after Odoo's own had another name", () => {
    expect(findSuccessors(snapshot, "mrp_bom_cost", "12.0")).toMatchObject([{ kind: "in_core" }]);
    expect(findSuccessors(snapshot, "mrp_bom_cost", "13.0")).toEqual([]);
  });
});

test("a row about a module of the OCA is of theirs, where somebody else has the name later", () => {
  expect(outline(WIZARD)).toContain(
    `OCA ${WIZARD} 14.0 > OCA website_sale_loyalty_suggestion_wizard 16.0: renamed`,
  );
});

test("a copy that keeps a name is followed to the new one of the original that its manifest names", () => {
  expect(outline(SHEET)).toContain(
    `acme ${SHEET} 16.0 > OCA account_statement_import_sheet_file 17.0: renamed`,
  );
  const name = "account_statement_import_sheet_file";
  expect(follow(SHEET, "16.0", "17.0")).toEqual([`renamed ${name}`, name, name, name]);
  // Another module of such a name is not.
  expect(outline(PAGE)).toContain(`acme ${PAGE} 16.0 > ? nothing 17.0: gone`);
  expect(follow(PAGE, "16.0", "17.0")).toEqual(["to_port", "", "", PAGE]);
});
