// `module-lookup upgrade`: what an upgrade does to the database, without a server and without a limit on how long the list
// of modules is.
import { comparePlatformVersions } from "../../data/platform/platform-version.js";
import { useSnapshot } from "../../data/snapshot/use-snapshot.js";
import { finishSteps } from "../../data/yield.js";
import type { CommandContext } from "../../data/settings/command.js";
import { readSettingsAndWords, type SettingsOf } from "../../data/settings/settings.js";
import {
  findUpgrade,
  listSteps,
  type UpgradeQuestion,
  type UpgradeSnapshots,
} from "../compare/upgrade/find-upgrade.js";
import { findNoupdateChanges } from "../compare/upgrade/noupdate-changes.js";
import type { Lock } from "../compare/update/lock.js";
import { UPGRADE_SETTINGS } from "../config.js";
import { toExitCode } from "../contract/layout.js";
import type { Upgrade } from "../contract/shape/migration/upgrade.js";
import { layUpgrade } from "../contract/shape/migration/upgrade-layout.js";
import { UPGRADE_FORMATS } from "../routes/text/upgrade/formats.js";
import { checkOutput, giveAnswer, giveText, type OutputSettings } from "./answer-output.js";
import { createCommandInput, describeList } from "./command-input.js";
import { createCommandWords, readPlanOptions } from "./command-words.js";

export const INPUT = createCommandInput(createCommandWords("upgrade"));

type Settings = SettingsOf<typeof UPGRADE_SETTINGS>;

/**
 * Exit code of the verdict; of several steps that which asks for most.
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
  checkOutput(settings, INPUT.refuse);
  const folder = settings.snapshot;
  if (folder === undefined) throw INPUT.refuse("--snapshot is required, unless there is --path");
  const former = before ?? settings["from-snapshot"];
  const lock = settings.lock === undefined ? undefined : INPUT.readLock("lock", settings.lock);
  const question =
    lock === undefined
      ? readQuestion(settings, read.words, former !== undefined, context)
      : toLockedQuestion(settings, lock);
  return useSnapshot(folder, (to) =>
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
  if (written === undefined) throw INPUT.refuse("--to is required, unless there is --lock");
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

/** Compares a lock with the present answer to its question. */
function toLockedQuestion(settings: Settings, lock: Lock): UpgradeQuestion {
  const options = readPlanOptions(settings, lock.options);
  const { platform_version: platformVersion, requested, modules } = lock;
  const names = modules.map(({ technical_name: name }) => name);
  return {
    from: { ...options, platformVersion, modules: names, auto_install: false },
    to: { ...options, platformVersion, modules: requested },
  };
}

async function answer(
  snapshots: UpgradeSnapshots,
  question: UpgradeQuestion,
  settings: Settings,
  context: CommandContext,
): Promise<number> {
  for (const side of ["from", "to"] as const) {
    INPUT.refuseUnknownVersion(snapshots[side], question[side].platformVersion);
  }
  refuseDowngrade(question);
  const codes = new Set<number>();
  const steps = settings.steps ? finishSteps(listSteps(snapshots.to, question)) : [question];
  for (const step of steps) {
    const upgrade = await findUpgrade(snapshots, step);
    const name = UPGRADE_FORMATS.names.find((one) => one === settings.format);
    if (name === undefined) {
      codes.add(await giveUpgrade(upgrade, settings, context));
      continue;
    }
    codes.add(toExitCode(layUpgrade(upgrade, { total: undefined })));
    const modules = upgrade.modules.filter(({ origin }) => settings.all || origin === "requested");
    const shown = new Set(modules.map(({ module }) => module));
    const all = name === "noupdate" ? await findNoupdateChanges(snapshots, step) : [];
    const noupdate = all.filter(({ module }) => settings.all || shown.has(module));
    const { text } = await UPGRADE_FORMATS.render(name, { modules, noupdate });
    await giveText(text, settings, context);
  }
  return codes.has(1) ? 1 : 0;
}

/** @throws ConfigError `upgrade_invalid` */
export function refuseDowngrade({ from, to }: Pick<UpgradeQuestion, "from" | "to">): void {
  if (comparePlatformVersions(from.platformVersion, to.platformVersion) <= 0) return;
  throw INPUT.refuse(
    `an upgrade does not go back, from ${from.platformVersion} to ${to.platformVersion}`,
  );
}

/** JSON, or a form of its layout, in which what asks for nothing is left out unless all is wanted. */
export async function giveUpgrade(
  upgrade: Upgrade,
  settings: OutputSettings & { readonly all: boolean },
  context: CommandContext,
): Promise<number> {
  const blocks = layUpgrade(upgrade, { total: undefined, showsAll: settings.all });
  await giveAnswer(upgrade, blocks, settings, context);
  return toExitCode(blocks);
}
