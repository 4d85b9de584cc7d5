// From one snapshot to another: what came, went and was updated, and what was only read again.

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { ModuleRecord } from "../../../../data/module/records.js";
import type { SourceRow } from "../../../../data/snapshot/contents.js";
import { openSnapshot, type Snapshot } from "../../../../data/snapshot/decode.js";
import { compareSnapshots } from "../../../../server/compare/diff/changes.js";
import { createRecord } from "../../../support/module-records.js";
import { writeRecords } from "../../../support/written-snapshot.js";

const open: Snapshot[] = [];

afterAll(() => {
  for (const snapshot of open) snapshot.close();
});

async function openRecords(
  records: readonly ModuleRecord[],
  sources?: readonly SourceRow[],
): Promise<Snapshot> {
  const changes = sources === undefined ? {} : { sources };
  const snapshot = openSnapshot(await writeRecords(records, changes));
  open.push(snapshot);
  return snapshot;
}

const named = (technical_name: string, changes: Partial<ModuleRecord> = {}) =>
  createRecord({ technical_name, ...changes });

const BEFORE = [
  named("gone", { name: "It was here" }),
  named("moved"),
  named("same"),
  named("touched"),
  named("twice"),
  named("twice", { source_path: "z/twice" }),
];

const AFTER = [
  named("came", { platform_version: "16.0" }),
  named("moved", { repository: "elsewhere" }),
  named("same", { description: "Read otherwise by another program.", commit: "f".repeat(40) }),
  named("touched", { version: "1.1.0", update_date: "2024-02-02 00:00:00", folder_size: 5 }),
  named("twice"),
];

const createSource = (commit: string): SourceRow => ({
  organization: "acme",
  repository: "sales",
  git: "https://git.example.org/acme/sales.git",
  branches: [{ branch: "main", platform_version: "17.0", commit, modules: 1 }],
  faults: [],
});

describe("compareSnapshots", () => {
  let before: Snapshot;
  let after: Snapshot;

  beforeAll(async () => {
    before = await openRecords(BEFORE);
    after = await openRecords(AFTER);
  });

  test("tells each change in its place", async () => {
    const { counts, rows } = await compareSnapshots(before, after);
    expect(counts).toEqual({ added: 2, removed: 3, updated: 1 });
    expect(
      rows.map(({ change, technical_name, repository }) => [change, technical_name, repository]),
    ).toEqual([
      ["added", "came", "sales"],
      ["removed", "gone", "sales"],
      ["added", "moved", "elsewhere"],
      ["removed", "moved", "sales"],
      ["updated", "touched", "sales"],
      ["removed", "twice", "sales"],
    ]);
    expect(rows[1]).toMatchObject({ name: "It was here", changes: [] });
    expect(rows[4]?.changes).toEqual([
      { key: "folder_size", from: "1234", to: "5" },
      { key: "update_date", from: "2024-01-01 00:00:00", to: "2024-02-02 00:00:00" },
      { key: "version", from: "1.0.0", to: "1.1.0" },
    ]);
  });

  test("what can be installed from now on is an update that says so", async () => {
    const waiting = await openRecords([named("m", { installable: false })]);
    const ported = await openRecords([named("m")]);
    expect((await compareSnapshots(waiting, ported)).rows).toMatchObject([
      {
        change: "updated",
        installable: true,
        changes: [{ key: "installable", from: false, to: true }],
      },
    ]);
  });

  test("the other way round everything is turned round", async () => {
    const { counts } = await compareSnapshots(after, before);
    expect(counts).toEqual({ added: 3, removed: 2, updated: 1 });
  });

  test("nothing changed from a snapshot to itself", async () => {
    expect((await compareSnapshots(after, after)).rows).toEqual([]);
  });

  test("what lies in a branch with the same tip is the same", async () => {
    const [a, b] = ["a".repeat(40), "b".repeat(40)].map(createSource);
    const old = await openRecords([named("m")], a && [a]);
    const changed = [named("m", { version: "2.0.0" })];
    const sameTip = await openRecords(changed, a && [a]);
    const otherTip = await openRecords(changed, b && [b]);
    expect((await compareSnapshots(old, sameTip)).rows).toEqual([]);
    expect((await compareSnapshots(old, otherTip)).rows).toMatchObject([{ change: "updated" }]);
  });
});
