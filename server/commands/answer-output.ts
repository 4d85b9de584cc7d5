// The answer of a command as --format asks for it, printed, or written into the file that --out names.
import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { CommandContext } from "../../data/settings/command.js";
import type { OperatorError } from "../../data/operator-error.js";
import type { Block } from "../contract/layout.js";
import { isLayoutFormat, renderLayout } from "../faces/formats.js";
import { writeWholeFile } from "./whole-output.js";

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
  const rendered = await renderLayout(output.format, blocks, width);
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
