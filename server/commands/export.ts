// `module-lookup export`: the text of an export route as a file, or the dataset of docs/dataset.md, which have
// their name when they are whole.
import path from "node:path";
import type { CommandContext } from "../../data/settings/command.js";
import { readSettings } from "../../data/settings/settings.js";
import { ConfigError } from "../../data/operator-error.js";
import { parsePlatformVersion } from "../../data/platform/platform-version.js";
import { useSnapshot } from "../../data/snapshot/use-snapshot.js";
import { EXPORT_SETTINGS } from "../config.js";
import { createExport, type ExportFormat } from "../lookup/module/export.js";
import { writeWholeFile, writeTexts } from "./answer-output.js";

/**
 * Writes all entries, or those of a platform version.
 * @throws ConfigError `version_unknown`, `setting_conflict`; OperatorError `export_unwritable`; SnapshotError
 */
export async function runExport(
  words: readonly string[],
  { environment, signal, print }: CommandContext,
): Promise<number> {
  const settings = readSettings("export", EXPORT_SETTINGS, words, environment);
  const { format, "platform-version": version } = settings;
  return useSnapshot(settings.snapshot, async (snapshot) => {
    const { id } = snapshot.entry;
    const out = path.resolve(settings.out.replaceAll("{snapshot}", id));
    let { length } = snapshot.entries;
    if (format === "sqlite") {
      if (version !== undefined) throw refuseVersion();
      const { writeSqlite } = await import("../dataset/sqlite.js");
      await writeWholeFile(out, (temporary) => writeSqlite(snapshot, temporary, signal));
    } else {
      const platform_version = readVersion(version, snapshot.versions);
      const query = { platform_version, offset: 0, limit: length };
      const text = createExport(snapshot, format as ExportFormat, query);
      ({ length } = text);
      await writeWholeFile(out, (temporary) => writeTexts(temporary, text.pieces, signal));
    }
    print(`Wrote ${length} entries of snapshot ${id} to ${out}`);
    return 0;
  });
}

/** Tables refer to each other, so that a part of them would lead to what is not there. */
function refuseVersion(): ConfigError {
  return new ConfigError({
    code: "setting_conflict",
    message:
      "--format sqlite writes all Odoo versions; leave --platform-version out, and choose in SQL.",
  });
}

function readVersion(written: string | undefined, known: readonly string[]): string | undefined {
  if (written === undefined) return undefined;
  const version = parsePlatformVersion(written);
  if (version !== undefined && known.includes(version)) return version;
  throw new ConfigError({
    code: "version_unknown",
    message: `The snapshot has no Odoo version "${written}"; it has ${known.join(", ")}.`,
  });
}
