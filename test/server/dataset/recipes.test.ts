// The questions of docs/dataset.md, asked of the demo.
import { beforeAll, describe, expect, test } from "vitest";
import { RECIPES } from "../../../docs/tools/recipes.js";
import { queryDataset, writeSqliteDataset, type DatasetRow } from "./dataset.js";
import { getSharedSnapshot } from "../../support/shared-snapshot.js";
import { writeSmallSnapshot } from "../../support/small-snapshot.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";

let file: string;
let older: string;

beforeAll(async () => {
  file = await writeSqliteDataset(getSharedSnapshot());
  older = await writeSqliteDataset(await writeSmallSnapshot(makeTemporaryFolder()));
});

/** A row for each question that the fixtures were written for. */
const ANSWERS: Readonly<Record<string, DatasetRow>> = {
  "Which modules override a method and do not call super?": {
    technical_name: "gift_card",
    platform_version: "16.0",
    model_name: "gift.card",
  },
  "Which modules have no tests?": {
    technical_name: "mail",
    platform_version: "19.0",
    repository: "northwind-addons/platform-core",
  },
  "Who maintains what I depend on?": {
    technical_name: "rental_core",
    repository: "harbor-works/retail",
    people: "dana",
  },
  "Which Python packages are pinned, and how?": {
    package: "ortools",
    specifier: ">=9.5,<10",
    platform_version: "17.0",
    modules: 1,
    by_whom: "delivery_route",
  },
  "What changed between two snapshots?": {
    technical_name: "vat_check",
    platform_version: "17.0",
    what: "added",
    old_version: null,
    new_version: "1.0.2",
  },
  "What can be installed but needs a module that cannot, at its version?": {
    technical_name: "delivery_route",
    platform_version: "17.0",
    depends_on: "delivery_window",
  },
  "Which access rights are open to everyone?": {
    technical_name: "attendance_kiosk",
    xml_id: "access_attendance_tag_all",
    may_change: 0,
  },
  "Which models do most modules change?": { model_name: "rental.order", modules: 2 },
  "Which fields do several modules define?": {
    model_name: "bank.import.transaction",
    name: "state",
    by_whom: "bank_import_core,bank_reconcile_rules",
  },
  "What has not been touched for long, and is needed by many?": {
    technical_name: "rental_core",
    dependents: 2,
  },
  "Which modules have these words in their texts?": {
    technical_name: "invoice_reminder",
    platform_version: "17.0",
  },
};

describe("questions in SQL", () => {
  test("are those that have an answer here", () => {
    expect(RECIPES.map(({ question }) => question)).toEqual(Object.keys(ANSWERS));
  });

  test.each(RECIPES)("$question", ({ question, sql }) => {
    const rows = queryDataset(file, sql, { older });
    expect(rows).toContainEqual(expect.objectContaining(ANSWERS[question] ?? {}));
  });

  test("tell who has tests", () => {
    const sql = RECIPES.find(({ question }) => question.endsWith("no tests?"))?.sql ?? "";
    const without = queryDataset(file, sql).map((row) => row["technical_name"]);
    expect(without).not.toContain("invoice_reminder");
    expect(queryDataset(file, sql.replace("= 0", "= 1"))).toEqual([
      expect.objectContaining({ technical_name: "invoice_reminder" }),
    ]);
  });

  test("tell of two snapshots what is gone, and nothing of what is the same", async () => {
    const changes = RECIPES.find(({ question }) => question.startsWith("What changed"))?.sql ?? "";
    const back = queryDataset(older, changes, { older: file });
    expect(back).toContainEqual(
      expect.objectContaining({ technical_name: "vat_check", what: "removed", new_version: null }),
    );
    const same = await writeSqliteDataset(getSharedSnapshot());
    expect(queryDataset(file, changes, { older: same })).toEqual([]);
  });
});
