// `module-lookup upgrade`: what an upgrade does to the database, without a server and without a limit on how long the list
// of modules is.
import { useSnapshot } from "../../data/snapshot/use-snapshot.js";
import type { CommandContext } from "../../settings/command.js";
import { readSettingsAndWords } from "../../settings/settings.js";
import { comparePlatformVersions } from "../../data/platform-version.js";
import { findUpgrade } from "../change/upgrade/find-upgrade.js";
import { findNoupdateChanges } from "../change/upgrade/noupdate-changes.js";
import { listUpgradeNames } from "../change/upgrade/upgrade-names.js";
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
    const steps = settings.steps ? listSteps(snapshot.versions, from, to) : [{ from, to }];
    const options = readPlanOptions(settings);
    const all: Upgrade[] = [];
    let names = modules;
    for (const step of steps) {
      const { toModule } = listUpgradeNames(step.from, step.to);
      // What has another name after a step is asked for by that in the next ones.
      const later = [...new Set([...names, ...names.map(toModule)])];
      const question = {
        from: { ...options, platformVersion: step.from, modules: names },
        to: { ...options, platformVersion: step.to, modules: steps.length > 1 ? later : names },
        renames: settings.renames,
      };
      const upgrade = await findUpgrade(snapshot, question);
      const own = selectModules(upgrade, later);
      all.push(own);
      if (settings.format === "noupdate") {
        const noupdate = await findNoupdateChanges(snapshot, question);
        const isShown = ({ module }: { readonly module: string }): boolean =>
          settings.all || later.includes(module);
        context.print(renderNoupdate(noupdate.filter(isShown)).trimEnd());
      } else {
        const shown = settings.all ? upgrade : own;
        context.print(await formatAs(settings.format, shown, settings.all));
      }
      if (steps.length > 1) names = later;
    }
    return all.some((own) => listChanges(own.modules).some(isUncovered)) ? 1 : 0;
  });
}

/** From each version to the next one, since scripts of a version run when it is reached. */
function listSteps(
  versions: readonly string[],
  from: string,
  to: string,
): readonly { readonly from: string; readonly to: string }[] {
  const between = versions
    .filter((one) => comparePlatformVersions(one, from) > 0 && comparePlatformVersions(one, to) < 0)
    .toSorted(comparePlatformVersions);
  const way = [from, ...between, to];
  return way.slice(1).map((next, at) => ({ from: way[at] ?? from, to: next }));
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
