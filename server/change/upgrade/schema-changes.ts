// What modules that were updated between two snapshots change in the tables of databases that have them.
import { addToGroup } from "../../../data/grouped.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { listChanges } from "../../contract/browser/upgrade-changes.js";
import type { ChangeRow } from "../../contract/shape/changes.js";
import { TooComplex } from "../../lookup/limits.js";
import { findUpgrade } from "./find-upgrade.js";

/** Modules of one version that are analysed together; of more nothing is told. */
const MOST_ANALYSED = 300;

/** Each updated row with its changes, all others as they are. Both snapshots must stay open until this is done. */
export async function addSchemaChanges(
  before: Snapshot,
  after: Snapshot,
  rows: readonly ChangeRow[],
): Promise<readonly ChangeRow[]> {
  const updated = new Map<string, ChangeRow[]>();
  for (const row of rows) {
    if (row.change === "updated") addToGroup(updated, row.platform_version, row);
  }
  const told = new Map<ChangeRow, ChangeRow["schema"]>();
  for (const [platformVersion, own] of updated) {
    const modules = own.map((row) => row.technical_name);
    if (modules.length > MOST_ANALYSED) continue;
    const side = { platformVersion, modules, auto_install: false };
    try {
      const question = { from: side, to: side, renames: false };
      const upgrade = await findUpgrade({ from: before, to: after }, question);
      const byName = new Map(upgrade.modules.map((one) => [one.module, one]));
      for (const row of own) {
        const one = byName.get(row.technical_name);
        // Of several that have the name a plan takes one.
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
  return rows.map((row) => (told.has(row) ? { ...row, schema: told.get(row) ?? null } : row));
}
