// `module-lookup pack`, `publish` and `pull`: snapshots from one machine to another.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { CommandContext } from "../../cli/command.js";
import { readSettings, type SettingsOf } from "../../cli/settings.js";
import { ConfigError, OperatorError } from "../../data/operator-error.js";
import { locateSnapshot } from "../../data/snapshot/locate.js";
import { SYSTEM_CLOCK, type Clock } from "../clock.js";
import { TEMPORARY, toOutConfigError } from "../out/out-fault.js";
import { PACK_SETTINGS, PUBLISH_SETTINGS, PULL_SETTINGS } from "./config.js";
import { openPlace, type PlaceOptions } from "./open-place.js";
import { packSnapshot } from "./pack.js";
import type { Place } from "./place.js";
import { pullSnapshot, type PullOptions, type PullOutcome } from "./pull.js";
import { readPinnedKey, readSigningKey } from "./signature.js";

type PullSettings = SettingsOf<typeof PULL_SETTINGS>;

/** Runs the command and returns its exit code. @throws OperatorError */
export async function runPack(words: readonly string[], context: CommandContext): Promise<number> {
  const { snapshot, out, sign, json } = readSettings(
    "pack",
    PACK_SETTINGS,
    words,
    context.environment,
  );
  const signingKey = sign === undefined ? undefined : readSigningKey(sign);
  const { signal } = context;
  const { archive, contents } = await packSnapshot(locateSnapshot(snapshot), out, {
    signingKey,
    signal,
  });
  const { bytes, sha256 } = archive;
  const report = { file: out, id: contents.id, bytes, sha256, signed: signingKey !== undefined };
  context.print(
    json
      ? JSON.stringify(report)
      : `Packed snapshot ${report.id} into ${out}: ${bytes} bytes, SHA-256 ${sha256}.`,
  );
  return 0;
}

/** Runs the command and returns its exit code. @throws OperatorError */
export async function runPublish(
  words: readonly string[],
  context: CommandContext,
): Promise<number> {
  const settings = readSettings("publish", PUBLISH_SETTINGS, words, context.environment);
  const signingKey = settings.sign === undefined ? undefined : readSigningKey(settings.sign);
  const place = openPlace(settings.to, toPlaceOptions(settings, context));
  const temporaryFolder = tmpdir();
  const folder = await makeTemporaryFolder(temporaryFolder);
  try {
    const file = path.join(folder, "archive");
    const { signal } = context;
    const release = await packSnapshot(locateSnapshot(settings.snapshot), file, {
      signingKey,
      signal,
      temporaryFolder,
    });
    await place.publish(release, file);
    const { id } = release.contents;
    const report = { id, bytes: release.archive.bytes, to: place.label };
    context.print(
      settings.json
        ? JSON.stringify(report)
        : `Published snapshot ${id} to ${place.label}: ${report.bytes} bytes.`,
    );
    return 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function makeTemporaryFolder(parent: string): Promise<string> {
  try {
    return await mkdtemp(path.join(parent, "module-lookup-"));
  } catch (error) {
    throw toOutConfigError(parent, error, TEMPORARY);
  }
}

/** Runs the command and returns its exit code. @throws OperatorError */
export async function runPull(words: readonly string[], context: CommandContext): Promise<number> {
  const settings = readSettings("pull", PULL_SETTINGS, words, context.environment);
  const { id, key } = settings;
  if (id !== undefined && !/^[0-9a-f]{32}$/.test(id)) {
    throw new ConfigError({
      code: "id_invalid",
      message: `--id ${id} is no snapshot's id; module-lookup inspect shows it.`,
      expected: "32 hexadecimal digits",
      got: id,
    });
  }
  const placeOptions = toPlaceOptions(settings, context);
  const place = openPlace(settings.from, placeOptions);
  const options: PullOptions = {
    ...placeOptions.network,
    out: path.resolve(settings.out),
    keep: settings.keep,
    id,
    pinnedKey: key === undefined ? undefined : readPinnedKey(key),
    maxBytes: settings["max-bytes"],
    onProgress: () => undefined,
  };
  if (settings.watch) return watchPlace(place, options, settings, context);
  const outcome = await pullSnapshot(place, options);
  if (outcome !== undefined) printOutcome(outcome, settings, context);
  return 0;
}

/** Pulls whatever is published until it is stopped. What fails is told, and tried again. */
export async function watchPlace(
  place: Place,
  options: PullOptions,
  settings: Pick<PullSettings, "interval-s" | "json">,
  context: Pick<CommandContext, "print" | "printError" | "signal">,
): Promise<never> {
  let knownTag: string | undefined;
  for (;;) {
    try {
      const outcome = await pullSnapshot(place, { ...options, knownTag });
      if (outcome !== undefined) {
        printOutcome(outcome, settings, context);
        knownTag = outcome.tag;
      }
    } catch (error) {
      context.signal.throwIfAborted();
      if (!(error instanceof OperatorError)) throw error;
      context.printError(`module-lookup: ${error.message}`);
    }
    await pause(options.clock, settings["interval-s"] * 1_000, context.signal);
  }
}

async function pause(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  try {
    await clock.sleep(delayMs, signal);
  } finally {
    signal.throwIfAborted();
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

function toPlaceOptions(
  settings: { readonly "private-hosts": string | undefined },
  { environment, signal, printError }: CommandContext,
): PlaceOptions {
  const privateHosts = settings["private-hosts"]?.split(",").map((name) => name.trim());
  const network = { clock: SYSTEM_CLOCK, signal, onNotice: printError };
  return { network, environment, guard: { privateHosts } };
}
