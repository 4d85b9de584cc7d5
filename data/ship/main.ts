// `module-lookup pack` and `publish`: a snapshot of this machine for others.
import path from "node:path";
import type { CommandContext } from "../settings/command.js";
import { readSettings, type SettingsOf } from "../settings/settings.js";
import { locateSnapshot } from "../snapshot/locate.js";
import { SYSTEM_CLOCK } from "../network/clock.js";
import { toOutError } from "../files/out-fault.js";
import { PACK_SETTINGS, PUBLISH_SETTINGS } from "./config.js";
import { createTarget, toTargetOptions } from "./remote/open-target.js";
import { packSnapshot } from "./archive/pack.js";
import { readReleaseOf, writeReleaseOf } from "./release/release-file.js";
import type { CheckedRelease, Release } from "./release/release.js";
import type { PublishTarget } from "./remote/target.js";
import { requireNewer } from "./release/trust.js";
import { ShipError, wrongSetting } from "./ship-error.js";
import { createSigner } from "./release/signing.js";
import { openStagingFolder } from "./archive/staging.js";

/** Runs the command and returns its exit code. @throws OperatorError */
export async function runPack(words: readonly string[], context: CommandContext): Promise<number> {
  const settings = readSettings("pack", PACK_SETTINGS, words, context.environment);
  const { out } = settings;
  const signer = createSigner(settings, SYSTEM_CLOCK.now());
  const { signal } = context;
  const release = await packSnapshot(locateSnapshot(settings.snapshot), out, { signal });
  try {
    await writeReleaseOf(out, signer(release));
  } catch (error) {
    throw toOutError(path.dirname(out), error);
  }
  const { bytes, sha256 } = release.archive;
  const { id } = release.contents;
  const report = { file: out, id, bytes, sha256, signed: settings.sign !== undefined };
  context.print(
    settings.json
      ? JSON.stringify(report)
      : `Packed snapshot ${id} into ${out}: ${bytes} bytes, SHA-256 ${sha256}.`,
  );
  return 0;
}

/** Runs the command and returns its exit code. @throws OperatorError */
export async function runPublish(
  words: readonly string[],
  context: CommandContext,
): Promise<number> {
  const settings = readSettings("publish", PUBLISH_SETTINGS, words, context.environment);
  const signer = createSigner(settings, SYSTEM_CLOCK.now());
  const target = createTarget(settings.to, toTargetOptions(settings, context));
  const release = await withArchive(settings, context, async (packed, file) => {
    const signed = { ...packed, ...signer(packed) };
    const there = signed.statement === null ? undefined : await findRelease(target);
    if (there !== undefined) requireNewer(signed, there, target.label, SYSTEM_CLOCK.now());
    await target.publish(signed, file);
    return signed;
  });
  const { id } = release.contents;
  const report = { id, bytes: release.archive.bytes, to: target.label };
  context.print(
    settings.json
      ? JSON.stringify(report)
      : `Published snapshot ${id} to ${target.label}: ${report.bytes} bytes.`,
  );
  if (release.statement === null) {
    context.printError(
      "The release is not signed: pull accepts it only with --insecure. To sign it, add --sign KEYFILE.",
    );
  }
  return 0;
}

/** The release that a target gives; nothing where it has none, or none that this program could read. */
async function findRelease(target: PublishTarget): Promise<Release | undefined> {
  try {
    const reading = await target.readRelease({});
    return reading === "unchanged" ? undefined : reading.release;
  } catch (error) {
    const isNone =
      error instanceof ShipError &&
      ["place_empty", "archive_foreign", "release_format"].includes(error.code);
    if (isNone) return undefined;
    throw error;
  }
}

/** Does the work with the given archive, or with one packed for it. */
async function withArchive<T extends Release>(
  { snapshot, archive }: SettingsOf<typeof PUBLISH_SETTINGS>,
  { signal }: CommandContext,
  work: (release: CheckedRelease, file: string) => Promise<T>,
): Promise<T> {
  if ((snapshot === undefined) === (archive === undefined)) {
    throw wrongSetting(
      "setting_missing",
      'Give either --snapshot DIR or --archive FILE; see "module-lookup publish --help".',
    );
  }
  if (archive !== undefined) return work(await readReleaseOf(archive), archive);
  const staging = await openStagingFolder();
  try {
    const file = path.join(staging.folder, "archive");
    const options = { signal, temporaryFolder: staging.parent };
    return await work(await packSnapshot(locateSnapshot(snapshot ?? ""), file, options), file);
  } finally {
    await staging.close();
  }
}
