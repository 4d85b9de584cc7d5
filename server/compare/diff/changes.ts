// Changes from one snapshot to another: new, removed and updated modules.
import type { Change, ChangeRow } from "../../contract/shape/changes.js";
import type { FactChange } from "../../contract/shape/diff.js";
import { countEach, toRecord } from "../../../data/grouped.js";
import { takeSteps, type Steps } from "../../../data/yield.js";
import { comparePlatformVersions, compareText } from "../../../data/platform/platform-version.js";
import type { ModuleRecord } from "../../../data/module/records.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { listAllEntries } from "../../lookup/memo.js";
import { getProvider, getPlatformVersion, getTechnicalName } from "../../lookup/entries.js";
import type { UpdatedRow } from "../upgrade/schema-changes.js";
import { type Facts, diffFacts, pairThings } from "../things.js";

export interface SnapshotChanges {
  readonly counts: Readonly<Record<Change, number>>;
  /** In the order of entries. */
  readonly rows: readonly ChangeRow[];
}

/**
 * Compares two open snapshots; both must stay open until this is done. A module is updated when its
 * folder, its last commit or its version is another. What lies in a branch whose tip is the same
 * commit is the same, and its records are not read.
 */
export async function compareSnapshots(
  before: Snapshot,
  after: Snapshot,
): Promise<SnapshotChanges> {
  const { rows, updated } = await takeSteps(compareEntries(before, after));
  // Loaded when it is first asked for, so that the service is ready as soon as without it.
  const { findSchemaChanges } = await import("../upgrade/schema-changes.js");
  const schema = await findSchemaChanges(before, after, updated);
  const counts = countEach(rows.map(({ change }) => change));
  return {
    counts: toRecord(["added", "removed", "updated"], (change) => counts.get(change) ?? 0),
    rows: rows
      .toSorted(compareRows)
      .map((row) => ({ ...row, schema: schema.get(row) ?? row.schema })),
  };
}

/** A step compares one. */
function* compareEntries(
  before: Snapshot,
  after: Snapshot,
): Steps<{ readonly rows: readonly ChangeRow[]; readonly updated: readonly UpdatedRow[] }> {
  const unmoved = listUnmoved(before, after);
  const rows: ChangeRow[] = [];
  const updated: UpdatedRow[] = [];
  for (const { before: old, after: now } of yield* pairThings(listKeyed(before), listKeyed(after), [
    ({ key }) => key,
  ])) {
    if (old && now && unmoved.has(toBranch(after, now.entry))) continue;
    yield;
    const former = old && before.readRecord(old.entry);
    const record = now && after.readRecord(now.entry);
    if (former && now && record) {
      const changes = diffFacts(readFacts(former), readFacts(record));
      if (changes.length === 0) continue;
      const row = toChangeRow("updated", record, changes);
      updated.push({ row, before: old.entry, after: now.entry });
      rows.push(row);
    } else if (record) rows.push(toChangeRow("added", record));
    else if (former) rows.push(toChangeRow("removed", former));
  }
  return { rows, updated };
}

function compareRows(left: ChangeRow, right: ChangeRow): number {
  return (
    compareText(left.technical_name, right.technical_name) ||
    comparePlatformVersions(left.platform_version, right.platform_version) ||
    compareText(left.organization, right.organization) ||
    compareText(left.repository, right.repository)
  );
}

/** Entries by what they are; of a name that a repository has twice each is one of both. */
function* listKeyed(snapshot: Snapshot) {
  for (const entry of listAllEntries(snapshot)) {
    const key = JSON.stringify([getTechnicalName(snapshot, entry), toBranch(snapshot, entry)]);
    yield { entry, key };
  }
}

/** Branch of an entry: `<organization>/<repository> <version>` */
function toBranch(snapshot: Snapshot, entry: number): string {
  return `${getProvider(snapshot, entry)} ${getPlatformVersion(snapshot, entry)}`;
}

/** Branches whose tip is the same commit in both. */
function listUnmoved(before: Snapshot, after: Snapshot): ReadonlySet<string> {
  const tips = listTips(before);
  return new Set(
    [...listTips(after)].flatMap(([branch, commit]) =>
      tips.get(branch) === commit ? [branch] : [],
    ),
  );
}

function listTips({ entry: { sources } }: Snapshot): ReadonlyMap<string, string> {
  return new Map(
    sources.flatMap(({ organization, repository, branches }) =>
      branches.map(({ platform_version, commit }) => [
        `${organization}/${repository} ${platform_version}`,
        commit,
      ]),
    ),
  );
}

/** Facts that show an update. */
function readFacts(record: ModuleRecord): Facts {
  const { version, installable, update_date, source_path, folder_size } = record;
  return { version, installable, update_date, source_path, folder_size: String(folder_size) };
}

function toChangeRow(
  change: Change,
  { technical_name, name, platform_version, organization, repository, ...record }: ModuleRecord,
  changes: readonly FactChange[] = [],
): ChangeRow {
  const { installable, version, update_date } = record;
  const at = { technical_name, name, platform_version, organization, repository };
  return { change, ...at, installable, version, update_date, changes, schema: null };
}
