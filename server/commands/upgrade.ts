// `module-lookup upgrade`: what an upgrade does to the database, without a server and without a limit on how long the list
// of modules is.
import { useSnapshot } from "../../data/snapshot/use-snapshot.js";
import type { CommandContext } from "../../settings/command.js";
import { readSettingsAndWords } from "../../settings/settings.js";
import { findUpgrade } from "../change/upgrade/find-upgrade.js";
import { findNoupdateChanges } from "../change/upgrade/noupdate-changes.js";
import { UPGRADE_SETTINGS } from "../config.js";
import type { Upgrade } from "../contract/shape/migration/upgrade.js";
import { renderNoupdate } from "../routes/text/upgrade/noupdate.js";
import { isUncovered, listChanges } from "../contract/browser/upgrade-changes.js";
import { UPGRADE_FORMATS } from "../routes/text/upgrade/formats.js";
import { createCommandInput, describeList, readPlanOptions } from "./command-input.js";
import { formatUpgrade } from "./upgrade-table.js";

const INPUT = createCommandInput(
  "upgrade",
  "names of modules and two platform versions of the snapshot",
);

/**
 * Exit code 1 when data of a module that was asked for is lost, or its upgrade may fail, and no migration script names it.
 * @throws ConfigError `upgrade_invalid` for names or a version that cannot be read; SnapshotError
 */
export async function runUpgrade(
  words: readonly string[],
  context: CommandContext,
): Promise<number> {
  const read = readSettingsAndWords("upgrade", UPGRADE_SETTINGS, words, context.environment);
  const { settings } = read;
  const { from, to, modules, list } = INPUT.readStep(settings, read.words);
  for (const line of describeList(list, "the upgrade is from", from)) context.printError(line);
  const { snapshot: place } = settings;
  if (place === undefined)
    throw INPUT.refuse("--snapshot is required, unless there is --path", "nothing");
  return useSnapshot(place, async (snapshot) => {
    for (const version of [from, to]) INPUT.refuseUnknownVersion(snapshot, version);
    const options = readPlanOptions(settings);
    const question = {
      from: { ...options, platformVersion: from, modules },
      to: { ...options, platformVersion: to, modules },
      renames: settings.renames,
    };
    const upgrade = await findUpgrade(snapshot, question);
    const own = selectModules(upgrade, modules);
    const shown = settings.all ? upgrade : own;
    if (settings.format === "noupdate") {
      const noupdate = await findNoupdateChanges(snapshot, question);
      const isShown = ({ module }: { readonly module: string }): boolean =>
        settings.all || modules.includes(module);
      context.print(renderNoupdate(noupdate.filter(isShown)).trimEnd());
    } else context.print(await formatAs(settings.format, shown, settings.all));
    return listChanges(own.modules).some(isUncovered) ? 1 : 0;
  });
}

function selectModules(upgrade: Upgrade, names: readonly string[]): Upgrade {
  const modules = upgrade.modules.filter(({ module }) => names.includes(module));
  return { ...upgrade, modules };
}

/** @param format one that the settings allow; the text has no line feed at its end */
async function formatAs(format: string, upgrade: Upgrade, showsAll: boolean): Promise<string> {
  const name = UPGRADE_FORMATS.names.find((one) => one === format);
  if (name === undefined) {
    return format === "json" ? JSON.stringify(upgrade, null, 2) : formatUpgrade(upgrade, showsAll);
  }
  const { text } = await UPGRADE_FORMATS.render(name, { modules: upgrade.modules, noupdate: [] });
  return text.trimEnd();
}
