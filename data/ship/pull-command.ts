// `module-lookup pull`: once, or whenever something is published.
import path from "node:path";
import type { CommandContext } from "../settings/command.js";
import { readSettings, type SettingsOf } from "../settings/settings.js";
import { ConfigError, OperatorError } from "../operator-error.js";
import { PULL_SETTINGS } from "./config.js";
import { createTarget, toTargetOptions } from "./remote/open-target.js";
import type { PublishTarget } from "./remote/target.js";
import { pullSnapshot, type PullOptions, type PullOutcome } from "./pull.js";
import { wrongSetting } from "./ship-error.js";
import { readPinnedKeys } from "./release/signature.js";
import { requireChannel } from "./release/signing.js";

type PullSettings = SettingsOf<typeof PULL_SETTINGS>;

/** Runs the command and returns its exit code. @throws OperatorError */
export async function runPull(words: readonly string[], context: CommandContext): Promise<number> {
  const settings = readSettings("pull", PULL_SETTINGS, words, context.environment);
  const { id } = settings;
  if (id !== undefined && !/^[0-9a-f]{32}$/.test(id)) {
    throw new ConfigError({
      code: "id_invalid",
      message: `--id ${id} is not the id of a snapshot; module-lookup inspect shows ids.`,
    });
  }
  const trust = readTrust(settings);
  const targetOptions = toTargetOptions(settings, context);
  const target = createTarget(settings.from, targetOptions);
  const options: PullOptions = {
    ...targetOptions.network,
    out: path.resolve(settings.out),
    keep: settings.keep,
    id,
    trust,
    maxBytes: settings["max-bytes"],
    onProgress: () => undefined,
  };
  if (settings.watch) return watchTarget(target, options, settings, context);
  const outcome = await pullSnapshot(target, options);
  if (outcome !== undefined) printOutcome(outcome, settings, context);
  return 0;
}

/** @throws ConfigError where it is not said whom to trust, or said twice */
function readTrust(settings: PullSettings): PullOptions["trust"] {
  const { key, insecure } = settings;
  const channel = requireChannel(settings.channel);
  if ((key === undefined) !== insecure) {
    throw key === undefined
      ? wrongSetting(
          "key_missing",
          "--key is missing, so that the publisher cannot be verified; give the publisher's public key, or --insecure to accept any snapshot.",
        )
      : wrongSetting(
          "setting_conflict",
          "--key and --insecure contradict each other; leave one of them out.",
        );
  }
  const allowsRollback = settings["allow-rollback"];
  if (allowsRollback && settings.watch) {
    throw wrongSetting(
      "setting_conflict",
      "--allow-rollback and --watch cannot be combined; pull once with --allow-rollback, then watch without it.",
    );
  }
  if (key === undefined) return "anyone";
  const keys = readPinnedKeys(key);
  return { keys, channel, allowsRollback, refusesExpired: settings["refuse-expired"] };
}

/** Pulls every published snapshot until it is stopped. Failures are logged, and tried again. */
export async function watchTarget(
  target: PublishTarget,
  options: PullOptions,
  settings: Pick<PullSettings, "interval-s" | "json">,
  context: Pick<CommandContext, "print" | "printError" | "signal">,
): Promise<never> {
  let knownTag: string | undefined;
  let lastNotice: string | undefined;
  const onNotice = (message: string): void => {
    // An expired release is reported once, not at every look.
    if (message !== lastNotice) options.onNotice(message);
    lastNotice = message;
  };
  for (;;) {
    try {
      const outcome = await pullSnapshot(target, { ...options, knownTag, onNotice });
      if (outcome !== undefined) {
        printOutcome(outcome, settings, context);
        knownTag = outcome.tag;
      }
    } catch (error) {
      context.signal.throwIfAborted();
      if (!(error instanceof OperatorError)) throw error;
      context.printError(`module-lookup: ${error.message}`);
    }
    await options.clock.sleep(settings["interval-s"] * 1_000, context.signal);
    context.signal.throwIfAborted();
  }
}

function printOutcome(
  { state, id, folder, notes }: PullOutcome,
  { json }: Pick<PullSettings, "json">,
  { print }: Pick<CommandContext, "print">,
): void {
  if (json) print(JSON.stringify({ state, id, folder, notes }));
  else {
    print(`Snapshot ${id} in ${folder} ${WORDS[state]}.`);
    notes.forEach(print);
  }
}

const WORDS: Readonly<Record<PullOutcome["state"], string>> = {
  pulled: "was pulled and is the current one",
  switched: "was there already and is the current one again",
  unchanged: "is the current one already",
};
