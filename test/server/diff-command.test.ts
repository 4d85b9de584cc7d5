// `module-lookup diff`: two snapshots compared on the command line.

import { beforeAll, describe, expect, test } from "vitest";

import { publishSnapshot } from "../../builder/publish.js";
import type { CommandContext } from "../../cli/command.js";
import type { ModuleRecord } from "../../data/records.js";
import { runDiff } from "../../server/main.js";
import { createContents, createRecord } from "../support/module-records.js";
import { makeTemporaryFolder } from "../support/temporary-folder.js";

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

async function run(...words: readonly string[]): Promise<string> {
  const printed: string[] = [];
  const context: CommandContext = {
    environment: {},
    version: "0.0.0-test",
    signal: new AbortController().signal,
    print: (line) => void printed.push(line),
    printError: () => expect.unreachable(),
  };
  expect(await runDiff(words, context)).toBe(0);
  return printed.join("\n");
}

describe("module-lookup diff", () => {
  test("prints a table with the counts", async () => {
    expect(await run(older, newer)).toBe(
      [
        "removed  gone        17.0  acme/sales  1.0.0          2024-01-01 00:00:00",
        "updated  sale_extra  17.0  acme/sales  1.0.0 → 1.2.0  2024-01-01 00:00:00",
        "0 added, 1 removed, 1 updated",
      ].join("\n"),
    );
    expect(await run(older, older)).toBe("0 added, 0 removed, 0 updated");
  });

  test("prints JSON", async () => {
    expect(JSON.parse(await run("--json", newer, older))).toMatchObject({
      counts: { added: 1, removed: 0, updated: 1 },
      changes: [{ change: "added", technical_name: "gone" }, { change: "updated" }],
    });
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
