// The answer of a command as --format asks for it, printed, or written into the file that --out names, which appears under its name
// only when whole: readers find the old content or the new one, whenever this ends.
import path from "node:path";
import { writeFile, rm } from "node:fs/promises";
import type { CommandContext } from "../../data/settings/command.js";
import { OperatorError } from "../../data/operator-error.js";
import type { Block } from "../contract/layout.js";
import { isLayoutFormat, renderLayout } from "../faces/formats.js";
import { randomUUID } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import { replaceFile, syncFile, writeDurably } from "../../data/files/durable-file.js";

export interface OutputSettings {
  readonly format: string;
  /** A file; without one the answer is printed. */
  readonly out?: string | undefined;
}

/** @throws what `refuse` makes, for a workbook that nobody wants as a file */
export function checkOutput(
  { format, out }: OutputSettings,
  refuse: (what: string, got: string) => OperatorError,
): void {
  if (format === "xlsx" && out === undefined) {
    throw refuse("a workbook is no text: --format xlsx needs --out", "no --out");
  }
}

/** JSON, or a form of its layout. @throws OperatorError for a file that cannot be written */
export async function giveAnswer(
  answer: unknown,
  blocks: readonly Block[],
  output: OutputSettings,
  context: CommandContext,
): Promise<void> {
  if (!isLayoutFormat(output.format)) {
    return giveText(JSON.stringify(answer, null, 2), output, context);
  }
  const width = output.out === undefined ? process.stdout.columns : undefined;
  const rendered = await renderLayout(output.format, blocks, { width });
  return giveText("text" in rendered ? rendered.text : rendered.bytes, output, context);
}

/** @param text bytes are of what is no text, for which there is a file */
export async function giveText(
  text: string | Uint8Array,
  { out }: OutputSettings,
  { print }: CommandContext,
): Promise<void> {
  const whole = typeof text === "string" ? text.trimEnd() : text;
  if (out !== undefined) {
    await writeWholeFile(path.resolve(out), (file) =>
      writeFile(file, typeof whole === "string" ? `${whole}\n` : whole),
    );
  } else if (typeof whole === "string") print(whole);
}

/**
 * @param write fills a file that is there and empty
 * @throws OperatorError `export_unwritable`; what `write` throws
 */
export async function writeWholeFile(
  file: string,
  write: (temporary: string) => Promise<void>,
): Promise<void> {
  // In the same folder, so that it is on the same disk.
  const temporary = path.join(path.dirname(file), `.${path.basename(file)}.${randomUUID()}`);
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
