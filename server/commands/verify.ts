// `module-lookup verify`: every byte of a snapshot against its checksums.
import { useSnapshot } from "../../data/snapshot/use-snapshot.js";
import { verifySnapshot } from "../../data/snapshot/verify.js";
import type { CommandContext } from "../../data/settings/command.js";
import { readSettings } from "../../data/settings/settings.js";
import { VERIFY_SETTINGS } from "../config.js";

/** Checks every byte; exit code 1 when something is damaged. @throws SnapshotError */
export async function runVerify(
  words: readonly string[],
  context: CommandContext,
): Promise<number> {
  const settings = readSettings("verify", VERIFY_SETTINGS, words, context.environment);
  return useSnapshot(settings.snapshot, async (snapshot) => {
    const { checkedBytes, damaged } = await verifySnapshot(snapshot);
    if (damaged.length === 0) {
      context.print(`Snapshot ${snapshot.entry.id} is whole: ${checkedBytes} bytes checked.`);
      return 0;
    }
    context.printError(
      `Snapshot ${snapshot.entry.id} is damaged in ${damaged.join(", ")}; build or copy it again.`,
    );
    return 1;
  });
}
