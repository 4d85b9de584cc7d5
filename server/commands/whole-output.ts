// Writes files that appear under their names only when whole: readers find the old content or the new one, whenever this ends.
import { randomUUID } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { replaceFile, syncFile, writeDurably } from "../../data/files/durable-file.js";
import { OperatorError } from "../../data/operator-error.js";

/**
 * @param write fills a file that is there and empty
 * @throws OperatorError `export_unwritable`; what `write` throws
 */
export async function writeWholeFile(
  file: string,
  write: (temporary: string) => Promise<void>,
): Promise<void> {
  const temporary = nameTemporary(file);
  await refuseUnwritable(file, temporary, async () => {
    await replaceFile(file, temporary, async () => {
      await writeDurably(temporary, []);
      await write(temporary);
      await syncFile(temporary);
    });
  });
}

/** @throws the error of the signal, between two pieces */
export async function writeTexts(
  file: string,
  pieces: Iterable<string>,
  signal: AbortSignal,
): Promise<void> {
  await writeFile(file, checkEach(pieces, signal));
}

function* checkEach(pieces: Iterable<string>, signal: AbortSignal): Generator<string> {
  for (const piece of pieces) {
    signal.throwIfAborted();
    yield piece;
  }
}

/** In the same folder, so that it is on the same disk. */
function nameTemporary(target: string): string {
  return path.join(path.dirname(target), `.${path.basename(target)}.${randomUUID()}`);
}

/** Removes what is left when the work fails. Beside a database its library leaves a lock. */
async function refuseUnwritable(
  target: string,
  temporary: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    await rm(`${temporary}.lock`, { recursive: true, force: true });
    throw toWriteError(target, error);
  }
}

function isFolder(target: string): boolean {
  return statSync(target, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Other errors than those of the file system stay. */
function toWriteError(target: string, error: unknown): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall === undefined || code === undefined) return error;
  const folder = path.dirname(target);
  const message = isFolder(target)
    ? `${target} is a folder and is as it was; name a file in it with --out.`
    : existsSync(folder)
      ? `${target} cannot be written (${code}) and is as it was; free space or choose another with --out.`
      : `There is no folder ${folder}; create it, or choose another with --out.`;
  return new OperatorError({
    code: "export_unwritable",
    message,
    cause: error,
  });
}
