// Answers about lineage: real repositories, built and asked.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSnapshot, type Snapshot } from "../../../../data/snapshot/decode.js";
import { locateSnapshot } from "../../../../data/snapshot/locate.js";
import { coverNames } from "../../../../server/compare/diff/coverage.js";
import { findLineage } from "../../../../server/lookup/lineage/lineage.js";
import { findSuccessors } from "../../../../server/lookup/lineage/successors.js";
import { findModuleDetails } from "../../../../server/lookup/module/modules.js";
import { toMissingProblem } from "../../../../server/contract/problem.js";
import type { ModuleAt } from "../../../../server/contract/shape/lineage.js";
import { buildMovedModules } from "./moved-modules.js";
import { makeTemporaryFolder } from "../../../support/temporary-folder.js";

const root = makeTemporaryFolder();

let snapshot: Snapshot;

beforeAll(async () => {
  snapshot = openSnapshot(locateSnapshot(await buildMovedModules(root)));
}, 60_000);

afterAll(() => snapshot.close());

/** `first 16.0 > second 17.0: renamed` */
function outline(name: string): readonly string[] {
  const outcome = findLineage(snapshot, name);
  if (!outcome.found) return [outcome.reason];
  return outcome.value.steps.map(({ kind, from, to }) => `${tell(from)} > ${tell(to)}: ${kind}`);
}

function tell({ technical_name, repository, platform_version }: ModuleAt): string {
  return `${technical_name ?? "nothing"}${repository === null ? "?" : ""} ${platform_version}`;
}

const WAY = ["first 16.0 > second 17.0: renamed", "second 17.0 > whole 18.0: merged"];

describe("the way of a module", () => {
  test("leads from name to name, whichever is asked for", () => {
    expect(outline("first")).toEqual(WAY);
    expect(outline("second")).toEqual(WAY);
    expect(outline("whole")).toEqual([
      WAY[0],
      "whole 16.0 > whole 17.0: same",
      WAY[1],
      "whole 17.0 > whole 18.0: same",
    ]);
  });

  test.each<[string, readonly string[]]>([
    ["stays", ["stays 16.0 > stays 17.0: same", "stays 17.0 > stays 18.0: same"]],
    ["lost", ["lost 16.0 > nothing? 17.0: gone"]],
    ["waiting", ["waiting 16.0 > nothing? 17.0: not_ported"]],
    ["hr_livechat", ["hr_livechat 16.0 > hr_livechat? 17.0: in_core"]],
    // Odoo has account at every version, and here it is at 18.0 alone.
    ["account_sequence", ["account_sequence 16.0 > account? 17.0: merged"]],
    ["base_maintenance_config", ["base_maintenance_config 16.0 > maintenance? 17.0: merged"]],
    ["note", ["note_pad? 15.0 > note? 16.0: merged", "note? 16.0 > project_todo? 17.0: renamed"]],
    // OpenUpgrade's lists mean others of these names.
    [
      "maintenance_plan",
      [
        "maintenance_plan 16.0 > maintenance_plan 17.0: same",
        "maintenance_plan 17.0 > maintenance_plan 18.0: same",
      ],
    ],
    ["repair_calendar_view", []],
    ["__proto__", ["unknown_module"]],
  ])("of %s", (name, steps) => {
    expect(outline(name)).toEqual(steps);
  });

  test("is told with what says so", () => {
    const [step] = getSteps("first");
    expect(step?.evidence).toEqual({
      move_commit: {
        commit: expect.stringMatching(/^[0-9a-f]{12}$/),
        url: expect.stringMatching(/^https:\/\/github\.com\/acme\/tools\/commit\/[0-9a-f]{12}$/),
        organization: "acme",
        repository: "tools",
        branch: "17.0",
        subject: "[REN] first to second",
        deleted_files: 3,
        added_files: 3,
        same_paths: 3,
        same_files: 3,
      },
      commits: { shared: 0, of: 0 },
      files: { shared: 3, of: 3 },
      openupgrade: null,
    });
    const [told] = getSteps("base_maintenance_config");
    expect(told?.evidence).toEqual({
      move_commit: null,
      commits: null,
      files: null,
      openupgrade: { kind: "merged", platform_version: "17.0" },
    });
  });
});

function getSteps(name: string) {
  const outcome = findLineage(snapshot, name);
  if (!outcome.found) throw new Error(outcome.reason);
  return outcome.value.steps;
}

function tellAll(name: string, at?: string): readonly string[] {
  return findSuccessors(snapshot, name, at).map(
    ({ technical_name, kind, platform_version }) => `${kind} ${technical_name} ${platform_version}`,
  );
}

test("what another module does under a former name later is not part of it", () => {
  // account_payment of 8.0 became account_payment_order; Odoo has another account_payment, into which others were merged.
  const outcome = findLineage(snapshot, "account_payment_order");
  if (!outcome.found) throw new Error(outcome.reason);
  const steps = outcome.value.steps.map(
    ({ from, to }) => `${from.technical_name} ${to.platform_version}`,
  );
  expect(steps).toContain("account_payment 9.0");
  expect(steps.filter((step) => !/ [6-9]\.\d$/.test(step))).toEqual([]);
});

describe("successors", () => {
  test("are what a name became at last, or at a version", () => {
    expect(tellAll("first")).toEqual(["renamed whole 18.0"]);
    expect(tellAll("first", "17.0")).toEqual(["renamed second 17.0"]);
    expect(tellAll("first", "16.0")).toEqual([]);
    expect(tellAll("hr_livechat")).toEqual(["in_core hr_livechat 17.0"]);
    expect(tellAll("lost")).toEqual([]);
    expect(tellAll("stays")).toEqual([]);
  });

  test("are none of a name that came back", () => {
    expect(tellAll("purchase_discount", "17.0")).toEqual(["merged purchase 17.0"]);
    expect(tellAll("purchase_discount", "18.0")).toEqual([]);
  });

  test("stand in what is said of a module that is not there", () => {
    const filter = { platform_version: "17.0", org: undefined, repo: undefined };
    const outcome = findModuleDetails(snapshot, "first", filter);
    if (outcome.found) throw new Error("it is there");
    const { detail, extension } = toMissingProblem(outcome, "first");
    expect(detail).toBe(
      'The module "first" does not exist at Odoo 17.0. It is renamed to second at 17.0.',
    );
    expect(extension.successors).toEqual([
      {
        technical_name: "second",
        kind: "renamed",
        platform_version: "17.0",
        organization: "acme",
        repository: "tools",
        edition: null,
      },
    ]);
  });

  test("stand in coverage", () => {
    const outcome = coverNames(snapshot, ["first", "copied", "lost", "note", "stays"], {
      from: "16.0",
      to: "17.0",
    });
    if (!outcome.found) throw new Error(outcome.reason);
    expect(
      outcome.value.modules.map(({ technical_name, status, successors, is_elsewhere }) => [
        technical_name,
        status,
        successors.map((one) => one.technical_name),
        is_elsewhere,
      ]),
    ).toEqual([
      ["first", "missing", ["second"], true],
      ["copied", "not_installable", ["carried"], true],
      ["lost", "missing", [], false],
      ["note", "unknown", ["project_todo"], true],
      ["stays", "present", [], false],
    ]);
  });

  test("that are not there either are told apart", () => {
    const outcome = coverNames(snapshot, ["copied"], { from: "16.0", to: "18.0" });
    if (!outcome.found) throw new Error(outcome.reason);
    expect(outcome.value.modules).toMatchObject([
      { successors: [{ technical_name: "carried" }], is_elsewhere: false },
    ]);
  });
});
