// Names under which a module is compared with itself: real repositories, built and asked.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSnapshot, type Snapshot } from "../../../../data/snapshot/decode.js";
import { locateSnapshot } from "../../../../data/snapshot/locate.js";
import { findModuleDiff } from "../../../../server/compare/diff/module-diff.js";
import { buildMovedModules } from "../../lookup/lineage/moved-modules.js";
import { createRecord } from "../../../support/module-records.js";
import { openForFile } from "../../../support/written-snapshot.js";
import { makeTemporaryFolder } from "../../../support/temporary-folder.js";
import { finishSteps } from "../../../../data/yield.js";

const root = makeTemporaryFolder();

let snapshot: Snapshot;

beforeAll(async () => {
  snapshot = openSnapshot(locateSnapshot(await buildMovedModules(root)));
}, 60_000);

afterAll(() => snapshot.close());

function compare(name: string, from: string, to: string, provider: { org?: string } = {}) {
  return finishSteps(
    findModuleDiff(snapshot, name, { from, to, org: provider.org, repo: undefined }),
  );
}

/** `first 16.0 > second 17.0 (renamed second 17.0)` */
function outline(name: string, from: string, to: string): string {
  const outcome = compare(name, from, to);
  if (!outcome.found) return outcome.reason;
  const { value } = outcome;
  expect(value.technical_name).toBe(name);
  const [before, after] = [value.from, value.to].map(
    ({ technical_name, platform_version }) => `${technical_name} ${platform_version}`,
  );
  const others = value.compared_with.map(
    ({ technical_name, platform_version, kind }) => `${kind} ${technical_name} ${platform_version}`,
  );
  return `${before} > ${after} (${others.join(", ")})`;
}

describe("a module is compared", () => {
  test.each([
    ["stays", "16.0", "17.0", "stays 16.0 > stays 17.0 ()"],
    ["first", "16.0", "17.0", "first 16.0 > second 17.0 (renamed second 17.0)"],
    ["second", "16.0", "17.0", "first 16.0 > second 17.0 (renamed first 16.0)"],
    ["first", "17.0", "16.0", "second 17.0 > first 16.0 (renamed second 17.0)"],
    ["first", "16.0", "18.0", "first 16.0 > whole 18.0 (renamed whole 18.0)"],
    ["second", "16.0", "18.0", "first 16.0 > whole 18.0 (renamed first 16.0, merged whole 18.0)"],
    ["l10n_de_skr03", "16.0", "17.0", "l10n_de_skr03 16.0 > l10n_de 17.0 (merged l10n_de 17.0)"],
  ])("%s %s %s as %s", (name, from, to, outlined) => {
    expect(outline(name, from, to)).toBe(outlined);
  });

  test("with the other, whoever has it", () => {
    expect(compare("first", "16.0", "17.0", { org: "acme" }).found).toBe(true);
    expect(compare("first", "16.0", "17.0", { org: "others" })).toMatchObject({
      reason: "module_not_in_repository",
    });
  });
});

test("a module that moved is compared where it is, whichever repository is asked for before", async () => {
  const moved = { technical_name: "moves", platform_version: "17.0", repository: "other" };
  const other = await openForFile([
    createRecord({ ...moved, platform_version: "16.0", repository: "sales" }),
    createRecord(moved),
  ]);
  const versions = { from: "16.0", to: "17.0", org: undefined };
  expect(finishSteps(findModuleDiff(other, "moves", { ...versions, repo: "sales" }))).toMatchObject(
    {
      value: { from: { repository: "sales" }, to: { repository: "other" } },
    },
  );
});

describe("a module is not compared", () => {
  test.each([
    ["where several were merged into it", "l10n_de", "16.0", "17.0"],
    ["where it is gone", "lost", "16.0", "17.0"],
    ["where Odoo has it, and nobody here", "hr_livechat", "16.0", "17.0"],
    ["where nobody here has what it was merged into", "base_maintenance_config", "16.0", "17.0"],
    ["at a version that nobody has", "second", "17.0", "16.1"],
  ])("%s", (_, name, from, to) => {
    expect(outline(name, from, to)).toBe("module_not_at_version");
  });

  test("where nobody knows the name", () => {
    expect(outline("no_such_name", "16.0", "17.0")).toBe("unknown_module");
  });
});

test("what only has another name is without differences", () => {
  const outcome = compare("first", "16.0", "17.0");
  if (!outcome.found) throw new Error(outcome.reason);
  expect(outcome.value).toMatchObject({ manifest: [], models: { added: [], removed: [] } });
});
