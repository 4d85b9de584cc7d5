// `module-lookup export`: the text of an export route as a file, which has its name when it is whole.
import { randomUUID } from "node:crypto";
import { open, rename, rm, type FileHandle } from "node:fs/promises";
import path from "node:path";
import type { CommandContext } from "../../settings/command.js";
import { readSettings } from "../../settings/settings.js";
import { ConfigError, OperatorError } from "../../data/operator-error.js";
import { parsePlatformVersion } from "../../data/platform-version.js";
import { openSnapshot } from "../../data/snapshot/decode.js";
import { locateSnapshot } from "../../data/snapshot/locate.js";
import { EXPORT_SETTINGS } from "../config.js";
import { openExport, type ExportFormat } from "../lookup/module/export.js";

/**
 * Writes all entries, or those of a platform version.
 * @throws ConfigError `version_unknown`; OperatorError `export_unwritable`; SnapshotError
 */
export async function runExport(
  words: readonly string[],
  context: CommandContext,
): Promise<number> {
  const settings = readSettings("export", EXPORT_SETTINGS, words, context.environment);
  const out = path.resolve(settings.out);
  const snapshot = openSnapshot(locateSnapshot(settings.snapshot));
  try {
    const platformVersion = readVersion(settings["platform-version"], snapshot.versions);
    const { length, pieces } = openExport(snapshot, settings.format as ExportFormat, {
      platform_version: platformVersion,
      offset: 0,
      limit: snapshot.entries.length,
    });
    await writeAtomically(out, pieces, context.signal);
    context.print(`Wrote ${length} entries of snapshot ${snapshot.entry.id} to ${out}`);
    return 0;
  } finally {
    snapshot.close();
  }
}

function readVersion(written: string | undefined, known: readonly string[]): string | undefined {
  if (written === undefined) return undefined;
  const version = parsePlatformVersion(written);
  if (version !== undefined && known.includes(version)) return version;
  throw new ConfigError({
    code: "version_unknown",
    message: `The snapshot has nothing at the platform version "${written}"; it has ${known.join(", ")}.`,
    expected: known.join(", "),
    got: written,
  });
}

/** Whoever opens the file finds the old content or the new one, whenever this ends. */
async function writeAtomically(
  file: string,
  pieces: Iterable<string>,
  signal: AbortSignal,
): Promise<void> {
  const folder = path.dirname(file);
  const temporary = path.join(folder, `.${path.basename(file)}.${randomUUID()}`);
  try {
    await useFile(temporary, "wx", async (handle) => {
      for (const piece of pieces) {
        signal.throwIfAborted();
        await handle.writeFile(piece);
      }
      await handle.sync();
    });
    await rename(temporary, file);
    // Windows opens no folders; its file systems keep names in order by themselves.
    if (process.platform !== "win32") await useFile(folder, "r", (handle) => handle.sync());
  } catch (error) {
    await rm(temporary, { force: true });
    throw toWriteError(file, error);
  }
}

async function useFile(
  file: string,
  flags: string,
  work: (handle: FileHandle) => Promise<void>,
): Promise<void> {
  const handle = await open(file, flags);
  try {
    await work(handle);
  } finally {
    await handle.close();
  }
}

/** What is no error of the file system stays as it is. */
function toWriteError(file: string, error: unknown): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall === undefined || code === undefined) return error;
  return new OperatorError(
    {
      code: "export_unwritable",
      message: `${file} cannot be written (${code}) and is as it was; free space or choose another with --out.`,
      expected: "a file that can be written",
      got: code,
    },
    { cause: error },
  );
}
