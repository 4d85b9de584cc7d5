// Table changes by modules that were updated between two snapshots.
import { toGroups } from "../../../data/grouped.js";
import { comparePlatformVersions } from "../../../data/platform/platform-version.js";
import { takeSteps, type Steps } from "../../../data/yield.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { listChanges } from "../../contract/browser/upgrade-changes.js";
import type { ChangeRow } from "../../contract/shape/changes.js";
import { listDepends } from "../../lookup/dependency/dependency-graph.js";
import { TooComplex } from "../../lookup/limits.js";
import { findUpgrade } from "./find-upgrade.js";
import { toPlaceless } from "./update-kinds.js";

/**
 * Limit of analysed modules over all versions, newest versions first; a version beyond it is left
 * out.
 */
const MOST_ANALYSED = 300;

/** An updated row, with its module in both snapshots. */
export interface UpdatedRow {
  readonly row: ChangeRow;
  readonly before: number;
  readonly after: number;
}

/** Updated rows with their changes; the others are not there. Both snapshots must stay open until this is done. */
export async function findSchemaChanges(
  before: Snapshot,
  after: Snapshot,
  updated: readonly UpdatedRow[],
): Promise<ReadonlyMap<ChangeRow, NonNullable<ChangeRow["schema"]>>> {
  const byVersion = toGroups(updated, ({ row }) => row.platform_version);
  const told = new Map<ChangeRow, NonNullable<ChangeRow["schema"]>>();
  let left = MOST_ANALYSED;
  const newestFirst = [...byVersion].toSorted(([one], [other]) =>
    comparePlatformVersions(other, one),
  );
  for (const [platformVersion, own] of newestFirst) {
    if (await takeSteps(haveSameClasses(before, after, own))) {
      for (const { row } of own) told.set(row, []);
      continue;
    }
    if (own.length > left) continue;
    left -= own.length;
    const modules = own.map(({ row }) => row.technical_name);
    const side = { platformVersion, modules, auto_install: false };
    try {
      const question = { from: side, to: side };
      const upgrade = await findUpgrade({ from: before, to: after }, question);
      const byName = new Map(upgrade.modules.map((one) => [one.module, one]));
      for (const { row } of own) {
        const one = byName.get(row.technical_name);
        // A plan takes one of several with the name.
        if (one?.repository !== row.repository) continue;
        const changes = listChanges([{ ...one, records: [] }]);
        const schema = changes
          .filter((change) => change.class !== "nothing")
          .map((change) => ({ class: change.class, code: change.code, subject: change.subject }));
        told.set(row, schema);
      }
    } catch (error) {
      if (!(error instanceof TooComplex)) throw error;
    }
  }
  return told;
}

/** A step compares one module. */
function* haveSameClasses(
  before: Snapshot,
  after: Snapshot,
  updated: readonly UpdatedRow[],
): Steps<boolean> {
  for (const one of updated) {
    yield;
    if (describeClasses(before, one.before) !== describeClasses(after, one.after)) return false;
  }
  return true;
}

/**
 * Facts behind a module's tables, as a text: most updates are of translations, texts and scripts,
 * and leave it unchanged.
 */
function describeClasses(snapshot: Snapshot, entry: number): string {
  const { classes, readHead } = snapshot.loaded;
  const constants = Array.from(readHead(entry).constants, ([file, values]) => [file, ...values]);
  const loaded = classes.list(entry).map(({ number }) => classes.read(number));
  return toPlaceless([listDepends(snapshot, entry), constants, loaded]);
}
