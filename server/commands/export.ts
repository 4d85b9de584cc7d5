// `module-lookup export`: the text of an export route as a file, or the dataset of docs/dataset.md, which have
// their name when they are whole.
import path from "node:path";
import type { CommandContext } from "../../data/settings/command.js";
import { readSettings } from "../../data/settings/settings.js";
import { ConfigError } from "../../data/operator-error.js";
import { parsePlatformVersion } from "../../data/platform/platform-version.js";
import type { Snapshot } from "../../data/snapshot/decode.js";
import { useSnapshot } from "../../data/snapshot/use-snapshot.js";
import { EXPORT_SETTINGS } from "../config.js";
import {
  isDatasetFormat,
  SNAPSHOT_PLACEHOLDER,
  writeDataset,
  type DatasetFormat,
} from "../dataset/formats.js";
import { createExport, type ExportFormat } from "../lookup/module/export.js";
import { writeWholeFile, writeWholeFolder, writeTexts } from "./whole-output.js";

/**
 * Writes all entries, or those of a platform version.
 * @throws ConfigError `version_unknown`, `setting_conflict`; OperatorError `export_unwritable`; SnapshotError
 */
export async function runExport(
  words: readonly string[],
  context: CommandContext,
): Promise<number> {
  const settings = readSettings("export", EXPORT_SETTINGS, words, context.environment);
  const { format, "platform-version": version } = settings;
  return useSnapshot(settings.snapshot, async (snapshot) => {
    const out = path.resolve(settings.out.replaceAll(SNAPSHOT_PLACEHOLDER, snapshot.entry.id));
    const { signal } = context;
    const length = isDatasetFormat(format)
      ? await exportDataset(snapshot, format, { out, version, signal })
      : await exportText(snapshot, format as ExportFormat, { out, version, signal });
    context.print(`Wrote ${length} entries of snapshot ${snapshot.entry.id} to ${out}`);
    return 0;
  });
}

interface Target {
  readonly out: string;
  readonly version: string | undefined;
  readonly signal: AbortSignal;
}

async function exportText(
  snapshot: Snapshot,
  format: ExportFormat,
  { out, version, signal }: Target,
): Promise<number> {
  const { length, pieces } = createExport(snapshot, format, {
    platform_version: readVersion(version, snapshot.versions),
    offset: 0,
    limit: snapshot.entries.length,
  });
  await writeWholeFile(out, (temporary) => writeTexts(temporary, pieces, signal));
  return length;
}

/** Tables refer to each other, so that a part of them would lead to what is not there. */
async function exportDataset(
  snapshot: Snapshot,
  format: DatasetFormat,
  { out, version, signal }: Target,
): Promise<number> {
  if (version !== undefined) {
    throw new ConfigError({
      code: "setting_conflict",
      message: `--format ${format} writes all platform versions; leave --platform-version out, and choose in SQL.`,
    });
  }
  const write = (target: string) => writeDataset(snapshot, format, { target, signal });
  await (format === "sqlite" ? writeWholeFile(out, write) : writeWholeFolder(out, write));
  return snapshot.entries.length;
}

function readVersion(written: string | undefined, known: readonly string[]): string | undefined {
  if (written === undefined) return undefined;
  const version = parsePlatformVersion(written);
  if (version !== undefined && known.includes(version)) return version;
  throw new ConfigError({
    code: "version_unknown",
    message: `The snapshot has no platform version "${written}"; it has ${known.join(", ")}.`,
  });
}
