// Losses of a new snapshot against the current one. A repository that cannot be read today, or an
// emptied branch, must not quietly leave the index that people use.
import path from "node:path";
import type { SourceRow } from "../../data/snapshot/contents.js";
import { decodeEntry } from "../../data/snapshot/entry-file.js";
import { SnapshotError } from "../../data/snapshot/errors.js";
import { readEntryText } from "../../data/snapshot/plain-file.js";
import { readCurrent } from "../../data/files/out-folder.js";
import { SourceError } from "../source/source-error.js";
import { toLabel } from "../source/source.js";

/** Share of the current snapshot's modules that may disappear at once. */
const LOSS_LIMIT = 0.1;

/** Number of repositories that the message names. */
const MOST_NAMED = 8;

/**
 * Refuses what would replace the current snapshot of `out` by one that lost a repository which is still asked for, or
 * more than a tenth of all modules (entries). A repository that was taken out of the sources is no loss by itself.
 * Without a current snapshot that can be read there is nothing to lose.
 * @throws SourceError `modules_lost`
 */
export async function refuseLoss(out: string, rows: readonly SourceRow[]): Promise<void> {
  const before = await readCurrentSources(out);
  const now = new Map(rows.map((row) => [toLabel(row), row]));
  const lost = before.flatMap((row) => {
    const next = now.get(toLabel(row));
    return next === undefined || countModules([row]) === 0 || countModules([next]) > 0 ? [] : next;
  });
  const [had, has] = [countModules(before), countModules(rows)];
  if (lost.length === 0 && has >= had * (1 - LOSS_LIMIT)) return;
  const left = has < had ? `${has} of ${had} modules are left.` : "";
  const got = [describeRepositories(lost), left].filter((part) => part !== "");
  throw new SourceError({
    code: "modules_lost",
    message: `The snapshot would lose too much, so the current one stays: ${got.join(" ")} Fix what is named, or take it out of the sources file; with --allow-loss the smaller snapshot becomes current.`,
  });
}

function countModules(rows: readonly SourceRow[]): number {
  return rows.flatMap(({ branches }) => branches).reduce((sum, { modules }) => sum + modules, 0);
}

/** Each with why it could not be read. */
function describeRepositories(lost: readonly SourceRow[]): string {
  const named = lost
    .slice(0, MOST_NAMED)
    .map((row) =>
      row.faults.length > 0 ? row.faults.join(" ") : `${toLabel(row)} has no module.`,
    );
  const more = lost.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more have none either.`] : [])].join(" ");
}

async function readCurrentSources(out: string): Promise<readonly SourceRow[]> {
  const id = await readCurrent(out);
  if (id === undefined) return [];
  const folder = path.join(path.resolve(out), id);
  try {
    return decodeEntry(readEntryText(folder), folder).sources;
  } catch (error) {
    // Gone, damaged, or of a format that this program does not read: a build replaces it.
    if (error instanceof SnapshotError) return [];
    throw error;
  }
}
