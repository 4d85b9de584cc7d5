// `module-lookup migration`: how a list of modules gets to another platform version, without a server and
// without a limit on how long the list is.
import { useSnapshot } from "../../data/snapshot/use-snapshot.js";
import type { CommandContext } from "../../data/settings/command.js";
import { readSettingsAndWords } from "../../data/settings/settings.js";
import { MIGRATION_SETTINGS } from "../config.js";
import type { MigrationReport } from "../contract/shape/migration/report.js";
import { layMigration } from "../contract/shape/migration/report-layout.js";
import { reportMigration } from "../compare/migration/report.js";
import { checkOutput, giveAnswer } from "./answer-output.js";
import { describeList, createCommandInput } from "./command-input.js";

const INPUT = createCommandInput(
  "migration",
  "names of modules and two platform versions of the snapshot",
);

/**
 * Exit code 1 when a module that was asked for is known nowhere.
 * @throws ConfigError `migration_invalid` for names or a version that cannot be read; OperatorError for a file that cannot
 * be written; SnapshotError
 */
export async function runMigration(
  words: readonly string[],
  context: CommandContext,
): Promise<number> {
  const read = readSettingsAndWords("migration", MIGRATION_SETTINGS, words, context.environment);
  const { settings } = read;
  checkOutput(settings, INPUT.refuse);
  const { from, to, modules, list } = INPUT.readStep(settings, read.words);
  for (const line of describeList(list, "the report leaves", from)) context.printError(line);
  return useSnapshot(settings.snapshot, async (snapshot) => {
    for (const version of [from, to]) INPUT.refuseUnknownVersion(snapshot, version);
    const question = { from, to, modules, withApi: settings.api };
    const report = await reportMigration(snapshot, question);
    await giveAnswer(report, layMigration(report), settings, context);
    return report.modules.some(isLost) ? 1 : 0;
  });
}

function isLost({ origin, state }: MigrationReport["modules"][number]): boolean {
  return origin === "requested" && state === "unknown";
}
