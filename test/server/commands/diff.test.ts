// `module-lookup diff`: two snapshots compared on the command line.

import { beforeAll, describe, expect, test } from "vitest";

import { publishSnapshot } from "../../../builder/assemble/publish.js";
import type { ModuleRecord } from "../../../data/module/records.js";
import { runDiff } from "../../../server/commands/diff.js";
import { runCommand } from "../../support/program.js";
import { createContents, createRecord } from "../../support/module-records.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";

let older: string;
let newer: string;

async function publish(records: readonly ModuleRecord[]): Promise<string> {
  const out = makeTemporaryFolder();
  await publishSnapshot(createContents(records), { out, program: "0.0.0-test" });
  return out;
}

beforeAll(async () => {
  older = await publish([createRecord(), createRecord({ technical_name: "gone" })]);
  newer = await publish([createRecord({ version: "1.2.0" })]);
});

async function runWhole(...words: readonly string[]) {
  const { code, printed, errors } = await runCommand(runDiff, words);
  return { code, printed, errors };
}

async function run(...words: readonly string[]): Promise<string> {
  const { code, printed, errors } = await runWhole(...words);
  expect({ code, errors }).toEqual({ code: 0, errors: [] });
  return printed.join("\n");
}

describe("module-lookup diff", () => {
  test("prints a table with the counts", async () => {
    const text = await run(older, newer);
    expect(text).toMatch(/^New +0\nUpdated +1\nGone +1\n/);
    expect(text).toMatch(
      /^Updated:\n.+\n.+ sale_extra +17\.0 +acme\/sales +1\.2\.0 .*1\.0\.0 → 1\.2\.0 .*2024-01-01$/m,
    );
    expect(text).toMatch(/^Gone:\n.+\n.+ gone +17\.0 +acme\/sales +1\.0\.0 .*2024-01-01$/m);
    expect(await run(older, older)).toMatch(/^New +0\nUpdated +0\nGone +0$/);
  });

  test("prints JSON", async () => {
    expect(JSON.parse(await run("--json", newer, older))).toMatchObject({
      counts: { added: 1, removed: 0, updated: 1 },
      changes: [{ change: "added", technical_name: "gone" }, { change: "updated" }],
    });
  });

  test("fails when more is gone than allowed, and says how much", async () => {
    const words = [older, newer, "--max-removed"] as const;
    expect(await runWhole(...words, "49.9%")).toMatchObject({
      code: 1,
      errors: [
        "1 of 2 entries were removed, 50.0%, more than --max-removed 49.9%; check whether sources could not be read.",
      ],
    });
    expect(await runWhole(...words, "50%")).toMatchObject({ code: 0, errors: [] });
    expect(await runWhole(newer, older, "--max-removed=0%")).toMatchObject({ code: 0 });
    for (const share of ["5", "101%", "-1%", "much"]) {
      await expect(run(older, newer, `--max-removed=${share}`)).rejects.toMatchObject({
        code: "diff_invalid",
      });
    }
  });

  test("refuses other than two snapshots", async () => {
    for (const words of [[], [older], [older, newer, older]]) {
      await expect(run(...words)).rejects.toMatchObject({ code: "diff_invalid" });
    }
    await expect(run(older, makeTemporaryFolder())).rejects.toMatchObject({
      code: "snapshot_missing",
    });
  });
});
