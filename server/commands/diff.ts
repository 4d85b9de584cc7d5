// `module-lookup diff`: what changed from one snapshot to another, for people and for programs.
import type { CommandContext } from "../../data/settings/command.js";
import { readSettingsAndWords } from "../../data/settings/settings.js";
import { ConfigError } from "../../data/operator-error.js";
import { openSnapshot } from "../../data/snapshot/decode.js";
import { locateSnapshot } from "../../data/snapshot/locate.js";
import { DIFF_SETTINGS } from "../config.js";
import { layChanges } from "../contract/shape/changes-layout.js";
import { renderTerminal } from "../faces/terminal.js";
import { compareSnapshots } from "../compare/diff/changes.js";

/**
 * Exit code 1 when more is gone than --max-removed allows.
 * @throws ConfigError `diff_invalid` unless two snapshots are named, and the share is one;
 * SnapshotError
 */
export async function runDiff(words: readonly string[], context: CommandContext): Promise<number> {
  const read = readSettingsAndWords("diff", DIFF_SETTINGS, words, context.environment);
  const [older, newer, ...more] = read.words;
  if (older === undefined || newer === undefined || more.length > 0) {
    throw new ConfigError({
      code: "diff_invalid",
      message: `"diff" needs two snapshots: "module-lookup diff OLD NEW".`,
    });
  }
  const allowed = parseShare(read.settings["max-removed"]);
  const before = openSnapshot(locateSnapshot(older));
  try {
    const after = openSnapshot(locateSnapshot(newer));
    try {
      const changes = await compareSnapshots(before, after);
      const ids = { from: before.entry.id, to: after.entry.id };
      const body = { ...ids, counts: changes.counts, changes: changes.rows };
      context.print(
        read.settings.json
          ? JSON.stringify(body, null, 2)
          : renderTerminal(layChanges(body, { total: undefined }), process.stdout.columns),
      );
      return reportRemoved(changes.counts.removed, before.entry.counts.entries, allowed, context);
    } finally {
      after.close();
    }
  } finally {
    before.close();
  }
}

/** `5%` → 0.05; nothing given allows everything. @throws ConfigError `diff_invalid` */
function parseShare(written: string | undefined): number {
  if (written === undefined) return 1;
  const percent = /^(\d+(?:\.\d+)?)%$/.exec(written)?.[1];
  if (percent !== undefined && Number(percent) <= 100) return Number(percent) / 100;
  throw new ConfigError({
    code: "diff_invalid",
    message: `--max-removed must be a percentage such as 5%, not "${written}".`,
  });
}

function reportRemoved(
  removed: number,
  entries: number,
  allowed: number,
  { printError }: CommandContext,
): number {
  if (removed <= entries * allowed) return 0;
  const [gone, most] = [removed / entries, allowed].map((share) => `${(share * 100).toFixed(1)}%`);
  printError(
    `${removed} of ${entries} entries were removed, ${gone}, more than --max-removed ${most}; check whether sources could not be read.`,
  );
  return 1;
}
