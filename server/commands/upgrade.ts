// `module-lookup upgrade`: what an upgrade does to the database, without a server and without a limit on how long the list
// of modules is.
import { comparePlatformVersions } from "../../data/platform/platform-version.js";
import { useSnapshot } from "../../data/snapshot/use-snapshot.js";
import type { CommandContext } from "../../data/settings/command.js";
import { readSettingsAndWords, type SettingsOf } from "../../data/settings/settings.js";
import {
  findUpgrade,
  listSteps,
  type UpgradeQuestion,
  type UpgradeSnapshots,
} from "../compare/upgrade/find-upgrade.js";
import { findNoupdateChanges, type NoupdateChange } from "../compare/upgrade/noupdate-changes.js";
import type { Lock } from "../compare/update/lock.js";
import { UPGRADE_SETTINGS } from "../config.js";
import type { Upgrade } from "../contract/shape/migration/upgrade.js";
import { isAskedFor, isUncovered, listChanges } from "../contract/browser/upgrade-changes.js";
import { UPGRADE_FORMATS } from "../routes/text/upgrade/formats.js";
import { createCommandInput, describeList, readPlanOptions } from "./command-input.js";
import { formatUpgrade } from "./upgrade-table.js";

export const INPUT = createCommandInput(
  "upgrade",
  "names of modules and two platform versions of the snapshot",
);

type Settings = SettingsOf<typeof UPGRADE_SETTINGS>;

/**
 * Exit code 1 when data of a module that was asked for is lost, or its upgrade may fail, and no migration script names it.
 * @param before a snapshot of what was, by default that of --from-snapshot
 * @throws ConfigError `upgrade_invalid` for names or a version that cannot be read; SnapshotError
 */
export async function runUpgrade(
  words: readonly string[],
  context: CommandContext,
  before?: string,
): Promise<number> {
  const read = readSettingsAndWords("upgrade", UPGRADE_SETTINGS, words, context.environment);
  const { settings } = read;
  const place = settings.snapshot;
  if (place === undefined)
    throw INPUT.refuse("--snapshot is required, unless there is --path", "nothing");
  const former = before ?? settings["from-snapshot"];
  const lock = settings.lock === undefined ? undefined : INPUT.readLock("lock", settings.lock);
  const question =
    lock === undefined
      ? readQuestion(settings, read.words, former !== undefined, context)
      : toLockedQuestion(settings, lock);
  return useSnapshot(place, (to) =>
    former === undefined
      ? answer({ from: to, to }, question, settings, context)
      : useSnapshot(former, (from) => answer({ from, to }, question, settings, context)),
  );
}

/** @param isOther whether what was before is another snapshot, which may be of the same version */
function readQuestion(
  settings: Settings,
  words: readonly string[],
  isOther: boolean,
  { printError }: CommandContext,
): UpgradeQuestion {
  const { to: written } = settings;
  if (written === undefined)
    throw INPUT.refuse("--to is required, unless there is --lock", "nothing");
  const asked = settings.from ?? (isOther ? written : undefined);
  const step = INPUT.readStep({ from: asked, to: written, modules: settings.modules }, words);
  const { from, to, modules, list } = step;
  for (const line of describeList(list, "the upgrade is from", from)) printError(line);
  const options = { ...readPlanOptions(settings), modules };
  return {
    from: { ...options, platformVersion: from },
    to: { ...options, platformVersion: to },
  };
}

/** From what the lock has to what its question comes to today. */
function toLockedQuestion(settings: Settings, lock: Lock): UpgradeQuestion {
  const options = readPlanOptions(settings, lock.options);
  const { platform_version: platformVersion, requested, modules } = lock;
  const names = modules.map(({ technical_name: name }) => name);
  return {
    from: { ...options, platformVersion, modules: names, auto_install: false },
    to: { ...options, platformVersion, modules: requested },
  };
}

/** @param settings with `lock` all modules that it comes to are asked for */
async function answer(
  snapshots: UpgradeSnapshots,
  question: UpgradeQuestion,
  { steps, format, all: showsAll, lock }: Settings,
  context: CommandContext,
): Promise<number> {
  for (const side of ["from", "to"] as const) {
    INPUT.refuseUnknownVersion(snapshots[side], question[side].platformVersion);
  }
  refuseDowngrade(question);
  let isDangerous = false;
  for (const step of steps ? listSteps(snapshots.to, question) : [question]) {
    const upgrade = await findUpgrade(snapshots, step);
    const named = new Set([...step.from.modules, ...step.to.modules]);
    const own = {
      ...upgrade,
      modules: upgrade.modules.filter((one) => lock !== undefined || isAskedFor(one, named)),
    };
    const shown = new Set(own.modules.map(({ module }) => module));
    isDangerous ||= listChanges(own.modules).some(isUncovered);
    const all = format === "noupdate" ? await findNoupdateChanges(snapshots, step) : [];
    const noupdate = all.filter(({ module }) => showsAll || shown.has(module));
    context.print(await formatAs(format, showsAll ? upgrade : own, { showsAll, noupdate }));
  }
  return isDangerous ? 1 : 0;
}

/** @throws ConfigError `upgrade_invalid` */
export function refuseDowngrade({ from, to }: Pick<UpgradeQuestion, "from" | "to">): void {
  if (comparePlatformVersions(from.platformVersion, to.platformVersion) <= 0) return;
  throw INPUT.refuse(
    `an upgrade does not go back, from ${from.platformVersion} to ${to.platformVersion}`,
    to.platformVersion,
  );
}

/** @param format one that the settings allow; the text has no line feed at its end */
async function formatAs(
  format: string,
  upgrade: Upgrade,
  { showsAll, noupdate }: { showsAll: boolean; noupdate: readonly NoupdateChange[] },
): Promise<string> {
  const name = UPGRADE_FORMATS.names.find((one) => one === format);
  if (format === "json") return JSON.stringify(upgrade, null, 2);
  if (name === undefined) return formatUpgrade(upgrade, showsAll);
  const { text } = await UPGRADE_FORMATS.render(name, { modules: upgrade.modules, noupdate });
  return text.trimEnd();
}
