// `module-lookup migration`: how a list of modules gets to another platform version, without a server and
// without a limit on how long the list is.
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { useSnapshot } from "../../data/snapshot/use-snapshot.js";
import type { CommandContext } from "../../data/settings/command.js";
import { readSettingsAndWords } from "../../data/settings/settings.js";
import { MIGRATION_SETTINGS } from "../config.js";
import type { MigrationReport } from "../contract/shape/migration/report.js";
import { layMigration } from "../contract/shape/migration/report-layout.js";
import { isLayoutFormat, renderLayout } from "../faces/formats.js";
import { reportMigration } from "../compare/migration/report.js";
import { describeList, createCommandInput } from "./command-input.js";
import { writeWholeFile } from "./whole-output.js";

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
  if (settings.format === "xlsx" && settings.out === undefined) {
    throw INPUT.refuse("a workbook is no text: --format xlsx needs --out", "no --out");
  }
  const { from, to, modules, list } = INPUT.readStep(settings, read.words);
  for (const line of describeList(list, "the report leaves", from)) context.printError(line);
  return useSnapshot(settings.snapshot, async (snapshot) => {
    for (const version of [from, to]) INPUT.refuseUnknownVersion(snapshot, version);
    const question = { from, to, modules, withApi: settings.api };
    const report = await reportMigration(snapshot, question);
    const formatted = await formatAs(settings.format, report);
    if (settings.out !== undefined) {
      await writeWholeFile(path.resolve(settings.out), (file) =>
        writeFile(file, typeof formatted === "string" ? `${formatted}\n` : formatted),
      );
    } else if (typeof formatted === "string") context.print(formatted);
    return report.modules.some(isLost) ? 1 : 0;
  });
}

function isLost({ origin, state }: MigrationReport["modules"][number]): boolean {
  return origin === "requested" && state === "unknown";
}

/** @param format one that the settings allow; the text has no line feed at its end */
async function formatAs(format: string, report: MigrationReport): Promise<string | Uint8Array> {
  if (!isLayoutFormat(format)) return JSON.stringify(report, null, 2);
  const rendered = await renderLayout(format, layMigration(report), process.stdout.columns);
  return "text" in rendered ? rendered.text.trimEnd() : rendered.bytes;
}
